/** Owns the usual choices of a gate: grant and refuse, and letting findings stand between them. */
import type { GateChoice } from './gate.ts'

/** The names of the usual choices. */
export const grant = 'grant'
export const refuse = 'refuse'
export const letStand = 'let-stand'

/** The choices of a two-way gate. */
export const grantOrRefuse = (leadsTo: {
  readonly onGrant: string
  readonly onRefuse: string
}): readonly GateChoice[] => [
  { name: grant, label: 'Grant', leadsTo: leadsTo.onGrant, words: 'optional' },
  { name: refuse, label: 'Refuse', leadsTo: leadsTo.onRefuse, words: 'required' },
]

/** Adds "let it stand" before the last choice. Each of several findings can also be let stand by itself. */
export const withLetStand = (
  choices: readonly GateChoice[],
  { onLetStand, findings = [] }: { readonly onLetStand: string; readonly findings?: readonly string[] },
): readonly GateChoice[] => [
  ...choices.slice(0, -1),
  { name: letStand, label: 'Let it stand', leadsTo: onLetStand, words: 'required', waives: 'all' },
  ...(findings.length < 2 ? [] : findings.map((finding, index) => letStandOnly(finding, index + 1))),
  ...choices.slice(-1),
]

const letStandOnly = (finding: string, nth: number): GateChoice => ({
  name: `${letStand}-${nth}`,
  label: `Let ${nth} stand`,
  leadsTo: `only ${finding} is waived with your reason; the others stay open`,
  words: 'required',
  waives: nth,
})
