/**
 * Test support: the story of a run that wants several things at once, told by what agents, checks and people came to.
 * What a playbook's specs say goes without saying happens by itself, as far as the story does not tell it.
 */

import { expect } from 'vitest'
import type { LaneOpened } from '../effects/open-lane.ts'
import type { Reread } from '../effects/reread.ts'
import type { RunAgent } from '../effects/run-agent.ts'
import type { EventOf, OutcomeOf } from '../kernel/effect.ts'
import { asCommitHash, asTreeHash, type RunId } from '../kernel/ids.ts'
import type { Playbook } from '../kernel/playbook.ts'
import type { Answer as HandbookAnswer } from '../playbooks/handbook/answers.ts'
import type { Command as HandbookCommand } from '../playbooks/handbook/effects.ts'
import type { Answer as MissionAnswer } from '../playbooks/mission/state/answers.ts'
import type { Command as MissionCommand } from '../playbooks/mission/state/effects.ts'

/** What the playbooks want whose specs are told here. */
type Command =
  | Exclude<HandbookCommand | MissionCommand, { readonly type: 'RunAgent' }>
  | RunAgent<HandbookAnswer | MissionAnswer>
type Outcome = OutcomeOf<Command>
type Event = EventOf<Command>

/** Where the story stands: the run, and the documents as they are on the disk. */
export interface Scene<State, Shelf> {
  state: State
  shelf: Shelf
  /** Every command that was ever wanted, in order. */
  readonly log: string[]
  commits: number
}

/** How a command ends. */
export interface Happening<In> {
  readonly claims: (command: Command) => boolean
  readonly make: (command: Command, at: number, scene: In) => Outcome
}

/** What people do to the documents, or to the run. */
export interface Deed<State, Shelf> {
  readonly edit?: (shelf: Shelf) => Shelf
  readonly event?: (at: number, state: State) => Event
  readonly laterMs?: number
  /** Everything that happens by itself happens before it; so it does before an event. */
  readonly isLate?: true
  /** The process dies once such a command is begun. */
  readonly dies?: (command: Command) => boolean
}

export const isFor = (command: Command, subject: string | null): boolean =>
  subject === null || command.id.split('/')[2] === subject

/** Ends the command of this type that is about the subject; of any, if that is null. */
export const ending = <In, Type extends Command['type']>(
  type: Type,
  subject: string | null,
  make: (command: Extract<Command, { type: Type }>, at: number, scene: In) => Outcome,
  test: (command: Extract<Command, { type: Type }>) => boolean = () => true,
): Happening<In> => ({
  claims: (command) =>
    command.type === type && isFor(command, subject) && test(command as Extract<Command, { type: Type }>),
  make: (command, at, scene) => make(command as Extract<Command, { type: Type }>, at, scene),
})

export const timerFires: Happening<unknown> = ending('WakeAt', null, ({ id }, at) => ({
  type: 'TimerFired',
  at,
  commandId: id,
}))
export const cannot = (type: Command['type'], subject: string | null, code: string): Happening<unknown> =>
  ending(type, subject, ({ id }, at) => ({
    type: 'CommandFailed',
    at,
    commandId: id,
    code,
    detail: code,
    next: 'mend it',
  }))
/** The process dies while a command of this type is under way for the subject. */
export const diesAt = (type: Command['type'], subject: string) => ({
  dies: (command: Command): boolean => command.type === type && isFor(command, subject),
})
export const resumes = { event: (at: number): Event => ({ type: 'RunResumed', at, until: null }) }

export const digest = (content: unknown): string => JSON.stringify(content)
export const reread = <Content>(content: Content, known: string | null): Reread<Content> => ({
  digest: digest(content),
  changed: digest(content) === known ? null : { content },
})

/** At the base as it stands, in the folder that was asked for. */
export function laneOpened(
  { id, lane, branch, worktree }: Extract<Command, { type: 'OpenLane' }>,
  at: number,
  { commits }: Scene<unknown, unknown>,
): LaneOpened {
  const commit = asCommitHash(`base-${commits}`)
  return {
    type: 'LaneOpened',
    at,
    commandId: id,
    lane,
    path: `/repo/${worktree ?? `.harness/run/lanes/${lane}`}`,
    branch,
    baseCommit: commit,
    commit,
    tree: asTreeHash(`tree-${commit}`),
  }
}

/** 2026-11-16 12:00 UTC. */
const startsAt = 1_794_830_400_000
const mostTurns = 2_000

