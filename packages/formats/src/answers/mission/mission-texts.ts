/** Owns how what a mission leaves for people is printed: escalations, raw memory, debugging notes, identities. */

import { isoTime } from '@harness/core/kernel/iso-time'
import { oneLine } from '@harness/core/kernel/one-line'
import type { Escalation, RawEntry } from '@harness/core/playbooks/mission/state/mission-document'

const items = (list: readonly string[]): string =>
  list.length === 0 ? 'None.' : list.map((item) => `- ${item.trim().replaceAll('\n', '\n  ')}`).join('\n')

export const printEscalation = ({ reason, feature, tried, evidence, question, next }: Escalation): string =>
  [
    `# Escalation${feature === null ? '' : ` of ${feature}`}`,
    reason,
    `## What was tried\n\n${items(tried)}`,
    `## Evidence\n\n${items(evidence)}`,
    `## The question\n\n${question}`,
    next ??
      'Answer with `harness grant escalation -m "<answer>"`, or end it with `harness refuse escalation -m "<why>"`.',
    '',
  ].join('\n\n')

/** One entry of raw.md; its source makes it one of a kind, so that it is never appended twice. */
export const printRaw = ({ source, role, at, text }: RawEntry): string =>
  [`## ${isoTime(at)} ${role} (${source})`, text.trim().replace(/^(#{1,6}\s)/gm, '\\$1'), ''].join('\n')

export const hasRaw = (raw: string, { source, role, at }: RawEntry): boolean =>
  raw.includes(`## ${isoTime(at)} ${role} (${source})\n`)

/** `TRICK: …` lines of a worker's message. */
export const tricksIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:[-*]\s+)?TRICK:\s*(\S.*?)\s*$/gm)].map((match) => match[1] ?? '')

/** The identity with those of the lines that it does not have yet. */
export function withIdentityLines(identity: string, lines: readonly string[]): string {
  const known = new Set(identity.split('\n').map((line) => line.trim()))
  const added = lines
    .map((line) => `- ${oneLine(line)}`)
    .filter((line, index, all) => !known.has(line) && all.indexOf(line) === index)
  if (added.length === 0) return identity
  const before = identity.trim() === '' ? '' : `${identity.trimEnd()}\n`
  return `${before}${added.join('\n')}\n`
}
