/** Owns `.harness/state.json` while a workflow runs: rewritten after each event, and gone once the run has cleaned up. */
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import { sessionFile } from '@harness/core/playbooks/workflow/artifacts'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import {
  parseSession,
  printSession,
  type SessionFile,
} from '@harness/formats/documents/workflow/session-file'
import { durableReplace, removeTemporaries } from '../../machine/disk/durable-write.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { isPlainWay } from '../../machine/disk/plain-path.ts'
import { followsState, type OwnSidecar } from '../../store/sidecars/run-sidecars.ts'

export interface SessionSidecarOptions {
  readonly repoRoot: string
  /** The state of the run; null if it begins. */
  readonly stood: WorkflowState | null
}

const cleansUp: ReadonlySet<WorkflowState['at']['phase']> = new Set(['clean', 'close', 'over'])

export async function sessionSidecar({
  repoRoot,
  stood,
}: SessionSidecarOptions): Promise<OwnSidecar<WorkflowState>> {
  const path = join(repoRoot, sessionFile)
  let written = ''
  const follow = async (state: WorkflowState): Promise<void> => {
    // What a clean-up removed is not written again.
    if (cleansUp.has(state.at.phase)) return
    if (!isPlainWay(repoRoot, '.harness')) return
    const text = printSession(state, await sessionIn(repoRoot))
    if (text === written) return
    invariant(parseSession(text, sessionFile).ok, `${sessionFile} is written as its schema says`)
    await durableReplace(path, text)
    written = text
  }
  await mkdir(dirname(path), { recursive: true })
  await removeTemporaries(dirname(path), [basename(path)])
  if (stood !== null) await follow(stood)
  return followsState(follow)
}

/** The session of a workflow that the checkout has; null if there is none that can be read. */
async function sessionIn(repoRoot: string): Promise<SessionFile | null> {
  const text = (await readInside(repoRoot, sessionFile))?.toString('utf8')
  if (text === undefined) return null
  const read = parseSession(text, sessionFile)
  return read.ok && read.value.kind === 'session' ? read.value.session : null
}
