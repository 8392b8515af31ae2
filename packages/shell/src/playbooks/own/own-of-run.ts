/** Finds the user's own playbook that a run goes by, and loads it into this process. */
import { isRunEvent, type OwnProgram } from '@harness/core/kernel/event'
import type { OwnInput, OwnState } from '@harness/core/playbooks/own/state'
import { keptPlaybook, loadPlaybook } from '../../effects/documents/own-program.ts'
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
}

/** To resume the run, with the playbook that it keeps or the one that the repository has now. Null if it has none. */
export async function drivenOwn(own: RunOfOwn, reload: boolean): Promise<AnyRegistration | null> {
  const program = (await programsOf(own)).at(-1)
  if (program === undefined) return null
  return anyRegistration(
    reload ? ownRegistration(await loadPlaybook(own.root, own.stateDir, own.name)) : await kept(own, program),
  )
}

/** To replay the run, with each playbook that it went by, in its time. Null if it has none. */
export async function replayedOwn(own: RunOfOwn): Promise<AnyRegistration | null> {
  const programs = await programsOf(own)
  if (programs.length === 0) return null
  return anyRegistration(
    reloadedRegistration(await Promise.all(programs.map((program) => kept(own, program)))),
  )
}

const kept = async (
  { stateDir, name }: RunOfOwn,
  program: OwnProgram,
): Promise<Registration<OwnInput, OwnState>> =>
  ownRegistration({ program, playbook: await keptPlaybook(stateDir, program, name) })

/** In the order in which the run took them. */
async function programsOf({ runs, run }: RunOfOwn): Promise<readonly OwnProgram[]> {
  const events = (await runs.read(run))?.events ?? []
  return events.flatMap((event) => {
    if (isRunEvent(event, 'RunStarted')) return event.own?.program ?? []
    return isRunEvent(event, 'RunResumed') ? (event.program ?? []) : []
  })
}
