/** Starts a run of a registered playbook, or resumes the unfinished run of the same subject. */
import { asRunId, type RunId } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import type { RunRef } from '../store/port/run-store.ts'
import type { SpendingState } from '../store/sidecars/run-sidecars.ts'
import { freshRunId } from './conduct/fresh-run-id.ts'
import { guardAgents } from './conduct/guard-agents.ts'
import { guardShells } from './conduct/guard-shells.ts'
import { guardRepository } from './conduct/guards.ts'
import { holdSubject } from './conduct/hold-subject.ts'
import { unfinishedRun } from './conduct/unfinished-run.ts'
import { type DrivenRun, driveRegistered } from './drive-registered.ts'
import { tiersIn } from './registered-defaults.ts'
import type { Asked, AttendedOptions, Registration } from './registration.ts'

export interface Start<State> {
  readonly subject: string
  /** The command that the operator gave. The lease shows it to other processes. */
  readonly command: string
  readonly asked: Asked
  /** Throws if no run can start or resume here. Nothing has been changed by then. */
  refuse?(unfinished: RunId | null): Promise<void>
  /** Throws if a new run cannot start here. */
  refuseNew?(): Promise<void>
  /** Names the new run; after the present second if absent. */
  name?(): Promise<RunId>
  /** Throws if the unfinished run cannot be resumed as the operator asked. */
  guard?(stood: State): Promise<void>
}

export async function startRun<Input, State extends SpendingState>(
  registration: Registration<Input, State>,
  given: AttendedOptions<State>,
  start: Start<State>,
): Promise<DrivenRun<State>> {
  const options = configured(registration, given)
  const { stateDir, clock } = options
  const { subject, guard } = start
  const more = guard === undefined ? {} : { guard }
  await guardHere(registration, options, async () => {
    await start.refuse?.(await unfinishedRun(stateDir, subject))
  })
  return holdSubject(stateDir, subject, start.command, async () => {
    const unfinished = await unfinishedRun(stateDir, subject)
    if (unfinished !== null)
      return driveRegistered(registration, options, { subject, runId: unfinished, begin: null, ...more })
    await start.refuseNew?.()
    invariant(registration.begin !== undefined, `${registration.playbook.name} says how its runs begin`)
    const runId = (await start.name?.()) ?? (await freshRunId(stateDir, subject, clock.now()))
    const begin = await registration.begin(options, start.asked, runId)
    return driveRegistered(registration, options, { subject, runId, begin, ...more })
  })
}

/**
 * Resumes one run, whichever run of its subject it is. `command` is what the lease shows to other processes. `reload`
 * gives the run the program of the registration in the place of its own.
 */
export async function resumeRegistered<Input, State extends SpendingState>(
  registration: Registration<Input, State>,
  given: AttendedOptions<State>,
  { subject, runId }: RunRef,
  command: string,
  reload = false,
): Promise<DrivenRun<State>> {
  const options = configured(registration, given)
  await guardHere(registration, options)
  return holdSubject(options.stateDir, subject, command, () =>
    driveRegistered(registration, options, { subject, runId: asRunId(runId), begin: null, reload }),
  )
}

const configured = <Input, State extends SpendingState>(
  registration: Registration<Input, State>,
  options: AttendedOptions<State>,
): AttendedOptions<State> => ({
  ...options,
  config: registration.configure?.(options.config) ?? options.config,
})

const guardHere = <Input, State extends SpendingState>(
  registration: Registration<Input, State>,
  options: AttendedOptions<State>,
  refuse: () => Promise<void> = async () => {},
): Promise<void> =>
  guardRepository(
    options,
    async () => {
      await refuse()
      await registration.refuse?.(options)
      const tiers = tiersIn(registration, options.config)
      await guardAgents(options, tiers)
      await guardShells(options, registration.roles ?? [], tiers)
    },
    { mayLackGit: registration.mayLackGit === true },
  )
