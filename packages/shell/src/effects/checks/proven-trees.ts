/**
 * Owns `<stateDir>/proven-trees`: which checks have passed on which tree, under which set-up and with what they could reach.
 * Lines are only appended, and a line that is not whole is passed over. If the file is lost, checks run again. A failure is
 * never remembered.
 */

import { createHash } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '@harness/core/kernel/check'
import { type Evidence, isGreen } from '@harness/core/kernel/evidence'
import type { TreeHash } from '@harness/core/kernel/ids'
import { diskError } from '../../machine/disk/disk-error.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'
import { confinementOf } from '../lanes/lane-cell.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { envFileFacts } from '../lanes/set-up-id.ts'
import { exactSetUpKey } from '../lanes/set-up-key.ts'
import { toolchainFacts } from '../lanes/toolchain-facts.ts'

const mostChars = 1024 * 1024

const fileIn = (stateDir: string): string => join(stateDir, 'proven-trees')

type ProvenPorts = Pick<LanePorts, 'repoRoot' | 'stateDir' | 'lanes' | 'sandbox' | 'environment'>

/** The key of a check on this tree: everything beside the tree itself that its exit code may depend on. */
type KeyOf = (check: Pick<Check, 'run'>) => string

/** `folder` is where git finds the tree. */
async function keysOn(folder: string, tree: TreeHash, ports: ProvenPorts): Promise<KeyOf> {
  const { lanes, sandbox, environment } = ports
  const { read, write } = sandbox.allowed
  const capabilities = [confinementOf(ports, 'checks'), confinementOf(ports, 'setup'), read, write, lanes.env]
  const rest = [
    await exactSetUpKey(folder, tree, lanes),
    capabilities,
    await envFileFacts(ports),
    toolchainFacts(environment.PATH ?? ''),
  ]
  return ({ run }) =>
    createHash('sha256')
      .update(JSON.stringify([run, rest]))
      .digest('hex')
}

/** Remembers checks that passed. What failed, or has no exit code, is no proof. */
export async function recordProven(
  folder: string,
  evidence: readonly Evidence[],
  ports: ProvenPorts,
): Promise<void> {
  const green = evidence.filter((item) => isGreen(item))
  const lines: string[] = []
  for (const tree of new Set(green.map((item) => item.tree))) {
    const keyOf = await keysOn(folder, tree, ports)
    lines.push(...green.filter((item) => item.tree === tree).map((item) => lineOf(tree, keyOf(item))))
  }
  await append(ports.stateDir, lines)
}

/** A commit of the harness changed no more than the file of a plan: what passed on `from` counts for `to`. */
export async function carryProven(stateDir: string, from: TreeHash, to: TreeHash): Promise<void> {
  const lines = (await read(stateDir)).split('\n').filter((line) => line.startsWith(`${from} `))
  await append(stateDir, [...new Set(lines.map((line) => lineOf(to, line.slice(from.length + 1))))])
}

/** True if every check is known to pass on the tree, with this set-up and these capabilities. */
export async function areProven(
  folder: string,
  tree: TreeHash,
  checks: readonly Check[],
  ports: ProvenPorts,
): Promise<boolean> {
  const known = new Set((await read(ports.stateDir)).split('\n'))
  const keyOf = await keysOn(folder, tree, ports)
  return checks.every((check) => known.has(lineOf(tree, keyOf(check)).trimEnd()))
}

const lineOf = (tree: TreeHash, key: string): string => `${tree} ${key}\n`

const read = async (stateDir: string): Promise<string> => (await textIfThere(fileIn(stateDir))) ?? ''

async function append(stateDir: string, lines: readonly string[]): Promise<void> {
  const before = await read(stateDir)
  const known = new Set(before.split('\n'))
  const added = lines.filter((line) => !known.has(line.trimEnd()))
  if (added.length === 0) return
  const path = fileIn(stateDir)
  // The first line break ends a line that a full disk cut short.
  await appendFile(path, `\n${added.join('')}`, { mode: 0o600 }).catch((error: unknown) => {
    throw diskError(error, path)
  })
  if (before.length > mostChars) await durableReplace(path, (await read(stateDir)).slice(-mostChars / 2))
}
