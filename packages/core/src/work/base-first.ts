/**
 * Owns "the base first": whatever a playbook does, no agent is called before the checks pass on the untouched base, or a
 * person lets a red base stand. It stands around a playbook, which knows nothing of it. Pure.
 */
import type { AskHuman } from '../effects/ask-human.ts'
import type { CheckBase } from '../effects/check-base.ts'
import { isLaneMerged, type MergeLane } from '../effects/merge-lane.ts'
import { isLaneOpened, type OpenLane } from '../effects/open-lane.ts'
import type { OpenPull } from '../effects/open-pull.ts'
import { isRunAgent } from '../effects/run-agent.ts'
import type { RunChecks } from '../effects/run-checks.ts'
import { isChecksFinished } from '../effects/run-checks.ts'
import type { AnyCommand, AnyEvent, AnyOutcome, EventOf } from '../kernel/effect.ts'
import { isOutcome, isRunEvent, type RunEnd } from '../kernel/event.ts'
import { type Evidence, isGreen } from '../kernel/evidence.ts'
import type { Gate } from '../kernel/gate.ts'
import type { GateAnswer } from '../kernel/gate-answer.ts'
import { givenUpEnd } from '../kernel/given-up.ts'
import type { CommandId } from '../kernel/ids.ts'
import { invariant } from '../kernel/invariant.ts'
import { commandsOf, type Decision, end, type Playbook, perform } from '../kernel/playbook.ts'
import { afterWork, waitOrStop } from './attempts.ts'
import {
  type BaseOutcome,
  basePhase,
  closeSubject,
  isBaseCommand,
  outcomeOfBase,
  resumed,
  withLane,
} from './base-first-events.ts'
import {
  type BaseFirst,
  type BaseSettings,
  baseFirstOf,
  checkedLane,
  holdsLane,
  isUnsettled,
  isUntouched,
  lanesToClose,
  newBaseFirst,
  withBaseFirst,
} from './base-first-state.ts'
import { baseGate, redBaseGate, redBaseSection } from './base-gate.ts'
import { nextId } from './dispatch.ts'
import { closeLane } from './lane.ts'
import { excusing, mergedFrom, passedIn } from './red-on-base.ts'

/** The commands of a playbook whose base is checked first. */
export type WithBase<Command extends AnyCommand> = Command | CheckBase

interface Around<Input, State> {
  settings(input: Input): BaseSettings
  /** How a run ends that a person abandons; null if it cannot be. */
  givenUp(state: State, by: string, reason: string): RunEnd | null
  /** Hears what a person said to a red base; absent if the playbook keeps no record of answers. */
  answered?(state: State, answer: GateAnswer): State
  /** If a check that ran counts as green; only exit code 0 does if absent. */
  readonly isFine?: (item: Evidence) => boolean
}

/** Its runs can want `CheckBase` too. */
export const baseFirst = <Input, State, Command extends AnyCommand>(
  playbook: Playbook<Input, State, Command>,
  around: Around<Input, State>,
): Playbook<Input, State, Command> => ({
  ...playbook,
  initialState(input) {
    const state = playbook.initialState(input)
    const base = newBaseFirst(around.settings(input))
    return base === null ? state : withBaseFirst(state, base)
  },
  decide(state) {
    const base = baseFirstOf(state)
    const wanted = playbook.decide(state)
    return base === null ? wanted : (decideWith(base, wanted) as Decision<Command>)
  },
  evolve(state, event) {
    const base = baseFirstOf(state)
    if (base === null) return playbook.evolve(state, event)
    if (isRunEvent(event, 'CommandIssued') && isBaseCommand(event.command.id)) return state
    if (isOutcome<AnyOutcome>(event) && isBaseCommand(event.commandId)) {
      const told = event as BaseOutcome
      return afterBase(playbook, around, state, outcomeOfBase(base, told, around.isFine ?? isGreen), told)
    }
    const heard = afterEvent(base, event, () => commandsOf(playbook.decide(state)))
    return holdsLane(heard, idOf(event))
      ? withBaseFirst(state, heard)
      : withBaseFirst(playbook.evolve(state, event), heard)
  },
})

const idOf = (event: AnyEvent): string => (isOutcome<AnyOutcome>(event) ? event.commandId : '')

/** What the playbook wants, without what has to wait for the base, and what the check of the base wants itself. */
function decideWith(base: BaseFirst, wanted: Decision): Decision {
  if (base.end !== null) {
    const closes = lanesToClose(base).map(({ open }) =>
      closeLane(nextId(base, basePhase, closeSubject(open.lane)), open, open.baseBranch),
    )
    return afterWork([...othersIn(base, wanted), ...closes], end(base.end))
  }
  if (!isUnsettled(base))
    return wanted.type === 'end' ? end(reported(wanted.end, base)) : marked(wanted, base)
  if (base.step === 'idle' || (wanted.type === 'end' && base.step === 'ask')) return wanted
  const others = othersIn(base, wanted)
  const id = (subject: string): CommandId => nextId(base, basePhase, subject)
  const held = waitOrStop(base.hurdle, id('wait'))
  if (held?.type === 'end') return wanted.type === 'end' ? wanted : afterWork(others, held)
  return perform(...others, ...(held === null ? ownCommands(base, id) : held.commands))
}

