/**
 * Finds what an earlier attempt of a call had reported: an agent that may write nothing but its report judges the commit that
 * it is called for, as a reader does. Its answer and its report count, and no kinder one takes their place.
 */
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { keepTexts, readArtifact, type Texts, takenTexts } from './artifacts.ts'
import { answeredTurns } from './recorded-turn.ts'

/** Null if it had not answered, if its report is gone, or if it may write more. Kept, so that a second death finds it. */
export async function reportedBefore(
  { id, mode, artifacts = [], mayWrite }: RunAgent,
  lane: LaneRecord,
  ports: AgentPorts,
): Promise<Texts | null> {
  const isReporter = mode === 'exec' && artifacts.length > 0 && mayWrite?.length === 0
  if (!isReporter || (await answeredTurns(ports.runDir, id)).length === 0) return null
  const taken = await takenTexts(id, ports)
  if (taken !== null) return hasText(taken) ? taken : null
  const found = await Promise.all(
    artifacts.map(async (path) => [path, (await readArtifact(lane.path, path)).text ?? null] as const),
  )
  const texts = Object.fromEntries(found)
  return hasText(texts) ? keepTexts(id, texts, ports) : null
}

const hasText = (texts: Texts): boolean => Object.values(texts).some((text) => text !== null)
