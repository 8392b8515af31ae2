/** Builds a daemon's state from events, as specs read them. */
import { asRunId, type CommandId } from '../../../kernel/ids.ts'
import type { Command, Event, HookResult } from '../effects.ts'
import type { Candidate, Facts } from '../facts.ts'
import { daemon } from '../playbook.ts'
import type { Rest } from '../rest.ts'
import type { DaemonSettings } from '../settings.ts'
import type { DaemonState } from '../state.ts'
import type { OperatorWord } from '../words.ts'

const runId = asRunId('20260101-000000')
export const begin = Date.UTC(2026, 0, 1)

export const settings: DaemonSettings = {
  lanes: 1,
  tickMs: 30_000,
  rateLimitBackoffMs: 900_000,
  maxRateLimitRetries: 3,
  maxRestarts: 2,
  fidelityEvery: 0,
  releaseGate: false,
}

export const candidate = (id: string, standing: Candidate['standing'] = { type: 'free' }): Candidate => ({
  id,
  title: `Plan ${id}`,
  standing,
})

/** A sound repository without plans. */
export const facts = (change: Partial<Facts> = {}): Facts => ({
  seenAt: Number.MAX_SAFE_INTEGER,
  digest: JSON.stringify(change),
  trouble: null,
  config: { settings, revision: 'r1' },
  frozen: null,
  ready: [],
  plans: { open: 0, completed: 0 },
  bad: [],
  behind: { count: 0, first: [] },
  standings: {},
  base: null,
  closedUntil: null,
  ceilingReached: false,
  ...change,
})

/** With so many lanes. */
export const lanes = (count: number): Pick<Facts, 'config'> => ({
  config: { settings: { ...settings, lanes: count }, revision: 'r1' },
})

export interface Given {
  readonly state: DaemonState
  /** Each of these happens a second later, or when `at` says. */
  look(change?: Partial<Facts>): Given
  hear(word: OperatorWord): Given
  rest(work: string, rest: Rest, run?: string | null): Given
  check(work: string, heldBy: string | null, run?: string | null): Given
  /** What audits say, of all merges that there are, or of fewer. */
  follow(results: readonly HookResult[], landed?: number): Given
  /** The process ended, and another one begins. */
  reboot(): Given
  later(ms: number): Given
  event(event: Omit<Event, 'at' | 'commandId'>): Given
}

const started: Event = {
  type: 'RunStarted',
  at: begin,
  runId,
  playbook: 'daemon',
  playbookVersion: 1,
  input: null,
}

/** A daemon that was just started, and by default told to resume. */
export const given = (running = true): Given => {
  const first = of(daemon.evolve(daemon.initialState({ runId, adopted: null }), started), begin)
  return running ? first.hear({ type: 'resume' }) : first
}

const of = (state: DaemonState, at: number): Given => {
  const next = (event: object): Given => {
    return of(daemon.evolve(state, { ...event, at: at + 1000 } as Event), at + 1000)
  }
  const outcome = (event: object, command = 'x/daemon'): Given =>
    next({ ...event, commandId: `${runId}/${command}/1` as CommandId })
  return {
    state,
    look: (change = {}) => outcome({ type: 'LookedAround', facts: facts(change) }),
    hear: (word) => outcome({ type: 'OperatorHeard', word, by: 'ann' }),
    rest: (work, rest, run = null) => outcome({ type: 'WorkRested', work, run, rest }, `carry-out/${work}`),
    check: (work, heldBy, run = null) => outcome({ type: 'WorkChecked', work, run, heldBy }, `check/${work}`),
    follow: (results, landed = state.merges.landed) => outcome({ type: 'MergeFollowed', landed, results }),
    reboot: () => next({ type: 'RunResumed', until: null }),
    later: (ms) => of(state, at + ms),
    event: (event) => outcome(event),
  }
}

/** The ids of the work that is carried out now. */
export const carriedOut = ({ state }: Given): readonly string[] =>
  wanted(state).flatMap((command) => (command.type === 'CarryOut' ? [command.work] : []))

export const wanted = (state: DaemonState): readonly Command[] => {
  const decision = daemon.decide(state)
  return decision.type === 'end' ? [] : decision.commands
}

export const merged = (sha = 'abc'): Rest => ({ type: 'done', merged: sha, verified: true, detail: '' })
