/** A mission's commands: what the run itself wants, and what each feature under way wants. Pure and total. */
import type { Command, OpenLane, RunAgent, WriteDocuments } from '../../command.ts'
import type { Slice } from '../../envelope.ts'
import { exitCode } from '../../exit-code.ts'
import { asLaneName, commandId } from '../../ids.ts'
import { invariant } from '../../invariant.ts'
import type { DocumentEdit } from '../../mission-document.ts'
import { type Decision, end, perform } from '../../playbook.ts'
import { mayCall } from './caps.ts'
import { subjectOfDecision } from './decisions.ts'
import { documentFiles } from './document-files.ts'
import { flightSlices, mainSlices } from './envelopes.ts'
import { featureNamed } from './features.ts'
import type { Errand, Flight, FlightStep, LaneAt, Task } from './flight.ts'
import { subjectOf } from './flight.ts'
import { type MissionRole, missionDuties } from './input.ts'
import { landingChecks } from './landing.ts'
import { nextWhenDone } from './passed.ts'
import { missionReport } from './report.ts'
import type { MainStep, MissionState } from './state.ts'
import { isStopped, mainSubject } from './state.ts'
import { nextWake } from './wakes.ts'

export function decide(state: MissionState): Decision {
  const wanted = [...mainCommands(state), ...state.flights.flatMap((flight) => flightCommands(state, flight))]
  const commands = [...affordable(state, wanted), ...wake(state)]
  if (commands.length > 0) return perform(...commands)
  const stopped = [state, ...state.flights].map(({ hurdle }) => hurdle).find((one) => one?.type === 'stop')
  if (stopped?.type === 'stop')
    return end({ ...stopped.end, report: missionReport(state, stopped.end.reason) })
  invariant(state.main.type === 'over', `a mission that is not over wants something (${state.main.type})`)
  return over(state, state.main)
}

/** Calls that are under way stay; under a cap others wait until they have ended. */
function affordable(state: MissionState, wanted: readonly Command[]): readonly Command[] {
  const underWay = [...state.calls]
  return wanted.filter((command) => {
    if (command.type !== 'RunAgent' || state.calls.includes(command.id)) return true
    if (!mayCall(state, underWay)) return false
    underWay.push(command.id)
    return true
  })
}

/** Where the run stops, nobody waits for a window to open. */
const wake = (state: MissionState): readonly Command[] => {
  const due = nextWake(state)
  return due === null || isStopped(state)
    ? []
    : [{ type: 'WakeAt', id: idFor(state, 'wait', String(due.until)), at: due.until, why: due.why }]
}

function mainCommands(state: MissionState): readonly Command[] {
  const [errand] = state.errands
  return [
    ...(errand === undefined ? [] : [errandCommand(state, errand, mainSubject)]),
    ...(state.flushing === null ? [] : [write(state, idFor(state, 'flush', mainSubject), state.flushing)]),
    ...mainCommand(state),
  ]
}

function mainCommand(state: MissionState): readonly Command[] {
  const { main, input, hurdle, desk } = state
  if (hurdle?.type === 'gate')
    return [{ type: 'AskHuman', id: idFor(state, 'gate', mainSubject), gate: hurdle.gate }]
  if (hurdle !== null) return []
  const id = idFor(state, main.type, mainSubject)
  switch (main.type) {
    case 'read': {
      if (state.flushing !== null) return []
      const { specPath, baseBranch } = input
      const kept = state.kept.map(({ feature }) => feature)
      return [{ type: 'ReadMission', id, specPath, baseBranch, kept, known: state.digests }]
    }
    case 'open':
      return [openDesk(state, id)]
    case 'plan':
      return [agent(state, 'mission-planner', desk, id, mainSlices(state, main))]
    case 'review':
      return [agent(state, 'plan-reviewer', desk, id, mainSlices(state, main))]
    case 'orchestrate':
      return [agent(state, 'orchestrator', desk, id, mainSlices(state, main))]
    case 'curate':
      return [agent(state, 'curator', desk, id, mainSlices(state, main))]
    case 'write': {
      if (state.flushing !== null) return []
      const { decision, by } = main
      if (decision === null) return [write(state, id, main.edits)]
      const { iteration } = state
      return [
        {
          ...write(state, id, main.edits),
          decision: {
            iteration,
            decision: decision.name,
            subject: subjectOfDecision(decision),
            reason: decision.reason,
            by,
          },
          snapshot: { iteration, keep: input.retention.snapshots, keepLogs: input.retention.logs },
        },
      ]
    }
    case 'close':
      invariant(desk !== null, 'what is given up is there')
      return [{ type: 'CloseLane', id, lane: desk.lane, branch: desk.branch, baseBranch: input.baseBranch }]
    case 'smoke':
      invariant(desk !== null && input.smoke !== null, 'the product is tested in a lane')
      return [{ type: 'SmokeTest', id, lane: desk.lane, commit: desk.commit, ...smokeOf(state) }]
    case 'gate':
      return [{ type: 'AskHuman', id: idFor(state, 'gate', gateSubject(main)), gate: main.gate }]
    case 'idle':
    case 'document':
    case 'over':
      return []
  }
}

