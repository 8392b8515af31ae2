/** Test support: what can happen in the story of a mission, by agents, checks, merges and people. */

import type { AgentErrorKind } from '../../../kernel/agent.ts'
import { answerTo } from '../../../kernel/gate-answer.ts'
import { asCommitHash, asTreeHash, type CommandId } from '../../../kernel/ids.ts'
import type { QuotesHeld } from '../../../kernel/quotation.ts'
import { checksCounted, checksEnded, spending } from '../../../test-support/outcomes.ts'
import {
  type Happening as Ending,
  ending,
  type Deed as StoryDeed,
  type Scene as StoryScene,
} from '../../../test-support/story.ts'
import { mission } from '../playbook.ts'
import type { Lesson, Answer as Said, Validation } from '../state/answers.ts'
import type { ClaimStatus, Feature, PlanVerdict } from '../state/mission-document.ts'
import type { MissionState } from '../state/state.ts'
import { claimOf, type Shelf } from './shelf.ts'

export type Scene = StoryScene<MissionState, Shelf>
export type Happening = Ending<Scene>
export type Deed = StoryDeed<MissionState, Shelf>

interface Answer {
  readonly text?: string
  readonly answer?: Said
  readonly files?: readonly string[]
  readonly violation?: readonly string[]
  readonly usd?: number | null
  readonly tokens?: number
  readonly suspicious?: string
  readonly quotes?: QuotesHeld
}

/** The agent of this role answers; of several, the one about the subject. */
export const answers = (role: string, subject: string | null, answer: Answer): Happening =>
  ending(
    'RunAgent',
    subject,
    (command, at, scene) => {
      const files = answer.files ?? []
      const commit = files.length === 0 ? command.startCommit : asCommitHash(`commit-${++scene.commits}`)
      const cost = spending(answer.tokens ?? 100)
      return {
        type: 'AgentFinished',
        at,
        commandId: command.id,
        role: command.role,
        text: answer.text ?? 'It is done.',
        contract: command.contract,
        answer: answer.answer ?? { kind: 'text' },
        spending: { ...cost, usd: answer.usd === undefined ? cost.usd : answer.usd },
        providerSession: null,
        commit,
        tree: asTreeHash(`tree-${commit}`),
        changedFiles: files,
        violation: answer.violation === undefined ? null : { files: answer.violation, patch: 'aside.patch' },
        ...(answer.quotes === undefined ? {} : { quotes: answer.quotes }),
        ...(answer.suspicious === undefined
          ? {}
          : { suspicions: [{ kind: 'rules-edited', file: answer.suspicious, detail: 'gone' }] }),
      }
    },
    (command) => command.role === role,
  )

export const plans = (shelf: Shelf): Happening =>
  answers('mission-planner', null, {
    answer: { kind: 'mission-plan', contract: shelf.contract ?? [], features: shelf.features ?? [] },
  })
export const reviewsPlan = (verdict: PlanVerdict, ...notes: readonly string[]): Happening =>
  answers('plan-reviewer', null, { answer: { kind: 'plan-review', verdict, notes } })
export const works = (
  id: string,
  more: Answer & { readonly tricks?: readonly string[]; readonly ambiguity?: string } = {},
): Happening =>
  answers('worker', id, {
    files: ['src/a.ts'],
    ...more,
    answer: {
      kind: 'mission-work',
      summary: more.text ?? 'It is done.',
      tricks: more.tricks ?? [],
      ambiguity: more.ambiguity ?? null,
    },
  })
type Issues = Validation['issues']
const validation = (
  role: string,
  id: string,
  status: Exclude<ClaimStatus, 'TODO'>,
  more: { readonly evidence?: string; readonly issues?: Issues; readonly ambiguity?: string } & Answer = {},
): Happening =>
  answers(role, id, {
    ...more,
    answer: {
      kind: 'validation',
      claims: [{ id: claimOf(id), status, evidence: more.evidence ?? `it says "${status}"` }],
      issues: more.issues ?? [],
      ambiguity: more.ambiguity ?? null,
    },
  })
