/** The daemon's choices: it heeds the operator, looks around, and carries out the work that has a lane. Pure. */
import { exitCode } from '../../kernel/exit-code.ts'
import { type CommandId, commandId } from '../../kernel/ids.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { nextId } from '../../work/dispatch.ts'
import { dueHooks } from './after-merge.ts'
import type { AfterMerge, CarryOut, CheckWork, Command, LookAround, ReleaseRuns } from './effects.ts'
import { nextMoment } from './next-moment.ts'
import { type DaemonState, subjectOf, type Work, worksIn } from './state.ts'

export function decide(state: DaemonState): Decision<Command> {
  const busy = worksIn(state, 'working')
  if (state.mode === 'stopping' && busy.length === 0) return stopped()
  return perform<Command>(
    { type: 'HeedOperator', id: idFor(state, 'heed') },
    ...(state.freezeWanted === null
      ? []
      : [{ type: 'SetFreeze', id: idFor(state, 'freeze'), reason: state.freezeWanted.reason } as const]),
    ...releaseRuns(state),
    ...worksIn(state, 'checking').map((work) => checkWork(state, work)),
    ...busy.map((work) => carryOut(state, work)),
    ...followMerge(state),
    lookAround(state),
  )
}

/** The run of the daemon pauses: the next boot resumes it. */
const stopped = (): Decision<never> =>
  end({
    outcome: 'paused',
    exitCode: exitCode.done,
    reason: 'The daemon was stopped.',
    next: 'Start it again: harness daemon start',
    resumable: true,
    report: '',
  })

const checkWork = (state: DaemonState, work: Work): CheckWork => ({
  type: 'CheckWork',
  id: commandId(state.input.runId, 'check', work.id, work.turn),
  work: work.id,
  subject: subjectOf(work),
  run: work.run,
})

const carryOut = (state: DaemonState, { id, args, run, turn }: Work): CarryOut => ({
  type: 'CarryOut',
  id: commandId(state.input.runId, 'carry-out', id, turn),
  work: id,
  args,
  run,
})

function followMerge(state: DaemonState): readonly AfterMerge[] {
  const hooks = dueHooks(state)
  const { landed } = state.merges
  return hooks.length === 0 ? [] : [{ type: 'AfterMerge', id: idFor(state, 'after-merge'), hooks, landed }]
}

const releaseRuns = (state: DaemonState): readonly ReleaseRuns[] =>
  state.releases === null
    ? []
    : [{ type: 'ReleaseRuns', id: idFor(state, `release-${state.releases}`), which: state.releases }]

const lookAround = (state: DaemonState): LookAround => ({
  type: 'LookAround',
  id: idFor(state, 'look'),
  except: Object.values(state.work)
    .filter(({ kind }) => kind === 'plan')
    .map(({ id }) => id),
  watch: worksIn(state, 'gate', 'held', 'blocked').map((work) => ({
    id: work.id,
    subject: subjectOf(work),
    run: work.run,
  })),
  blocked: worksIn(state, 'blocked', 'gate').flatMap(({ kind, id }) => (kind === 'plan' ? [id] : [])),
  known: state.seen?.digest ?? '',
  until: nextMoment(state),
  anchor: state.seen?.base?.commit ?? null,
})

const idFor = (state: DaemonState, phase: string): CommandId => nextId(state, phase, 'daemon')
