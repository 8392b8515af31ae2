/**
 * Names a set-up by all that it depends on. What lanes.setup makes on the base is for every tree for which it would make the
 * same. What it makes on any other tree is for that tree alone: an agent's change decides about nothing else.
 */
import { createHash } from 'node:crypto'
import type { CommitHash } from '@harness/core/kernel/ids'
import { readInside } from '../../machine/disk/inside.ts'
import { treeOf } from '../../machine/git/commits.ts'
import { describesTerminal } from '../../machine/process/environment.ts'
import { guardOf } from './guard.ts'
import { laneEnvironment } from './lane-environment.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { exactSetUpKey } from './set-up-key.ts'
import { toolchainFacts } from './toolchain-facts.ts'

export interface SetUpIds {
  /** Of the one that is made on the base; null if it does not fit the tree. */
  readonly ofBase: string | null
  readonly ofTree: string
}

export async function setUpIds(record: LaneRecord, commit: CommitHash, ports: LanePorts): Promise<SetUpIds> {
  const { path, baseCommit } = record
  const [tree, base] = [await treeOf(path, commit), await treeOf(path, baseCommit)]
  const key = await exactSetUpKey(path, tree, ports.lanes)
  const isOfBase = tree === base || key === (await exactSetUpKey(path, base, ports.lanes))
  const facts = await factsOf(record, ports)
  const id = (own: string | null): string => {
    const hash = createHash('sha256').update(JSON.stringify([key, own, facts]))
    return hash.digest('hex').slice(0, 32)
  }
  return { ofBase: isOfBase ? id(null) : null, ofTree: id(tree) }
}

/** What it depends on beside the tree. */
async function factsOf(record: LaneRecord, ports: LanePorts): Promise<readonly unknown[]> {
  const environment = laneEnvironment(record, ports)
  const own = Object.entries(environment).filter(
    ([name]) => !name.startsWith('HARNESS_') && !describesTerminal(name),
  )
  const files = await envFileFacts(ports)
  return [await guardOf(ports), own.sort(), toolchainFacts(environment.PATH ?? ''), files]
}

/** The files of `lanes.copyEnvFiles`, each with a digest of what is in it now. */
export async function envFileFacts({
  repoRoot,
  lanes,
}: Pick<LanePorts, 'repoRoot' | 'lanes'>): Promise<readonly unknown[]> {
  const facts: unknown[] = []
  for (const file of lanes.copyEnvFiles) {
    const content = await readInside(repoRoot, file)
    facts.push([file, content === null ? null : createHash('sha256').update(content).digest('hex')])
  }
  return facts
}