interface Told<Input, State, In> {
  readonly playbook: Playbook<Input, State, Command>
  readonly input: Input
  readonly scene: In
  /** What goes without saying; null if it has to be said. */
  byItself(command: Command, at: number, scene: In): Outcome | null
  hear(event: Event): void
  /** If a sandbox holds what the run starts. */
  readonly confined?: boolean
}

export function tell<
  Input extends { readonly runId: RunId },
  State extends { readonly notes: readonly string[] },
  Shelf,
  In extends Scene<State, Shelf>,
>(
  { playbook, input, scene, byItself, hear, confined = false }: Told<Input, State, In>,
  happenings: readonly (Happening<In> | Deed<State, Shelf>)[],
) {
  let at = startsAt
  /** Nothing happens by itself if no process works on the run. */
  let isAway = false
  const wanted = (): readonly Command[] => {
    const decision = playbook.decide(scene.state)
    return decision.type === 'end' ? [] : decision.commands
  }
  const take = (came: Event): void => {
    const event: Event = came.type === 'RunResumed' ? { confined, ...came } : came
    hear(event)
    if (event.type !== 'CommandIssued') isAway = event.type === 'RunInterrupted'
    scene.state = playbook.evolve(scene.state, event)
    if (event.type !== 'CommandIssued' && event.type !== 'RunEnded') issue()
  }
  /** As the loop does it: whatever is wanted and not begun is begun. */
  const issue = (): void => {
    for (const command of wanted()) {
      const [line = ''] = summary([command])
      if (scene.log.includes(line)) continue
      scene.log.push(line)
      take({ type: 'CommandIssued', at, command })
    }
  }
  const settle = (claims: (command: Command) => boolean): void => {
    for (let turn = 0; turn < mostTurns; turn++) {
      if (wanted().some(claims)) return
      const next = wanted()
        .map((command) => byItself(command, at, scene))
        .find((event) => event !== null)
      if (next === undefined || next === null) return
      take(next)
    }
    throw new Error('it goes on by itself for ever')
  }
  const settleAll = (): void => settle(() => false)
  const { name, version } = playbook
  const { runId } = input
  take({ type: 'RunStarted', at, runId, playbook: name, playbookVersion: version, input, confined })
  for (const happening of happenings) {
    at += 1000
    if (!('claims' in happening)) {
      const { edit, event, laterMs = 0, isLate, dies } = happening
      if (dies !== undefined) {
        settle(dies)
        isAway = true
      }
      if (!isAway && (event !== undefined || isLate === true)) settleAll()
      at += laterMs
      if (edit !== undefined) scene.shelf = edit(scene.shelf)
      if (event !== undefined) take(event(at, scene.state))
      continue
    }
    settle(happening.claims)
    const command = wanted().find(happening.claims)
    if (command === undefined)
      throw new Error(`nothing of that kind is wanted: ${summary(wanted()).join(', ')}`)
    take(happening.make(command, at, scene))
  }
  settleAll()
  return {
    ...scene,
    notes: scene.state.notes,
    wants: (...expected: readonly string[]) => expect(summary(wanted())).toEqual(expected),
    command: (type: Command['type'], subject: string | null = null): Command => {
      const found = wanted().find((one) => one.type === type && isFor(one, subject))
      if (found === undefined) throw new Error(`not wanted: ${type}; but ${summary(wanted()).join(', ')}`)
      return found
    },
    labels: (subject: string | null = null) => slicesOf(wanted(), subject).map(({ label }) => label),
    envelope: (subject: string | null = null) =>
      slicesOf(wanted(), subject)
        .map(({ label, text }) => `# ${label}\n${text}`)
        .join('\n'),
    ends: () => {
      const decision = playbook.decide(scene.state)
      if (decision.type !== 'end') throw new Error(`still wants ${summary(wanted()).join(', ')}`)
      return decision.end
    },
  }
}

function slicesOf(commands: readonly Command[], subject: string | null) {
  const command = commands.find((one) => one.type === 'RunAgent' && isFor(one, subject))
  if (command?.type !== 'RunAgent') throw new Error(`wants no agent: ${summary(commands).join(', ')}`)
  return command.slices
}

/** `worker work/F-001/1`, `RunChecks verify/3.1/1`. */
const summary = (commands: readonly Command[]): readonly string[] =>
  commands.map((command) => {
    const id = command.id.split('/').slice(1).join('/')
    return `${command.type === 'RunAgent' ? command.role : command.type} ${id}`
  })
