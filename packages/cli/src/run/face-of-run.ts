/** Finds the face of a run, by the playbook that its journal names. Loads only that one. */
import { isRunEvent, type OwnProgram } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { AnyRegistration } from '@harness/shell/engine/registration'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import { type AnyFace, anyFace } from '../line/face.ts'
import type { Playbooks } from '../line/playbooks.ts'
import { runName } from './find-run.ts'
import type { StatePlace } from './target/state-dir.ts'

/** For a command that looks at the run. A user's own playbook is not executed. */
export async function faceOfRun(playbooks: Playbooks, runs: RunStore, run: KnownRun): Promise<AnyFace> {
  const entry = playbooks.named(await playbookOf(playbooks, runs, run))
  if (entry !== null) return entry.load()
  const { lookRegistration } = await import('@harness/shell/playbooks/own/look-registration')
  const registration = await lookRegistration(runs, run)
  if (registration === null) throw await whyUnreadable(runs, run)
  return anyFace({ registration })
}

/** Throws if the operator does not trust the program of a user's own playbook. */
export type ProgramGuard = (program: OwnProgram) => Promise<void>

/**
 * For a command that drives the run. A user's own playbook is the one that the run keeps; with `reload` it is the one that
 * the repository has now.
 */
export const drivingFace = (
  playbooks: Playbooks,
  place: StatePlace & { readonly guard: ProgramGuard },
  run: KnownRun,
  reload = false,
): Promise<AnyFace> =>
  executedFace(playbooks, place, run, async (own) => (await ownOfRun()).drivenOwn(own, reload))

/** For a command that replays the run. */
export const replayingFace = (
  playbooks: Playbooks,
  place: StatePlace & { readonly guard: ProgramGuard },
  run: KnownRun,
): Promise<AnyFace> => executedFace(playbooks, place, run, async (own) => (await ownOfRun()).replayedOwn(own))

const ownOfRun = () => import('@harness/shell/playbooks/own/own-of-run')

async function executedFace(
  playbooks: Playbooks,
  place: StatePlace & { readonly guard: ProgramGuard },
  run: KnownRun,
  load: (
    own: typeof place & { readonly run: KnownRun; readonly name: string },
  ) => Promise<AnyRegistration | null>,
): Promise<AnyFace> {
  const name = await playbookOf(playbooks, place.runs, run)
  const entry = playbooks.named(name)
  if (entry !== null) return entry.load()
  const registration = await load({ ...place, run, name })
  if (registration === null) throw await whyUnreadable(place.runs, run)
  return { registration }
}

async function whyUnreadable(runs: RunStore, run: KnownRun): Promise<Error> {
  const { damageIn } = await import('@harness/shell/store/trust/find-damage')
  return (await damageIn(runs, run)) ?? otherProgram(run)
}

export const otherProgram = (run: KnownRun): UserError =>
  new UserError('run-of-other-version', `The run ${runName(run)} is none that this version can read.`, {
    next: 'Look at it with the version that began it.',
    exitCode: exitCode.stateDamaged,
  })

/** Any playbook can say what is wrong with a journal that has no record to read. */
async function playbookOf(playbooks: Playbooks, runs: RunStore, run: KnownRun): Promise<string> {
  if (run.summary !== null) return run.summary.playbook
  const journal = await runs.peek(run)
  return journal?.type === 'readable' && isRunEvent(journal.first, 'RunStarted')
    ? journal.first.playbook
    : (playbooks.entries[0]?.identity.name ?? '')
}
