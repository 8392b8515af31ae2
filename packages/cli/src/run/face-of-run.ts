/** Finds the face of a run, by the playbook that its journal names. Loads only that one. */
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
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
  if (registration === null) throw otherProgram(run)
  return anyFace({ registration })
}

/**
 * For a command that drives or replays the run. A user's own playbook is the one that the run keeps; with `reload` it is
 * the one that the repository has now.
 */
export async function drivingFace(
  playbooks: Playbooks,
  { root, stateDir, runs }: StatePlace,
  run: KnownRun,
  reload = false,
): Promise<AnyFace> {
  const name = await playbookOf(playbooks, runs, run)
  const entry = playbooks.named(name)
  if (entry !== null) return entry.load()
  const [{ programOf }, { keptPlaybook, loadPlaybook }, { ownRegistration }] = await Promise.all([
    import('@harness/shell/playbooks/own/look-registration'),
    import('@harness/shell/effects/documents/own-program'),
    import('@harness/shell/playbooks/own/registration'),
  ])
  const program = await programOf(runs, run)
  if (program === null) throw otherProgram(run)
  const loaded = reload
    ? await loadPlaybook(root, stateDir, name)
    : { program, playbook: await keptPlaybook(stateDir, program, name) }
  return anyFace({ registration: ownRegistration(loaded) })
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
