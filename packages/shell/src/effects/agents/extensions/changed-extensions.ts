/** Tells, before a call, what of the run's skills, commands and tool servers changed since the run began: each change once. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RunAgent } from '@harness/core/effects/run-agent'
import { diskError } from '../../../machine/disk/disk-error.ts'
import { readJsonFile } from '../../../machine/disk/json-file.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import { ownFilesNote } from '../roles/own-files.ts'
import { extensionLabel, mcpFile } from './extension.ts'
import { findExtensions } from './find-extensions.ts'
import { getsExtensions, type KeptExtension, keptInRun } from './kept-extensions.ts'

/** By their labels; null for one that is gone or cannot be used. */
type Digests = Readonly<Record<string, string | null>>

const toldFile = (runDir: string): string => join(runDir, 'extensions', 'told.json')

/** Null if there is nothing new to say. The run keeps to its copies. */
export async function changedExtensions(
  command: Pick<RunAgent, 'mode'>,
  { provider }: Pick<RoleAgent, 'provider'>,
  { runDir, repoRoot, environment, trust }: Pick<AgentPorts, 'runDir' | 'repoRoot' | 'environment' | 'trust'>,
): Promise<string | null> {
  if (trust === undefined || !getsExtensions(command, provider)) return null
  const kept = keptInRun(runDir, trust).filter(isCopied)
  if (kept.length === 0) return null
  const names = (kind: KeptExtension['kind']): readonly string[] =>
    kept.filter((one) => one.kind === kind).map(({ name }) => name)
  const trusted = { skills: names('skill'), commands: names('command'), mcpServers: names('server') }
  const { found } = await findExtensions(trusted, { repoRoot, environment })
  const now: Digests = Object.fromEntries(
    kept.map((one) => {
      const label = extensionLabel(one)
      return [label, found.find((other) => extensionLabel(other) === label)?.digest ?? null]
    }),
  )
  const told = readJsonFile<Digests>(toldFile(runDir)) ?? {}
  const changed = kept
    .filter((one) => now[extensionLabel(one)] !== one.digest)
    .map(extensionLabel)
    .filter((label) => told[label] !== now[label])
  if (changed.length === 0) return null
  await markTold(runDir, { ...told, ...now })
  return ownFilesNote(changed, 'since the run began')
}

/** A run that is resumed says at once what changed. `recorded` is what it began with. */
export async function heardAtResume(
  runDir: string,
  recorded: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): Promise<void> {
  const labels = Object.keys(recorded)
  if (labels.length === 0) return
  await markTold(runDir, Object.fromEntries(labels.map((label) => [label, now[label] ?? null])))
}

/** The operator's own servers have no copy: a call with a changed one fails. */
const isCopied = ({ kind, from }: KeptExtension): boolean => kind !== 'server' || from === mcpFile

/** Of these, the operator has heard. */
async function markTold(runDir: string, digests: Digests): Promise<void> {
  try {
    await mkdir(dirname(toldFile(runDir)), { recursive: true })
    await writeFile(toldFile(runDir), JSON.stringify(digests))
  } catch (error) {
    throw diskError(error, toldFile(runDir))
  }
}
