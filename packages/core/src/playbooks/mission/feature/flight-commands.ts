/** Owns what one feature under way wants, or the documentation of some: the command of the step that it is at. */
import type { OpenLane } from '../../../effects/open-lane.ts'
import { asLaneName } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { nextId } from '../../../work/dispatch.ts'
import { closeLane, mergeLane, runChecks, syncLane } from '../../../work/lane.ts'
import { featureNamed } from '../documents/features.ts'
import type { Command } from '../state/effects.ts'
import { type Flight, type FlightStep, subjectOf, type Task } from '../state/flight.ts'
import { type MissionRole, smokeOf } from '../state/input.ts'
import type { MissionState } from '../state/state.ts'
import { flightSlices } from '../telling/envelopes.ts'
import { errandCommand } from '../telling/errands.ts'
import { roleCall } from '../telling/role-call.ts'
import { isBeingShown } from './ahead.ts'
import { checksOf } from './landing.ts'

const rolesOfSteps = {
  work: 'worker',
  resolve: 'worker',
  debug: 'debugger',
  architect: 'architect',
  document: 'documenter',
  validate: 'validator',
  'ui-qa': 'ui-qa',
  crosscheck: 'crosscheck',
} as const satisfies Partial<Record<FlightStep['type'], MissionRole>>

export function flightCommands(state: MissionState, flight: Flight): readonly Command[] {
  const { step, lane, hurdle } = flight
  const subject = subjectOf(flight.task)
  if (hurdle !== null || step.type === 'rest' || step.type === 'approved') return []
  const [errand] = flight.errands
  if (errand !== undefined) return [errandCommand(state, errand, subject)]
  const { input } = state
  const { baseBranch } = input
  if (lane === null) return [openLane(state, flight.task, nextId(state, 'open', subject))]
  const id = nextId(state, step.type, subject)
  const at = { lane: lane.lane, commit: lane.commit }
  switch (step.type) {
    case 'sync':
      return [syncLane(id, lane, baseBranch)]
    case 'checks':
      return isBeingShown(flight)
        ? []
        : [runChecks(id, lane, checksOf(state, flight), flight.ahead?.evidence)]
    case 'smoke':
      return [{ type: 'SmokeTest', id, ...at, ...smokeOf(input) }]
    case 'capture':
      invariant(input.uiQa !== null, 'nothing is looked at that is not configured')
      return [{ type: 'CaptureUi', id, ...at, server: input.uiQa.server, routes: input.uiQa.routes }]
    case 'merge':
      return [
        mergeLane(id, lane, {
          baseBranch,
          message: `Merge ${titleOf(state, flight)}`,
          checks: input.checks,
          asItIs: true,
        }),
      ]
    case 'pull':
      return [
        {
          type: 'OpenPull',
          id,
          ...at,
          branch: lane.branch,
          baseBranch,
          pull: null,
          ...(flight.mayReopen === true ? { mayReopen: true } : {}),
          title: titleOf(state, flight),
          body: pullBody(flight),
        },
      ]
    case 'ci': {
      const { pull, since } = step
      const deadline = since + (input.ciPatienceMs ?? 0)
      return [{ type: 'AwaitCi', id, pull, commit: lane.commit, deadline }]
    }
    case 'close':
      return [closeLane(id, lane, baseBranch)]
    default: {
      const role = rolesOfSteps[step.type]
      const slices = flightSlices(state, flight, role)
      const call = roleCall(state, role, lane, id, slices, commitMessageOf(state, flight))
      return [step.type === 'ui-qa' ? { ...call, images: flight.screens.map(({ file }) => file) } : call]
    }
  }
}

/** A feature's lane is found again by the next run; that of its documentation is not. */
function openLane({ input }: MissionState, task: Task, id: Command['id']): OpenLane {
  const { isolation, baseBranch, runId } = input
  const name = task.type === 'feature' ? task.id : `${task.name}-${runId}`
  return {
    type: 'OpenLane',
    id,
    lane: asLaneName(name),
    branch: `harness/${name}`,
    baseBranch,
    ...(isolation.useWorktrees ? { worktree: `.harness/worktrees/${name}` } : {}),
  }
}

const titleOf = (state: MissionState, { task }: Flight): string =>
  task.type === 'docs'
    ? `the documentation of ${task.features.join(', ')}`
    : `${task.id}: ${featureNamed(state, task.id)?.title ?? ''}`

const commitMessageOf = (state: MissionState, flight: Flight): string | null => {
  const { step, task } = flight
  if (task.type === 'docs') return `Document ${task.features.join(', ')}`
  return step.type === 'work' || step.type === 'resolve' ? titleOf(state, flight) : null
}

const pullBody = ({ verdicts }: Flight): string =>
  [
    '## Claims',
    ...verdicts.map(
      ({ claim, status, evidence }) => `- ${claim}: ${status}\n  ${evidence.replaceAll('\n', '\n  ')}`,
    ),
  ].join('\n')
