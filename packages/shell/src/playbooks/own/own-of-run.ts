/** Finds the user's own playbook that a run goes by, and loads it into this process. */
import { isRunEvent, type OwnProgram } from '@harness/core/kernel/event'
import type { OwnInput, OwnState } from '@harness/core/playbooks/own/state'
import { loadPlaybook, programHere } from '../../effects/documents/own-program.ts'
import { type AnyRegistration, anyRegistration, type Registration } from '../../engine/registration.ts'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'
import { ownRegistration } from './registration.ts'
import { reloadedRegistration } from './reloaded-registration.ts'

interface RunOfOwn {
  readonly root: string
  readonly stateDir: string
  readonly runs: RunStore
  readonly run: RunRef
  /** The playbook's name. */
  readonly name: string
  /** Throws if the operator does not trust the program. It is asked before the program is executed. */
  guard(program: OwnProgram): Promise<void>
}

/** To resume the run, with the playbook that it keeps or the one that the repository has now. Null if it has none. */
export async function drivenOwn(own: RunOfOwn, reload: boolean): Promise<AnyRegistration | null> {
  const kept = (await programsOf(own)).at(-1)
  if (kept === undefined) return null
  return anyRegistration(await registered(own, reload ? await programHere(own.root) : kept))
}

/** To replay the run, with each playbook that it went by, in its time. Null if it has none. */
export async function replayedOwn(own: RunOfOwn): Promise<AnyRegistration | null> {
  const programs = await programsOf(own)
  if (programs.length === 0) return null
  return anyRegistration(
    reloadedRegistration(await Promise.all(programs.map((program) => registered(own, program)))),
  )
}

async function registered(
  { stateDir, name, guard }: RunOfOwn,
  program: OwnProgram,
): Promise<Registration<OwnInput, OwnState>> {
  await guard(program)
  return ownRegistration(await loadPlaybook(stateDir, program, name))
}

/** In the order in which the run took them. */
async function programsOf({ runs, run }: RunOfOwn): Promise<readonly OwnProgram[]> {
  const events = (await runs.read(run))?.events ?? []
  return events.flatMap((event) => {
    if (isRunEvent(event, 'RunStarted')) return event.own?.program ?? []
    return isRunEvent(event, 'RunResumed') ? (event.program ?? []) : []
  })
}
