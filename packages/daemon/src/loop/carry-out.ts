/**
 * CarryOut: drives one run in this process until it rests. Safe to repeat: the command finds the unfinished run of its
 * subject and resumes it.
 */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { CarryOut, WorkRested } from '@harness/core/playbooks/daemon/effects'
import type { Rest } from '@harness/core/playbooks/daemon/rest'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { diskError } from '@harness/shell/machine/disk/disk-error'
import { isPlan } from '@harness/shell/store/layout/run-subject'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { CommandEnd } from '../place/outside.ts'
import { forgetStarted, noteStarted, subjectIn } from '../place/started-run.ts'
import { deliveredRest, mergeOf } from './delivered-rest.ts'
import type { DaemonPorts } from './ports.ts'

type EndedRest = Extract<Extract<CommandEnd, { type: 'rested' }>['rest'], { type: 'ended' }>

export async function carryOut(
  command: CarryOut,
  { signal }: Attempt,
  ports: DaemonPorts,
): Promise<WorkRested> {
  const { outside, inFlight, budget } = ports
  const { work, run } = command
  const args = run === null || isPlan(work) ? command.args : ['resume', run]
  if (run !== null) forgetStarted(outside.stateDir, work)
  const subject = isPlan(work) ? work : run === null ? (command.args[0] ?? work) : subjectIn(run)
  const end = await inFlight.during(work, subject, signal, (either, tellSubject) =>
    outside
      .command(args, either, (name) => {
        tellSubject(subjectIn(name))
        if (!isPlan(work)) noteStarted(outside.stateDir, work, name)
      })
      .catch((error: unknown) => broken(error, outside.stateDir)),
  )
  const rest = isCompleted(end)
    ? await completedRest(command.args.find(isPlan) ?? work, ports)
    : await restOf(end, ports)
  budget.mayHaveChanged()
  return {
    type: 'WorkRested',
    at: outside.clock.now(),
    commandId: command.id,
    work,
    run: end.type === 'rested' ? `${end.subject}-${end.runId}` : null,
    rest,
  }
}

/** A bug that one run meets must not take the other lanes with it. A full disk is no bug. */
function broken(error: unknown, stateDir: string): CommandEnd {
  const told = diskError(error, stateDir)
  if (told instanceof UserError) return { type: 'refused', error: told }
  const said = error instanceof Error ? error.message : String(error)
  return {
    type: 'refused',
    error: new UserError('unexpected', `The harness failed in the middle of this run: ${said}`, {
      next: 'Its journal is kept. This is a bug of the harness: report it with the journal.',
      exitCode: exitCode.halted,
      cause: error,
    }),
  }
}

const isCompleted = (end: CommandEnd): boolean =>
  end.type === 'refused' && end.error.code === 'plan-completed'

/** A daemon that was killed has merged it and did not record that, or others completed it: its journal says which. */
async function completedRest(plan: string, { outside }: DaemonPorts): Promise<Rest> {
  const [newest] = await openRunStore(outside.stateDir).list(plan)
  const merged = newest === undefined ? null : await mergeOf(newest, outside.stateDir)
  return { type: 'done', merged, verified: true, detail: merged === null ? 'by others' : '' }
}

async function restOf(end: CommandEnd, ports: DaemonPorts): Promise<Rest> {
  if (end.type === 'refused') {
    const { code, exitCode: exit, message, next } = end.error
    return { type: 'refused', code, exitCode: exit, reason: message, next }
  }
  if (end.type === 'answered')
    return end.exitCode === exitCode.done
      ? { type: 'done', merged: null, verified: true, detail: end.told }
      : { type: 'blocked', reason: end.told, next: 'See what the command says in a terminal.' }
  const { rest } = end
  switch (rest.type) {
    case 'ended':
      return endedRest(end, rest, ports)
    case 'waiting': {
      const [gate] = rest.gates
      const name = `${end.subject}-${end.runId}`
      const question = gate?.question ?? 'It waits for a person.'
      return { type: 'gate', gate: gate?.name ?? '', question, next: `harness show ${name}` }
    }
    case 'interrupted':
      return { type: 'interrupted', why: rest.reason }
  }
}

async function endedRest(
  { subject, runId }: Extract<CommandEnd, { type: 'rested' }>,
  { end }: EndedRest,
  ports: DaemonPorts,
): Promise<Rest> {
  const { reason, next } = end
  if (end.outcome === 'done') {
    if (!isPlan(subject)) return { type: 'done', merged: null, verified: true, detail: reason }
    return deliveredRest({ subject, runId }, reason, ports.outside)
  }
  return end.resumable
    ? { type: 'paused', exitCode: end.exitCode, reason, next }
    : { type: 'blocked', reason, next }
}
