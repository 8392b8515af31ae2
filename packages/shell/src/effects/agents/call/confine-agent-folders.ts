/**
 * Owns the folders behind agents' cells: `<run>/agents/<provider>/` has the sessions of all turns, and
 * `<run>/agents/turn-<process>-<id>/` the home and the scripts of one turn. Nothing else in the run's folder is shown.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pid } from 'node:process'
import { readProcess } from '../../../machine/process/process-table.ts'

export interface TurnFolders {
  readonly home: string
  readonly launcher: string
  /** Holds the shell of the cell. */
  readonly shells: string
  /** The script in place of the machine's shells. */
  readonly heldShell: string
  keptAt(name: string): string
  remove(): Promise<void>
}

const turn = /^turn-(\d+)-/

export function openTurnFolders(runDir: string, provider: string, kept: readonly string[]): TurnFolders {
  const agents = join(runDir, 'agents')
  mkdirSync(agents, { recursive: true })
  // They hold log-ins and what agents said.
  chmodSync(agents, 0o700)
  removeLeft(agents)
  const folder = join(agents, `turn-${pid}-${randomUUID()}`)
  const [home, shells] = [join(folder, 'home'), join(folder, 'shell')]
  const keptAt = (name: string): string => join(agents, provider, name)
  for (const path of [home, shells, ...kept.map(keptAt)]) mkdirSync(path, { recursive: true })
  return {
    home,
    launcher: join(folder, 'launch'),
    shells,
    heldShell: join(folder, 'held-shell'),
    keptAt,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Of a harness that was killed. */
function removeLeft(agents: string): void {
  for (const name of readdirSync(agents)) {
    const owner = turn.exec(name)?.[1]
    if (owner !== undefined && readProcess(Number(owner)) === null)
      rmSync(join(agents, name), { recursive: true, force: true })
  }
}

export function writeProgram(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o700 })
}