const write = (
  { digests }: MissionState,
  id: Command['id'],
  edits: readonly DocumentEdit[],
): WriteDocuments => ({
  type: 'WriteDocuments',
  id,
  edits,
  known: { features: digests.features, contract: digests.contract },
  decision: null,
  snapshot: null,
})

/** Not by its name: a checkpoint may be called like a feature, and what is answered would be taken for the feature's. */
const gateSubject = ({ about, gate }: Extract<MainStep, { type: 'gate' }>): string =>
  about.type === 'checkpoint' ? mainSubject : gate.name

const smokeOf = ({ input }: MissionState) => ({
  startup: input.smoke?.startup ?? null,
  urls: input.smoke?.urls ?? [],
})

/** A name of its own in every run: what an earlier one left stands at another base. */
function openDesk({ input, dispatched }: MissionState, id: Command['id']): OpenLane {
  const name = `mission-${input.runId}-${(dispatched[`open/${mainSubject}`] ?? 0) + 1}`
  return {
    type: 'OpenLane',
    id,
    lane: asLaneName(name),
    branch: `harness/${name}`,
    baseBranch: input.baseBranch,
  }
}

function errandCommand(state: MissionState, errand: Errand, subject: string): Command {
  if (errand.type === 'notify')
    return {
      type: 'Notify',
      id: idFor(state, `notify-${errand.kind}`, subject),
      kind: errand.kind,
      message: errand.message,
    }
  const env = errand.feature === null ? {} : { FEATURE_ID: errand.feature }
  return { type: 'RunHook', id: idFor(state, `hook-${errand.hook}`, subject), hook: errand.hook, env }
}

const rolesOfSteps = {
  work: 'worker',
  debug: 'debugger',
  architect: 'architect',
  document: 'documenter',
  validate: 'validator',
  'ui-qa': 'ui-qa',
  crosscheck: 'crosscheck',
} as const satisfies Partial<Record<FlightStep['type'], MissionRole>>