const othersIn = (base: BaseFirst, wanted: Decision): readonly AnyCommand[] =>
  commandsOf(wanted).filter((command) => !hasToWait(base, command, wanted))

function ownCommands(base: BaseFirst, id: (subject: string) => CommandId): readonly AnyCommand[] {
  switch (base.step) {
    case 'open':
      return base.lanes
        .filter(({ isStale }) => isStale)
        .map(({ open }) => ({ ...open, id: id(`open-${open.lane}`), anew: true }))
    case 'check':
      return [checkBase(base, id('check'))]
    case 'ask':
      return [askHuman(id(baseGate), redBaseGate(base))]
    default:
      return []
  }
}

const askHuman = (id: CommandId, gate: Gate): AskHuman => ({ type: 'AskHuman', id, gate })

function checkBase(base: BaseFirst, id: CommandId): CheckBase {
  const lane = checkedLane(base)
  invariant(lane !== null, 'the base is checked for a lane')
  const { open, opened } = lane
  const isBeside = base.mode === 'beside' || base.newest || !isUntouched(lane)
  return {
    type: 'CheckBase',
    id,
    lane: open.lane,
    commit: opened.baseCommit,
    checks: base.input.checks,
    ...(isBeside ? { beside: { baseBranch: open.baseBranch, newest: base.newest } } : {}),
  }
}

function hasToWait(base: BaseFirst, command: AnyCommand, wanted: Decision): boolean {
  switch (command.type) {
    case 'OpenLane':
      return holdsLane(base, command.id)
    case 'RunAgent':
      return base.mode === 'before' || command.id !== (base.agent ?? agentBeside(base, wanted))
    case 'RunChecks':
    case 'MergeLane':
      return true
    default:
      return false
  }
}

/** No agent starts beside a base that is known to be red. */
const agentBeside = (base: BaseFirst, wanted: Decision): CommandId | null =>
  base.red.length > 0 ? null : (commandsOf(wanted).find(isRunAgent)?.id ?? null)

/** `wanted` says what the playbook wanted before the event: an outcome names its command only. */
function afterEvent(base: BaseFirst, event: AnyEvent, wanted: () => readonly AnyCommand[]): BaseFirst {
  if (isRunEvent(event, 'RunResumed')) return resumed(base)
  const isOfInterest = base.step === 'settled' ? base.excuses.length > 0 : isLaneOpened(event)
  const command = isOfInterest ? wanted().find(({ id }) => id === idOf(event)) : undefined
  if (base.step !== 'settled') {
    if (isLaneOpened(event) && command !== undefined) return withLane(base, command as OpenLane, event)
    const isFirstAgent =
      base.agent === null && isRunEvent(event, 'CommandIssued') && isRunAgent(event.command)
    return isFirstAgent ? { ...base, agent: event.command.id } : base
  }
  if (isChecksFinished(event) && command !== undefined)
    return { ...base, excuses: passedIn(base.excuses, (command as RunChecks).lane, event.evidence) }
  if (isLaneMerged(event) && command !== undefined)
    return { ...base, excuses: mergedFrom(base.excuses, (command as MergeLane).lane) }
  return base
}

/** Once the base is settled, the playbook hears of the lanes that were held back. */
function afterBase<Input, State, Command extends AnyCommand>(
  playbook: Playbook<Input, State, Command>,
  { givenUp, answered = (before) => before }: Around<Input, State>,
  before: State,
  base: BaseFirst,
  event: BaseOutcome,
): State {
  const state = event.type === 'GateAnswered' ? answered(before, event.answer) : before
  if (event.type === 'GateAnswered' && base.step === 'abandoned') {
    const { by, reason } = event.answer
    const said = reason.trim() === '' ? 'The base is red.' : reason
    return withBaseFirst(state, { ...base, end: givenUp(state, by, said) ?? plainEnd(by, said) })
  }
  if (base.step !== 'settled') return withBaseFirst(state, base)
  const told = base.mode === 'before' ? base.lanes : []
  const next = told.reduce(
    (heard, { open, opened }) =>
      playbook.evolve(heard, {
        ...opened,
        at: event.at,
        commandId: open.id,
      } as AnyOutcome as EventOf<Command>),
    state,
  )
  return withBaseFirst(next, { ...base, lanes: [] })
}

const plainEnd = (by: string, reason: string): RunEnd =>
  givenUpEnd({
    by,
    reason,
    next: 'Its branches and lanes stay as they are.',
    report: (why) => `# Given up\n\n${why}`,
  })

const marked = (wanted: Exclude<Decision, { readonly type: 'end' }>, base: BaseFirst): Decision =>
  base.waiver === null && base.excuses.length === 0
    ? wanted
    : { ...wanted, commands: wanted.commands.map((command) => markedCommand(command, base)) }

function markedCommand(command: AnyCommand, base: BaseFirst): AnyCommand {
  switch (command.type) {
    case 'RunChecks':
    case 'MergeLane':
      return excusing(command as RunChecks | MergeLane, base.excuses)
    case 'OpenPull':
      return { ...command, body: withSection((command as OpenPull).body, base) } as AnyCommand
    default:
      return command
  }
}

const reported = (runEnd: RunEnd, base: BaseFirst): RunEnd => ({
  ...runEnd,
  report: withSection(runEnd.report, base),
})

const withSection = (text: string, base: BaseFirst): string =>
  [text, redBaseSection(base)].filter((part) => part !== '').join('\n\n')
