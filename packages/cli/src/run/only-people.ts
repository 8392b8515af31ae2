/**
 * Refuses to answer, begin or end runs for a process that a run of the same repository has started: what an agent, a
 * check or a hook says does not count. Runs of another repository, as tests begin them, are none of its concern.
 */
import { UserError } from '@harness/core/kernel/user-error'
import { processTagOf } from '@harness/shell/engine/conduct/process-tag'
import { processTagName } from '@harness/shell/machine/process/process-table'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { Environment } from '../line/command.ts'
import { runName } from './find-run.ts'

export async function onlyPeople(env: Environment, stateDir: string): Promise<void> {
  const tag = env[processTagName]
  if (tag === undefined) return
  const runs = await openRunStore(stateDir).list()
  const started = runs.find((run) => isOf(tag, processTagOf(folderOfRun(stateDir, run))))
  if (started === undefined) return
  throw new UserError(
    'not-for-agents',
    `This was called by what ${runName(started)} has started itself: only people answer, begin and end runs.`,
    { next: 'Say what is needed in your answer; a person at a terminal of their own gives the command.' },
  )
}

const isOf = (tag: string, run: string): boolean => tag === run || tag.startsWith(`${run}/`)
