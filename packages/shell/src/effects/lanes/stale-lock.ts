/**
 * Removes the lock that a git killed in a lane left on its index, which would stop every later git there. Only when it
 * outlives a wait and nothing works in the lane: a git that lives is left to finish. Doing it again changes nothing.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '@harness/core/kernel/user-error'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { livingProcesses } from './living-processes.ts'

const waitMs = 3_000
const lookAgainMs = 50

export async function clearStaleLock(lanePath: string): Promise<void> {
  const lock = join(gitDirsAt(lanePath).gitDir, 'index.lock')
  for (const deadline = performance.now() + waitMs; existsSync(lock); await sleep(lookAgainMs)) {
    // In place, people work in the folder too, but only this run uses the repository.
    const isOurs = isInPlace(lanePath) && performance.now() >= deadline
    const living = isOurs ? [] : await livingProcesses(lanePath)
    if (living?.length === 0) return rm(lock, { force: true })
    if (performance.now() < deadline) continue
    throw new UserError('lane-busy', `A git is at work in ${lanePath}: ${lock} is there.`, {
      next: 'Let it finish, or end it and remove that file; then: harness resume',
    })
  }
}