function flightCommands(state: MissionState, flight: Flight): readonly Command[] {
  const { step, lane, hurdle } = flight
  const subject = subjectOf(flight.task)
  if (hurdle?.type === 'gate')
    return [{ type: 'AskHuman', id: idFor(state, 'gate', subject), gate: hurdle.gate }]
  if (hurdle !== null || step.type === 'rest' || step.type === 'approved' || step.type === 'closed') return []
  const [errand] = flight.errands
  if (errand !== undefined) return [errandCommand(state, errand, subject)]
  const { input } = state
  const { baseBranch } = input
  const id = idFor(state, step.type, subject)
  if (step.type === 'open') return [openLane(state, flight.task, id)]
  invariant(lane !== null, `${step.type} needs a lane`)
  const at = { lane: lane.lane, commit: lane.commit }
  switch (step.type) {
    case 'work':
    case 'debug':
    case 'architect':
    case 'document':
    case 'validate':
    case 'ui-qa':
    case 'crosscheck': {
      const role = rolesOfSteps[step.type]
      const call = agent(
        state,
        role,
        lane,
        id,
        flightSlices(state, flight, role),
        commitMessageOf(state, flight),
      )
      if (step.type === 'ui-qa') return [{ ...call, images: flight.screens.map(({ file }) => file) }]
      // On the feature's own branch nothing can be left out afterwards.
      return [
        step.type === 'document' && flight.task.type === 'feature'
          ? { ...call, mayWrite: documentFiles }
          : call,
      ]
    }
    case 'sync':
      return [
        {
          type: 'SyncLane',
          id,
          lane: lane.lane,
          startCommit: lane.commit,
          baseBranch,
          baseCommit: lane.baseCommit,
        },
      ]
    case 'checks':
      return [{ type: 'RunChecks', id, ...at, tree: lane.tree, checks: landingChecks(state, flight) }]
    case 'smoke':
      return [{ type: 'SmokeTest', id, ...at, ...smokeOf(state) }]
    case 'capture':
      invariant(input.uiQa !== null, 'nothing is looked at that is not configured')
      return [{ type: 'CaptureUi', id, ...at, server: input.uiQa.server, routes: input.uiQa.routes }]
    case 'merge':
      return [
        {
          type: 'MergeLane',
          id,
          ...at,
          branch: lane.branch,
          tree: lane.tree,
          baseBranch,
          baseCommit: lane.baseCommit,
          message: `Merge ${titleOf(state, flight)}`,
          checks: input.checks,
          asItIs: true,
        },
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
      return [{ type: 'CloseLane', id, lane: lane.lane, branch: lane.branch, baseBranch }]
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
  if (flight.step.type === 'document')
    return `Document ${flight.task.type === 'docs' ? flight.task.features.join(', ') : flight.task.id}`
  return flight.step.type === 'work' ? titleOf(state, flight) : null
}

const pullBody = ({ verdicts }: Flight): string =>
  [
    '## Claims',
    ...verdicts.map(
      ({ claim, status, evidence }) => `- ${claim}: ${status}\n  ${evidence.replaceAll('\n', '\n  ')}`,
    ),
  ].join('\n')

function agent(
  state: MissionState,
  role: MissionRole,
  lane: LaneAt | null,
  id: Command['id'],
  slices: readonly Slice[],
  commitMessage: string | null = null,
): RunAgent {
  invariant(lane !== null, `the ${role} needs a lane`)
  const { mode, contract } = missionDuties[role]
  const { tier, limits } = state.input.roles[role]
  return {
    type: 'RunAgent',
    id,
    role,
    mode,
    tier,
    limits,
    contract,
    lane: lane.lane,
    startCommit: lane.commit,
    baseCommit: lane.baseCommit,
    slices,
    commitMessage,
  }
}

function over(state: MissionState, { end: how, why }: Extract<MainStep, { type: 'over' }>): Decision {
  const report = missionReport(state, why)
  const final = { reason: why, resumable: false, report } as const
  switch (how) {
    case 'done':
      return end({ ...final, outcome: 'done', exitCode: exitCode.done, next: nextWhenDone(state) })
    case 'rejected':
      return end({
        ...final,
        outcome: 'halted',
        exitCode: exitCode.planRejected,
        next: 'Read .harness/escalation.md; mend the spec and delete .harness/features.json to plan anew, or mend the plan to have it reviewed again, then: harness mission',
      })
    case 'replan':
      return end({
        ...final,
        outcome: 'blocked',
        exitCode: exitCode.halted,
        next: 'To have the spec planned anew: rm .harness/features.json .harness/validation-contract.md, then: harness mission',
      })
    case 'refused':
      return end({
        ...final,
        outcome: 'blocked',
        exitCode: exitCode.halted,
        next: 'Read .harness/escalation.md, mend what it names, then: harness mission',
      })
  }
}

const idFor = ({ input, dispatched }: MissionState, phase: string, subject: string): Command['id'] =>
  commandId(input.runId, phase, subject, (dispatched[`${phase}/${subject}`] ?? 0) + 1)
