/**
 * Reads the conventions of a repository as the base of the change has them: no file of a lane, and no link out of the
 * repository. So no agent writes the conventions of those that judge its work.
 */

import { posix } from 'node:path'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { Slice } from '@harness/core/kernel/envelope'
import type { CommitHash } from '@harness/core/kernel/ids'
import {
  type ConventionFile,
  conventionFiles,
  conventionsSlice,
} from '@harness/formats/documents/conventions/conventions-slice'
import { textAt } from '../../../machine/git/committed-file.ts'
import { treeFiles } from '../../../machine/git/tree-files.ts'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import type { AgentPorts } from '../port/agent-ports.ts'

type ConventionPorts = Pick<AgentPorts, 'repoRoot' | 'redact' | 'conventions'>

export async function conventionsOf(
  { startCommit, baseCommit = startCommit }: Pick<RunAgent, 'startCommit' | 'baseCommit'>,
  ports: ConventionPorts,
): Promise<readonly Slice[]> {
  if (ports.conventions !== true) return []
  const entries = await filesAt(ports.repoRoot, baseCommit)
  const clean = cleaning(ports.redact)
  const files: ConventionFile[] = []
  for (const path of conventionFiles) {
    const mode = entries.get(path)
    if (mode === undefined) continue
    const target = mode === linkMode ? await targetOf(ports.repoRoot, baseCommit, path) : path
    const isFile = target !== null && entries.get(target)?.startsWith('100') === true
    const text = isFile ? await textAt(ports.repoRoot, baseCommit, target) : null
    files.push({ path, text: text === null ? null : clean(text) })
  }
  const nested = [...entries.keys()].filter(
    (path) => isConventionName(path) && !conventionFiles.includes(path),
  )
  const slice = conventionsSlice(files, nested.map(clean))
  return slice === null ? [] : [slice]
}

const linkMode = '120000'
const isConventionName = (path: string): boolean => /(^|\/)(AGENTS|CLAUDE)\.md$/.test(path)

/** The mode of every file, by its path. */
const filesAt = async (repoRoot: string, commit: CommitHash): Promise<ReadonlyMap<string, string>> =>
  new Map((await treeFiles(repoRoot, commit)).map(({ path, mode }) => [path, mode]))

/** Null if the link leaves the repository. */
async function targetOf(repoRoot: string, commit: CommitHash, link: string): Promise<string | null> {
  const named = await textAt(repoRoot, commit, link)
  if (named === null || posix.isAbsolute(named)) return null
  const path = posix.join(posix.dirname(link), named)
  return path.startsWith('../') ? null : path
}
