/**
 * Owns `<stateDir>/daemon/started/<work>`: the name of the run that a queued command started. A daemon that is killed
 * before the run rests finds it again there. Plans need none: their run is found by their id.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startedDir } from './daemon-place.ts'

const pathOf = (stateDir: string, work: string): string => join(startedDir(stateDir), work)

export function noteStarted(stateDir: string, work: string, run: string): void {
  const path = pathOf(stateDir, work)
  mkdirSync(startedDir(stateDir), { recursive: true })
  writeFileSync(`${path}.new`, run)
  renameSync(`${path}.new`, path)
}

export function startedRun(stateDir: string, work: string): string | null {
  try {
    const run = readFileSync(pathOf(stateDir, work), 'utf8')
    return /^.+-\d{8}-\d{6}$/.test(run) ? run : null
  } catch {
    return null
  }
}

export const forgetStarted = (stateDir: string, work: string): void =>
  rmSync(pathOf(stateDir, work), { force: true })

/** `mission` of `mission-20261119-101500`. */
export const subjectIn = (run: string): string => run.replace(/-\d{8}-\d{6}$/, '')
