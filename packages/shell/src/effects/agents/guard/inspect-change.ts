/** Looks once at all that an agent changed, before any commit has it: what must not be committed, and what is suspicious. */
import type { RunAgent, Suspicion } from '@harness/core/effects/run-agent'
import { withBlobs } from '../../../machine/git/blobs.ts'
import type { ChangedEntry } from '../../../machine/git/changes.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { suspicionsIn } from './change-suspicions.ts'
import { whyLeaky } from './leaked-secrets.ts'
import { isNone, wholeChange } from './whole-change.ts'

export interface Inspection {
  /** Null if it may be committed. */
  readonly refusal: string | null
  readonly suspicions: readonly Suspicion[]
}

export async function inspectChange(
  lane: string,
  { startCommit, baseCommit }: Pick<RunAgent, 'startCommit' | 'baseCommit'>,
  staged: readonly ChangedEntry[],
  { secrets, fixtures = [], rules }: Pick<AgentPorts, 'secrets' | 'fixtures' | 'rules'>,
): Promise<Inspection> {
  const base = baseCommit ?? startCommit
  const change = baseCommit === undefined ? [] : await wholeChange(lane, base, startCommit, staged)
  const objects = [...staged, ...change].flatMap(({ object, oldObject }) => [object, oldObject])
  const names = objects.filter((object) => !isNone(object))
  return withBlobs(lane, names, async (blobs) => {
    const refusal = await whyLeaky(lane, base, staged, blobs, { secrets, fixtures })
    if (refusal !== null || change.length === 0) return { refusal, suspicions: [] }
    return { refusal, suspicions: await suspicionsIn({ lane, rules }, change, blobs) }
  })
}
