/** Finds the session that another program left in a checkout, and what a run would take over of it. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { type ArtifactName, artifactPath, sessionFile } from '@harness/core/playbooks/workflow/artifacts'
import type { AdoptedSession } from '@harness/core/playbooks/workflow/input'
import {
  adoptedSession,
  parseSession,
  type ReadSession,
  type SessionFile,
} from '@harness/formats/documents/workflow/session-file'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { describeProblem } from '@harness/formats/text/format-problem'
import { readInside } from '../../machine/disk/inside.ts'

/** Null if there is none. Throws if the file cannot be read: nothing of it is overwritten. */
export async function foundSession(
  repoRoot: string,
  { refusals }: WorkflowTexts,
): Promise<ReadSession | null> {
  const text = await textOf(repoRoot, sessionFile)
  if (text === null) return null
  const read = parseSession(text, sessionFile)
  if (read.ok) return read.value
  const said = refusals.stateUnreadable(sessionFile)
  const problems = read.problems.map((problem) => `  ${describeProblem(problem)}`)
  throw new UserError('state-file-damaged', [said, ...problems].join('\n'), {
    next: `mv ${sessionFile} ${sessionFile}.aside`,
    exitCode: exitCode.stateDamaged,
  })
}

export async function adoptable(repoRoot: string, session: SessionFile): Promise<AdoptedSession> {
  const docsPath = session.docs_path
  const hasSpec = (await textOf(repoRoot, artifactPath('spec', docsPath))) !== null
  const patch = await textOf(repoRoot, artifactPath('auto_fix_patch', docsPath))
  return adoptedSession(session, { hasSpec, patch })
}

/** Whether every one of these documents is in the folder. */
export async function hasArtifacts(
  repoRoot: string,
  docsPath: string,
  names: readonly ArtifactName[],
): Promise<boolean> {
  for (const name of names) if ((await textOf(repoRoot, artifactPath(name, docsPath))) === null) return false
  return true
}

const textOf = async (repoRoot: string, path: string): Promise<string | null> =>
  (await readInside(repoRoot, path))?.toString('utf8') ?? null
