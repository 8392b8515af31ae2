/** The adapters of a handbook: those of every playbook, and what the handbook's own documents need. */

import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import type { Adapters } from '../adapters.ts'
import { handbookFile } from '../documents/handbook-document.ts'
import { skeletonFile } from '../documents/handbook-folder.ts'
import { commonAdapters } from '../playbook-run/common-adapters.ts'
import type { RunOutside } from '../playbook-run/run-outside.ts'
import { type RunPorts, runPorts } from '../playbook-run/run-ports.ts'
import { sidecarFiles } from './handbook-files.ts'
import { readHandbookCommand } from './read-handbook.ts'
import { tickBox } from './tick-box.ts'

export const handbookPorts = async (
  outside: RunOutside,
  runDir: string,
  { author, baseBranch }: Pick<HandbookInput, 'author' | 'baseBranch'>,
): Promise<RunPorts> => ({
  ...(await runPorts(outside, runDir, { identity: author, baseBranch })),
  isReserved: (path) => reserved.has(path),
  ownDocuments: [...reserved],
})

/** What people and the harness itself change while agents work, and no agent may. */
const reserved: ReadonlySet<string> = new Set([handbookFile, skeletonFile, ...sidecarFiles])

export const handbookAdapters = (ports: RunPorts): Adapters => ({
  ...commonAdapters(ports, null),
  readHandbook: (command, attempt) => readHandbookCommand(command, attempt, ports),
  tickBox: (command, attempt) => tickBox(command, attempt, ports),
})
