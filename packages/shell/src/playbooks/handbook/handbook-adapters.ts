/** The adapters of a handbook: those of every playbook, and what the handbook's own documents need. */

import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { commonAdapters } from '../../engine/conduct/common-adapters.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { type RunPorts, runPorts } from '../../engine/conduct/run-ports.ts'
import type { Adapters } from '../../engine/loop/adapters.ts'
import { guardBranch } from './documents-in-run.ts'
import { sidecarFiles } from './handbook-files.ts'
import { skeletonFile } from './handbook-folder.ts'
import { KnownHandbook } from './known-handbook.ts'
import { handbookFile } from './open-handbook.ts'
import { readHandbookCommand } from './read-handbook.ts'
import { tickBox } from './tick-box.ts'

export const handbookPorts = async (
  outside: RunOutside,
  runDir: string,
  { author, baseBranch, verification }: Pick<HandbookInput, 'author' | 'baseBranch' | 'verification'>,
): Promise<RunPorts> => {
  const ports = await runPorts(outside, runDir, { identity: author, baseBranch })
  const checks = [...ports.rules.checks, ...verification.always, ...verification.whereTouched.checks]
  return { ...ports, rules: { ...ports.rules, checks }, ...ownFiles }
}

/** What people and the harness itself change while agents work, and no agent may. */
const reserved: ReadonlySet<string> = new Set([handbookFile, skeletonFile, ...sidecarFiles])
const ownFiles = { isReserved: (path: string) => reserved.has(path), ownDocuments: [...reserved] }

export const handbookAdapters = (ports: RunPorts): Adapters => {
  const handbook = new KnownHandbook(ports.repoRoot)
  const guard = () => guardBranch(ports)
  return {
    ...commonAdapters(ports, null),
    readHandbook: (command, attempt) => readHandbookCommand(command, attempt, ports, handbook),
    tickBox: (command, attempt) => tickBox(command, attempt, { ...ports, guard }, handbook),
  }
}
