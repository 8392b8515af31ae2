/**
 * Keeps an unfinished run to one repository. The lanes of a copied run have the paths of the original, so that a copy which
 * resumes it would work in the original. A repository that was moved takes its runs with it.
 */
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { gitDirIfWhole } from '../../machine/git/git-dirs.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import { folderOfRun } from '../../store/layout/run-folder.ts'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'
import { asWord, isSamePlace } from './guard-checkout.ts'

export interface PlacedRun {
  readonly repoRoot: string
  readonly stateDir: string
  readonly runs: RunStore
  readonly run: RunRef
}

/** Throws if another repository still has this run. Otherwise the run belongs to this repository from now on. */
export async function guardPlace({ repoRoot, stateDir, runs, run }: PlacedRun): Promise<void> {
  const here = mainWorktree(repoRoot)
  const place = await runs.placeOf(run)
  if (place !== null && isSamePlace(place, here)) return
  if (place !== null && gitDirIfWhole(place) !== null) {
    const folder = relative(here, folderOfRun(stateDir, run))
    if (existsSync(resolve(place, folder))) throw copied(run, place)
  }
  await runs.keepPlace(run, here)
}

function copied({ subject, runId }: RunRef, place: string): UserError {
  const name = `${subject}-${runId}`
  return new UserError('run-elsewhere', `The run ${name} belongs to ${place}. This repository is a copy.`, {
    next: `Resume it there: cd ${asWord(place)} && harness resume ${name}; or abandon it here, which leaves the original alone: harness refuse ${name} --give-up -m "…"`,
  })
}
