/** Looks if bubblewrap is on this machine and can make a sandbox, and if not, why. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainRefusalHere, installHere } from '@harness/agent-runner/runner/bubblewrap'
import { findPrograms } from '@harness/agent-runner/runner/program-path'
import { runProcess } from '../process/run-process.ts'
import { findPlace, isWithin } from './place.ts'
import type { Cell, Confine, NoSandbox } from './sandbox.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The absolute path of a program; null if it is not on PATH. One that the repository brings along does not count. */
export function findOutside(
  name: string,
  environment: Environment,
  hidden: readonly string[],
): string | null {
  const isOfRepository = (path: string): boolean => {
    const real = findPlace(path)?.real ?? path
    return hidden.some((folder) => isWithin(real, findPlace(folder)?.real ?? folder))
  }
  return findPrograms(name, environment).find((path) => !isOfRepository(path)) ?? null
}

export const explainMissing = (): NoSandbox => ({
  why: 'bubblewrap (bwrap) is not installed.',
  next: installHere(['bubblewrap']),
})

const patienceMs = 10_000

/** Null if it works. */
export async function tryBubblewrap(confine: Confine): Promise<NoSandbox | null> {
  const said = await trySandbox(confine)
  return said === null ? null : explainRefusalHere(said)
}

/** Null if a confined program ran; else what was said instead. */
export async function trySandbox(
  confine: Confine,
  more: Partial<Cell> = {},
  line = 'exit 0',
): Promise<string | null> {
  const cell: Cell = { cwd: '/', write: [], read: [], network: 'loopback', ...more }
  const confined = await confine({ file: '/bin/sh', args: ['-c', line], env: {} }, cell)
  const result = await runProcess({
    ...confined,
    limits: { wallMs: patienceMs, outputBytes: 64 * 1024 },
    descendants: 'group',
  })
  await confined.release()
  if (result.exitCode === 0) return null
  return result.tail.trim() || (result.problem ?? `exit code ${result.exitCode}`)
}

/** Whether a program can write in a layer, and remove and make again what is below it. */
export async function tryLayers(confine: Confine, folder: string): Promise<boolean> {
  const lower = join(folder, 'sandbox', 'lower')
  const at = '/harness-layer'
  const line = `cd ${at} && rm -r folder && mkdir folder && test ! -e folder/file && echo x > folder/file`
  try {
    mkdirSync(join(lower, 'folder'), { recursive: true })
    writeFileSync(join(lower, 'folder/file'), '')
    return (await trySandbox(confine, { layers: [{ at, lower, upper: null }] }, line)) === null
  } catch (error) {
    // A disk that is full, or that cannot be written, has no place for layers.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return false
  }
}