export const passes = (id: string, more: Parameters<typeof validation>[3] = {}): Happening =>
  validation('validator', id, 'PASS', more)
export const refutes = (id: string, more: Parameters<typeof validation>[3] = {}): Happening =>
  validation('validator', id, 'FAIL', more)
export const looks = (id: string, status: 'PASS' | 'FAIL', issues: Issues = []): Happening =>
  validation('ui-qa', id, status, { issues })
export const crosschecks = (id: string, status: 'PASS' | 'FAIL', issues: Issues = []): Happening =>
  validation('crosscheck', id, status, { issues })
export const rules = (id: string, ruling: Partial<Extract<Said, { kind: 'ruling' }>> = {}): Happening =>
  answers('architect', id, {
    answer: {
      kind: 'ruling',
      claim: null,
      decision: 'E-mail only.',
      reason: 'The spec.',
      question: null,
      ...ruling,
    },
  })
export const debugs = (id: string, text: string): Happening => answers('debugger', id, { text })
export const curates = (...promote: readonly string[]): Happening => teaches([], ...promote)
export const teaches = (lessons: readonly Lesson[], ...promote: readonly string[]): Happening =>
  answers('curator', null, {
    answer: { kind: 'curation', summary: 'Short.', memory: 'Long.', promote, lessons },
  })
export const decidesTo = (decision: string, subject: string | null, reason = 'It seems best.'): Happening =>
  answers('orchestrator', null, { answer: { kind: 'decision', decision, subject, reason } })
export const documents = (...files: readonly string[]): Happening => answers('documenter', null, { files })
/** Nothing needs documenting; comes by itself. */
export const nothingToDocument = documents()

export const prose = (role: string, subject: string | null = null, text = 'It is fine.'): Happening =>
  ending(
    'RunAgent',
    subject,
    (command, at) => ({
      type: 'ContractBroken',
      at,
      commandId: command.id,
      role: command.role,
      contract: command.contract ?? '',
      problems: ['prose'],
      text,
      spending: spending(),
    }),
    (command) => command.role === role,
  )
export const fails = (
  role: string,
  subject: string | null,
  kind: AgentErrorKind,
  resetsAt?: number,
): Happening =>
  ending(
    'RunAgent',
    subject,
    (command, at) => ({
      type: 'AgentFailed',
      at,
      commandId: command.id,
      role: command.role,
      error: { kind, message: `it was ${kind}`, ...(resetsAt === undefined ? {} : { resetsAt }) },
      spending: spending(),
    }),
    (command) => command.role === role,
  )
export const checksFail = (id: string, claims: readonly string[] = []): Happening =>
  ending('RunChecks', id, (command, at) => {
    const event = checksEnded(command, at, 1, null)
    return { ...event, evidence: event.evidence.map((item) => ({ ...item, claims })) }
  })
export const checksCount = (
  id: string,
  executed: number | null,
  onBase: number | null,
  cached = false,
): Happening => ending('RunChecks', id, (command, at) => checksCounted(command, at, executed, onBase, cached))
export const mergeRefused = (id: string, reason: 'base-moved' | 'checkout-in-the-way'): Happening =>
  ending('MergeLane', id, (command, at) => ({
    type: 'MergeRefused',
    at,
    commandId: command.id,
    reason,
    detail: reason,
  }))
export const conflicts = (id: string): Happening =>
  ending('SyncLane', id, (command, at) => ({
    type: 'SyncConflicted',
    at,
    commandId: command.id,
    baseCommit: asCommitHash('base-new'),
    files: ['src/a.ts'],
    commit: asCommitHash('marked'),
    tree: asTreeHash('tree-marked'),
  }))
