/**
 * Owns `<stateDir>/test-counts`: how many tests a passing check executed, by tree and command. Lines are only appended,
 * and a line that is not whole is passed over. If the file is lost, only the numbers of the base are lost.
 */

import { createHash } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Evidence, passed } from '@harness/core/kernel/evidence'
import type { CommitHash } from '@harness/core/kernel/ids'
import { bearsOnTests } from '@harness/core/work/test-files'
import { diskError } from '../../machine/disk/disk-error.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'
import { treeOf } from '../../machine/git/commits.ts'
import { git } from '../../machine/git/git.ts'

const mostChars = 2 * 1024 * 1024
/** How far back on the base a count is looked for. */
const mostCommits = 200

const fileIn = (stateDir: string): string => join(stateDir, 'test-counts')
const keyOf = (run: string): string => createHash('sha256').update(run).digest('hex')

export async function recordCounts(stateDir: string, evidence: readonly Evidence[]): Promise<void> {
  const lines = evidence
    .filter((item) => passed(item) && typeof item.executed === 'number')
    .map(({ tree, run, executed }) => `${tree} ${keyOf(run)} ${executed}\n`)
  if (lines.length === 0) return
  const path = fileIn(stateDir)
  // The first line break ends a line that a full disk cut short.
  await appendFile(path, `\n${lines.join('')}`, { mode: 0o600 }).catch((error: unknown) => {
    throw diskError(error, path)
  })
  const text = await readCounts(stateDir)
  if (text.length > mostChars) await durableReplace(path, text.slice(-mostChars / 2))
}

/** The number of tests that `run` executed on the base; null if no check has shown it. */
export type CountOnBase = (run: string) => Promise<number | null>

/**
 * A count holds for its tree, and for the commits that came on top of it, up to the first that touches a test or what
 * decides which tests run.
 */
export async function countsOnBase(
  stateDir: string,
  lane: string,
  base: CommitHash | undefined,
): Promise<CountOnBase> {
  const counts = base === undefined ? new Map<string, number>() : parseCounts(await readCounts(stateDir))
  if (base === undefined || counts.size === 0) return async () => null
  const format = [
    'log',
    '--first-parent',
    `--max-count=${mostCommits}`,
    '--format=%T',
    '--end-of-options',
    base,
    '--',
  ]
  const trees = (await git(lane, format)).stdout.split('\n')
  const baseTree = await treeOf(lane, base)
  return async (run) => {
    const tree = trees.find((one) => counts.has(`${one} ${keyOf(run)}`))
    if (tree === undefined || (tree !== baseTree && (await touchesTests(lane, tree, baseTree)))) return null
    return counts.get(`${tree} ${keyOf(run)}`) ?? null
  }
}

async function touchesTests(lane: string, from: string, to: string): Promise<boolean> {
  const { exitCode, stdout } = await git(lane, ['diff', '--name-only', '--no-renames', '-z', from, to, '--'])
  return exitCode !== 0 || stdout.split('\0').some(bearsOnTests)
}

const readCounts = async (stateDir: string): Promise<string> => (await textIfThere(fileIn(stateDir))) ?? ''

/** The latest counts, by tree and command. */
const parseCounts = (text: string): Map<string, number> =>
  new Map(
    [...text.matchAll(/^([0-9a-f]{40,64} [0-9a-f]{64}) (\d{1,15})$/gm)].map(([, key = '', count]) => [
      key,
      Number(count),
    ]),
  )
