/** Owns the effect that calls an agent. */

import type { AgentError, AgentLimits, AgentMode, ModelTier, Spending } from '../kernel/agent.ts'
import type { AnyCommand, AnyEvent, Ask } from '../kernel/effect.ts'
import type { Slice } from '../kernel/envelope.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { QuotesHeld } from '../kernel/quotation.ts'
import type { CommandFailed } from './command-failed.ts'

export interface RunAgent<Answer = unknown>
  extends Ask<'RunAgent', AgentFinished<Answer> | AgentFailed | ContractBroken | CommandFailed> {
  readonly role: string
  readonly mode: AgentMode
  readonly tier: ModelTier
  readonly lane: LaneName
  /** The lane is put back to this commit before the agent begins. */
  readonly startCommit: CommitHash
  /**
   * The agent works in a throw-away copy of the lane. It may write and run anything there, and none of it counts. The lane
   * itself stays as it is. Absent if the agent works in the lane.
   */
  readonly copy?: true
  readonly slices: readonly Slice[]
  /** Name of the output contract the answer must satisfy; null if any text will do. */
  readonly contract: string | null
  /** What the lane's new commit says; null if the role must not change anything. */
  readonly commitMessage: string | null
  readonly limits: AgentLimits
  /** What the whole change is measured from. Its conventions hold for all roles; without it, those of `startCommit`. */
  readonly baseCommit?: CommitHash
  /** Calls of a run with the same name in the same lane continue one session; absent if each has its own. */
  readonly session?: string
  /** Whose context drops the agent is to be told beside its slices; absent if it gets none. */
  readonly context?: { readonly phase: string; readonly planPhase?: string; readonly planId: string }
  /** Pictures the agent is shown, as files of the run; absent if there are none. */
  readonly images?: readonly string[]
  /** All that it may change, files or patterns; absent if only its mode says. */
  readonly mayWrite?: readonly string[]
  /**
   * Files that the agent writes for the harness, relative to the lane. An older file there is removed first; what the
   * agent wrote is taken out of the lane, and no commit has it. Absent if there are none.
   */
  readonly artifacts?: readonly string[]
  /** The model that this call wants, by provider. A role's own model counts more; absent if the tier says it. */
  readonly models?: Readonly<Record<string, string>>
  /** What the shell looks up and adds to the slices when it calls the agent; absent if there is nothing. */
  readonly shows?: Materials
}

/** Texts that are too long for a state. */
export interface Materials {
  /** The change that the agent judges. */
  readonly change?: JudgedChange
  readonly logs?: readonly ShownLog[]
  /** Tags of acceptance files, to be shown with their text. */
  readonly acceptance?: readonly string[]
}

export interface JudgedChange {
  readonly from: CommitHash
  readonly to: CommitHash
  /** What the same role saw last: the difference to it is shown first. Absent if this is its first look. */
  readonly since?: CommitHash
  /** The diff shows these files only; all if absent. */
  readonly only?: readonly string[]
  /** What was tried about the tests that it touches, and what was ruled; absent if nothing was. */
  readonly tried?: string
}

/** The log of a check, or of a job of the forge. */
export interface ShownLog {
  readonly title: string
  /** Relative to the folder of the run. */
  readonly log: string
  /** If the part around its errors is quoted. Otherwise another slice quotes it, and the agent only gets the file. */
  readonly quoted: boolean
}

/** What every end of an agent call tells. */
interface AgentOutcomeBase extends OutcomeBase {
  /** The context drops that the agent was told, and those left out, by name and digest; absent if there were none. */
  readonly context?: readonly ContextUse[]
  /** Tool calls that the agent was not allowed; absent if there were none. */
  readonly denied?: DeniedCalls
}

export interface DeniedCalls {
  readonly count: number
  /** The first few, each as the tool and its command or file. */
  readonly first: readonly string[]
}

export interface ContextUse {
  readonly path: string
  readonly digest: string
  /** Why it was not told; null if it was. */
  readonly leftOut: string | null
}

export interface AgentFinished<Answer = unknown> extends AgentOutcomeBase {
  readonly type: 'AgentFinished'
  readonly role: string
  readonly text: string
  /** The contract that the answer satisfies; null if any text would do. */
  readonly contract: string | null
  /** What it said, as its contract reads it. */
  readonly answer: Answer
  readonly spending: Spending
  readonly providerSession: string | null
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly changedFiles: readonly string[]
  /** A role without write permission changed these files; the change was set aside and the answer is void. */
  readonly violation: { readonly files: readonly string[]; readonly patch: string } | null
  /** Of the only files that it may write, those that it wrote and git ignores: they are in no commit, but kept in a folder. */
  readonly ignored?: { readonly files: readonly string[]; readonly kept: string }
  /** The texts of the artifacts that it wrote, by path. One that is no plain text, or too long, is missing. */
  readonly artifacts?: Readonly<Record<string, string>>
  /** In the whole change from the base to `commit`; absent if there is nothing suspicious. */
  readonly suspicions?: readonly Suspicion[]
  /** The quotations of the answer, held against what the agent saw; absent if its contract asks for none. */
  readonly quotes?: QuotesHeld
}

export interface AgentFailed extends AgentOutcomeBase {
  readonly type: 'AgentFailed'
  readonly role: string
  readonly error: AgentError
  readonly spending: Spending
}

export interface ContractBroken extends AgentOutcomeBase {
  readonly type: 'ContractBroken'
  readonly role: string
  readonly contract: string
  readonly problems: readonly string[]
  readonly text: string
  readonly spending: Spending
}

/** Something in the change that a person would want to be asked about: only the plan can call for it. */
export interface Suspicion {
  readonly kind:
    | 'rules-edited'
    | 'odd-name'
    | 'hidden-characters'
    | 'link-outside'
    | 'submodule-url'
    | 'install-script'
    | 'large-file'
  /** With its hidden characters spelled out. */
  readonly file: string
  readonly detail: string
}

export const isRunAgent = (command: AnyCommand): command is RunAgent => command.type === 'RunAgent'

export const isAgentFinished = (event: AnyEvent): event is AgentFinished => event.type === 'AgentFinished'

export const isAgentFailed = (event: AnyEvent): event is AgentFailed => event.type === 'AgentFailed'

export const isContractBroken = (event: AnyEvent): event is ContractBroken => event.type === 'ContractBroken'

/** What an agent's call ended in: each of these tells what it cost. */
export const isAgentOutcome = (event: AnyEvent): event is AgentFinished | AgentFailed | ContractBroken =>
  isAgentFinished(event) || isAgentFailed(event) || isContractBroken(event)