export const ciReports = (state: 'failed' | 'silent'): Happening =>
  ending('AwaitCi', null, (command, at) => ({
    type: 'CiReported',
    at,
    commandId: command.id,
    state,
    jobs: [
      { name: 'build', state: state === 'failed' ? 'failed' : 'pending', url: '', summary: 'it is red' },
    ],
  }))
/** A person closes the pull request while its checks are waited for. */
export const closesPull: Happening = ending('AwaitCi', null, (command, at) => ({
  type: 'PullClosed',
  at,
  commandId: command.id,
  number: command.pull,
  url: 'https://example.org/1',
}))
/** The pull request is seen to be merged while its checks are waited for. */
export const mergedByOthers: Happening = ending('AwaitCi', null, (command, at) => ({
  type: 'LaneMerged',
  at,
  commandId: command.id,
  commit: command.commit,
  tree: asTreeHash(`tree-${command.commit}`),
  evidence: [],
  size: null,
  by: 'others',
}))
export const smokes = (passed: boolean): Happening =>
  ending('SmokeTest', null, (command, at) => ({
    type: 'SmokeTested',
    at,
    commandId: command.id,
    passed,
    failures: passed ? [] : ['GET / answered 500, where 200 was expected'],
    outputTail: '',
  }))
export const notCaptured = (reason: 'no-browser' | 'not-ready' | 'port-taken'): Happening =>
  ending('CaptureUi', null, (command, at) => ({
    type: 'UiNotCaptured',
    at,
    commandId: command.id,
    reason,
    detail: reason,
    next: 'mend it',
  }))
export const hookFails = (hook: string): Happening =>
  ending(
    'RunHook',
    null,
    (command, at) => ({ type: 'HookRan', at, commandId: command.id, problem: 'it ended with 1' }),
    (command) => command.hook === hook,
  )
export const answersGate = (
  choice: 'grant' | 'refuse',
  reason = '',
  name: string | null = null,
  by = 'ada',
): Happening =>
  ending(
    'AskHuman',
    null,
    (command, at) => ({
      type: 'GateAnswered',
      at,
      commandId: command.id,
      answer: answerTo(command.gate, { choice, reason, by }),
    }),
    (command) => name === null || command.gate.name === name,
  )
/** A feature that is worked on and passes. */
export const done = (id: string): readonly Happening[] => [works(id), passes(id)]

/** What happens by itself has happened. */
export const meanwhile: Deed = { isLate: true }
export const edits = (edit: NonNullable<Deed['edit']>): Deed => ({ edit })
export const sets = (id: string, more: Partial<Feature>): Deed =>
  edits((shelf) => ({
    ...shelf,
    features: shelf.features?.map((one) => (one.id === id ? { ...one, ...more } : one)) ?? null,
  }))
export const removes = (id: string): Deed =>
  edits((shelf) => ({ ...shelf, features: shelf.features?.filter((one) => one.id !== id) ?? null }))
/** A person merges everything that is kept. */
export const mergesAll: Deed = edits((shelf) => ({ ...shelf, facts: { ...shelf.facts, unmerged: [] } }))
/** Only this one will be left unmerged. */
export const leaves = (id: string): Deed =>
  edits((shelf) => ({
    ...shelf,
    facts: { ...shelf.facts, unmerged: [{ feature: id, branch: `harness/${id}`, url: null }] },
  }))
/** A signal ends every call in flight, each after so many tokens. */
export const isStopped = (tokens: number): Deed => ({
  event: (at, { reserved }) => ({
    type: 'RunInterrupted',
    at,
    reason: 'signal',
    spent: Object.keys(reserved).map((id) => ({ commandId: id as CommandId, spending: spending(tokens) })),
  }),
})
/** What the loop says when it lets go. */
export const ends: Deed = {
  event: (at, state) => {
    const decision = mission.decide(state)
    if (decision.type !== 'end') throw new Error('it has not ended')
    return { type: 'RunEnded', at, end: decision.end }
  },
}
