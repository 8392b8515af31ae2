/** Splits what a call has to say into what its session knows already and what it is told now. */
import { createHash } from 'node:crypto'
import type { AgentCall as AskedCall } from '@harness/agent-runner/runner/run-agent'
import {
  renderEnvelope,
  renderSlice,
  renderSlices,
  type Slice,
  splitEnvelope,
} from '@harness/core/kernel/envelope'
import type { Session } from './open-session.ts'
import type { SessionRecord } from './session-file.ts'

export type Telling = Pick<AskedCall, 'system' | 'envelope' | 'whole' | 'resume'> & {
  /** What its session was told before, and is not told again. */
  readonly known: readonly Slice[]
}

/** `about` says why the session continues, or what was tried, and is always told. */
export function sessionTelling(
  { choice, record }: Session,
  role: string,
  slices: readonly Slice[],
  about: readonly Slice[],
): Telling {
  const all = [...slices, ...about]
  if (choice.how !== 'resumed' || record === null) return { ...splitEnvelope(all), resume: null, known: [] }
  const known = slices.filter((slice) => isKnown(slice, record, role, choice.isSameCall))
  return {
    known,
    system: record.system,
    envelope: renderSlices(all.filter((slice) => !known.includes(slice))),
    whole: renderEnvelope(all),
    resume: record.session,
  }
}

/**
 * A call that goes on knows all that it was told. A new call knows the stable slices; but if another role spoke last,
 * the role is said again. What changes is always said: the same failure may come a second time.
 */
function isKnown(slice: Slice, record: SessionRecord, role: string, isSameCall: boolean): boolean {
  if (!record.told.includes(sliceDigest(slice))) return false
  if (isSameCall) return true
  const isStable = slice.stability === 'product' || slice.stability === 'run'
  return isStable && (record.role === role || !slice.label.startsWith('Role: '))
}

export const sliceDigest = (slice: Slice): string =>
  createHash('sha256').update(renderSlice(slice)).digest('hex')
