/** Finds the face of a run, by the playbook that its journal names. Loads only that one. */
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import type { AnyFace } from '../line/face.ts'
import type { Playbooks } from '../line/playbooks.ts'
import { runName } from './find-run.ts'

export async function faceOfRun(playbooks: Playbooks, runs: RunStore, run: KnownRun): Promise<AnyFace> {
  const entry = playbooks.named(run.summary?.playbook ?? (await journaledName(playbooks, runs, run)))
  if (entry === null) throw otherProgram(run)
  return entry.load()
}

export const otherProgram = (run: KnownRun): UserError =>
  new UserError('run-of-other-version', `The run ${runName(run)} is none that this version can read.`, {
    next: 'Look at it with the version that began it.',
    exitCode: exitCode.stateDamaged,
  })

/** Any playbook can say what is wrong with a journal that has no record to read. */
async function journaledName(playbooks: Playbooks, runs: RunStore, run: KnownRun): Promise<string> {
  const journal = await runs.peek(run)
  return journal?.type === 'readable' && isRunEvent(journal.first, 'RunStarted')
    ? journal.first.playbook
    : (playbooks.entries[0]?.identity.name ?? '')
}
