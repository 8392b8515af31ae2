/** Owns the files of `.harness/checkpoints/`: what waits, what was granted by hand, and what has fired before. */

import { isoTime } from '@harness/core/kernel/iso-time'
import { oneLine } from '@harness/core/kernel/one-line'
import type { FiredCheckpoint } from '@harness/core/playbooks/mission/state/mission-document'
import * as z from 'zod'
import { checkpointName } from '../../answers/mission/ids.ts'
import { jsonIn } from '../../text/json-value.ts'
import { readMoment } from '../../text/moment.ts'

/** For people: is there as long as it waits. A person may grant it by renaming it to the second one. */
export const waitingFile = (name: string): string => `checkpoint-${name}.md`
export const grantedFile = (name: string): string => `${waitingFile(name)}.granted`
/** Stays for ever, so that the checkpoint does not fire again. */
export const firedFile = (name: string): string => `.checkpoint-${name}.fired`
/** For programs: what fired, and what became of it. */
export const recordFile = (name: string): string => `${name}.json`

export interface CheckpointNames {
  readonly fired: readonly string[]
  readonly waiting: readonly string[]
  readonly granted: readonly string[]
}

/** What the names in the folder say. */
export function checkpointsIn(files: readonly string[]): CheckpointNames {
  const named = (pattern: RegExp): readonly string[] =>
    files.flatMap((file) => pattern.exec(file)?.[1] ?? []).sort()
  return {
    fired: named(/^\.checkpoint-([A-Za-z0-9][A-Za-z0-9_-]*)\.fired$/),
    waiting: named(/^checkpoint-([A-Za-z0-9][A-Za-z0-9_-]*)\.md$/),
    granted: named(/^checkpoint-([A-Za-z0-9][A-Za-z0-9_-]*)\.md\.granted$/),
  }
}

export const printWaiting = ({
  name,
  trigger,
  feature,
  reason,
  at,
  refusals = [],
}: FiredCheckpoint): string =>
  [
    `# Checkpoint ${name}`,
    '',
    reason,
    '',
    `- Fired: ${isoTime(at)} (${trigger}${feature === null ? '' : `, ${feature}`})`,
    ...refusals.map((said) => `- Refused before: ${oneLine(said)}`),
    `- To go on: \`harness grant ${name}\`, or rename this file to \`${grantedFile(name)}\``,
    `- To send it back with a reason: \`harness refuse ${name} -m "<reason>"\``,
    '',
  ].join('\n')

export type CheckpointAnswer = { readonly decision: 'granted' | 'refused'; readonly reason: string } | null

export const printRecord = (fired: FiredCheckpoint, answer: CheckpointAnswer): string =>
  `${JSON.stringify({ ...fired, at: isoTime(fired.at), answer }, null, 2)}\n`

/** The record with its answer; a record that people broke is left as it is. */
export function answeredRecord(text: string, answer: NonNullable<CheckpointAnswer>): string {
  try {
    const record = JSON.parse(text) as unknown
    return typeof record === 'object' && record !== null && !Array.isArray(record)
      ? `${JSON.stringify({ ...record, answer }, null, 2)}\n`
      : text
  } catch {
    return text
  }
}

/** Those that were granted. If there is no record, the mark alone counts. */
export function settledCheckpoints(
  files: readonly string[],
  read: (file: string) => string | null,
): readonly string[] {
  return checkpointsIn(files).fired.filter((name) => {
    const record = read(recordFile(name))
    return record === null || answerOf(record)?.decision === 'granted'
  })
}

/** What became of the checkpoint, as its record has it; null if nothing has yet, or people broke the record. */
export function answerOf(text: string): CheckpointAnswer {
  try {
    const { answer } = JSON.parse(text) as { readonly answer?: Record<string, unknown> | null }
    const { decision, reason } = answer ?? {}
    return (decision === 'granted' || decision === 'refused') && typeof reason === 'string'
      ? { decision, reason }
      : null
  } catch {
    return null
  }
}

const refusable = z.object({
  name: checkpointName,
  trigger: z.string(),
  feature: z.string().nullable(),
  reason: z.string(),
  at: z.string(),
  refusals: z.array(z.string()).default([]),
})

/** The firing of a record that was refused and not granted since; null of any other, and where people broke the record. */
export function refusedIn(text: string): FiredCheckpoint | null {
  const answer = answerOf(text)
  const record = refusable.safeParse(jsonIn(text)).data
  if (record === undefined || answer?.decision === 'granted') return null
  const said = answer === null ? [] : [answer.reason]
  const refusals = [...record.refusals, ...said]
  return refusals.length === 0 ? null : { ...record, at: readMoment(record.at) ?? 0, refusals }
}
