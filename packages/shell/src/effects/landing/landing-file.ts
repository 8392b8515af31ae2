/**
 * Owns the record that a landing leaves before it moves the base: which commands it lands and what was shown about them
 * together. If the harness dies right after the base has moved, the record still has the evidence.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Evidence } from '@harness/core/kernel/evidence'
import type { CommandId, CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'

export interface Landing {
  readonly tip: CommitHash
  readonly tree: TreeHash
  readonly commands: readonly CommandId[]
  readonly evidence: readonly Evidence[]
}

/** Answers are taken within moments; so many landings are kept for runs that were killed meanwhile. */
const keptLandings = 100
const suffix = '.landing.json'

export async function recordLanding(dir: string, at: number, landing: Landing): Promise<void> {
  await durableReplace(join(dir, `${at}-${landing.tip}${suffix}`), `${JSON.stringify(landing)}\n`)
  const names = (await readdir(dir)).filter((name) => name.endsWith(suffix)).sort()
  for (const name of names.slice(0, -keptLandings)) await removeFile(join(dir, name))
}

export async function landingOf(dir: string, id: CommandId): Promise<Landing | null> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith(suffix))
  for (const name of names.sort().reverse()) {
    const landing = JSON.parse(await readFile(join(dir, name), 'utf8')) as Landing
    if (landing.commands.includes(id)) return landing
  }
  return null
}
