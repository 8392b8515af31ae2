/** Owns how a gate's choice is listed: the words to type, its label, and what it leads to. */
import type { GateChoice } from '@harness/core/kernel/gate'

const typed: Readonly<Record<GateChoice['words'], string>> = {
  none: '',
  optional: ' [-m "…"]',
  required: ' -m "…"',
}

export const choiceLine = ({ name, label, leadsTo, words }: GateChoice): string =>
  `${name}${typed[words]} (${label}): ${leadsTo}`
