/**
 * Owns how an own playbook says what it wants. Each function makes one command, with an id that stays the same until the
 * command has ended. A command that needs an open lane opens it first.
 */
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { MergeLane } from '../../effects/merge-lane.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { RunAgent } from '../../effects/run-agent.ts'
import type { RunChecks } from '../../effects/run-checks.ts'
import type { SyncLane } from '../../effects/sync-lane.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { Check } from '../../kernel/check.ts'
import type { Slice } from '../../kernel/envelope.ts'
import { unproven } from '../../kernel/evidence.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import type { Gate, GateChoice } from '../../kernel/gate.ts'
import { asLaneName, type CommandId } from '../../kernel/ids.ts'
import { agentCall } from '../../work/agent-call.ts'
import { nextId } from '../../work/dispatch.ts'
import { landingChecks } from '../../work/landing.ts'
import * as way from '../../work/lane.ts'
import { wakeAt } from '../../work/wakes.ts'
import type { OwnDescription } from './definition.ts'
import type { OwnLane, OwnState } from './state.ts'

export interface Run {
  readonly runId: string
  readonly baseBranch: string
  /** The checks of the config. */
  readonly checks: readonly Check[]
  /** Null until it is open. */
  lane(name: string): OwnLane | null
  /** True if every check of the config passed on what the lane holds now. */
  isProven(lane: string): boolean

  openLane(name: string): OpenLane
  runAgent(role: string, call: OwnCall): RunAgent | OpenLane
  runChecks(lane: string, checks?: readonly Check[]): RunChecks | OpenLane
  /** Brings the base branch into the lane. */
  syncLane(lane: string): SyncLane | OpenLane
  /** The harness runs the checks of the config first if the lane is not proven. */
  mergeLane(lane: string, message: string): MergeLane | OpenLane
  /** A lane whose work is not merged is kept, with its branch. */
  closeLane(lane: string): CloseLane | OpenLane
  ask(gate: OwnGate): AskHuman
  /** `at` is in milliseconds since the epoch, as in events. */
  wakeAt(at: number, why: string): WakeAt
}

export interface OwnCall {
  readonly lane: string
  /** What the agent is told beside its role: one text, or texts by their labels. */
  readonly tell: string | Readonly<Record<string, string>>
  /** Tells two calls of one role apart; the lane if absent. */
  readonly subject?: string
  /** What the commit of its work says. */
  readonly message?: string
}

export interface OwnGate extends Pick<Gate, 'name' | 'question'> {
  /** What the person should see first; Markdown. */
  readonly detail?: string
  /** What each choice leads to, by its name; or choices in full. */
  readonly choices: Readonly<Record<string, string>> | readonly GateChoice[]
  /** The digest of the content that the person approves. */
  readonly digest?: string
}

export function runOf(playbook: OwnDescription, state: OwnState): Run {
  const { name } = playbook
  const { input, lanes } = state
  const { runId, baseBranch, checks } = input
  const id = (phase: string, subject: string): CommandId => nextId(state, phase, checkedName(subject))
  const lane = (named: string): OwnLane | null =>
    Object.hasOwn(lanes, named) ? (lanes[named] ?? null) : null
  const openLane = (named: string): OpenLane => {
    const whole = `${name}-${runId}-${named}`
    return {
      type: 'OpenLane',
      id: id('open', named),
      lane: asLaneName(whole),
      branch: `harness/${whole}`,
      baseBranch,
    }
  }
  const inLane = <Wanted>(named: string, wanted: (at: OwnLane) => Wanted): Wanted | OpenLane => {
    const at = lane(named)
    return at === null ? openLane(named) : wanted(at)
  }
  return {
    runId,
    baseBranch,
    checks,
    lane,
    isProven: (named) => isProven(lane(named), checks),
    openLane,
    runAgent: (role, { lane: named, tell, subject = named, message = `${name}: ${role}, ${named}` }) => {
      const { mode, contract = null } = roleOf(playbook, role)
      const settings = input.roles[role]
      if (settings === undefined) throw new Error(`This run started without the role ${role}`)
      return inLane(named, (at) => ({
        ...agentCall({
          id: id(role, subject),
          role,
          duties: { mode, contract },
          settings,
          lane: at,
          slices: slicesOf(tell),
          commitMessage: mode === 'exec' ? message : null,
        }),
        context: { phase: name, planId: name },
      }))
    },
    runChecks: (named, wanted) =>
      inLane(named, (at) => way.runChecks(id('check', named), at, wanted ?? checksOf(at, checks))),
    syncLane: (named) => inLane(named, (at) => way.syncLane(id('sync', named), at, baseBranch)),
    mergeLane: (named, message) =>
      inLane(named, (at) =>
        way.mergeLane(id('merge', named), at, { baseBranch, message, checks: checksOf(at, checks) }),
      ),
    closeLane: (named) => inLane(named, (at) => way.closeLane(id('close', named), at, baseBranch)),
    ask: ({ name: gate, question, detail = '', choices, digest = null }) => ({
      type: 'AskHuman',
      id: id('ask', gate),
      gate: {
        name: gate,
        question,
        detail,
        choices: choicesOf(choices),
        digest,
        exitCode: exitCode.waitingAtGate,
      },
    }),
    wakeAt: (at, why) => wakeAt(id('wait', name), { until: at, why }),
  }
}

export const isProven = (lane: OwnLane | null, checks: readonly Check[]): boolean =>
  lane !== null && unproven(checksOf(lane, checks), lane.evidence, lane.tree).length === 0

const checksOf = ({ conflictedWith }: OwnLane, checks: readonly Check[]): readonly Check[] =>
  landingChecks(checks, conflictedWith)

function roleOf({ name, roles = {} }: OwnDescription, role: string) {
  const known = Object.hasOwn(roles, role) ? roles[role] : undefined
  if (known === undefined)
    throw new Error(
      `The playbook ${name} has no role ${role}; its roles are ${Object.keys(roles).join(', ')}`,
    )
  return known
}

const slicesOf = (tell: OwnCall['tell']): readonly Slice[] =>
  Object.entries(typeof tell === 'string' ? { Task: tell } : tell).map(([label, text]) => ({
    label,
    stability: 'call',
    text,
  }))

const choicesOf = (choices: OwnGate['choices']): readonly GateChoice[] =>
  Array.isArray(choices)
    ? choices
    : Object.entries(choices).map(([name, leadsTo]) => ({ name, label: name, leadsTo, words: 'optional' }))

/** Names are parts of ids, branches and folders. */
function checkedName(name: string): string {
  if (/^[\w][\w.-]{0,60}$/.test(name)) return name
  throw new Error(`${JSON.stringify(name)} is no name: use letters, digits, dashes, and no spaces`)
}
