/**
 * Copies what git ignores in the checkout into a lane: installed packages, what a build made, env files. Programs work there
 * as they do in the checkout, and change nothing of it. Safe to repeat: files are replaced.
 */
import { realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { copyTree } from '../../machine/disk/copy-tree.ts'
import { workFolder } from '../../machine/git/lane-dirs.ts'
import { isOdd } from '../../machine/git/path-text.ts'
import { fullStatus } from '../../machine/git/status.ts'
import { isAmong } from './is-among.ts'
import type { LanePorts } from './lane-ports.ts'

/** `except` is relative to the checkout. `.harness`, the state folder and the folder of lanes are never copied. */
export async function copyIgnored(
  lane: string,
  except: readonly string[],
  signal: AbortSignal,
  { repoRoot, stateDir }: Pick<LanePorts, 'repoRoot' | 'stateDir'>,
): Promise<void> {
  const checkout = workFolder(repoRoot)
  const ofHarness = [stateDir, dirname(lane)].flatMap((path) => [path, realpathSync(path)])
  const own = [...except, '.harness', ...ofHarness.map((path) => relative(checkout, path))]
  const { ignored } = await fullStatus(repoRoot)
  for (const path of ignored.filter((one) => !isOdd(one) && !isAmong(own, one))) {
    await mkdir(dirname(join(lane, path)), { recursive: true })
    await copyTree(join(checkout, path), join(lane, path), signal)
  }
}
