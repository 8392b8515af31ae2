/** Owns how many findings a critic has: `[C1]` is critical, `[M1]` major, `[m1]` minor. The file tells, not the critic. */

export interface CriticCounts {
  readonly critical: number
  readonly major: number
  readonly minor: number
}

/** An id opens a line, behind the marks of a list, a heading, a table or bold text. */
const opening = /^[\s>#*_|\-+\d.)]*\[([CMm])(\d+)\]/gm

export function countsIn(findings: string): CriticCounts {
  const ids = new Set([...findings.matchAll(opening)].map(([, severity, number]) => `${severity}${number}`))
  const of = (severity: string): number => [...ids].filter((id) => id.startsWith(severity)).length
  return { critical: of('C'), major: of('M'), minor: of('m') }
}

export const totalOf = ({ critical, major, minor }: CriticCounts): number => critical + major + minor

export const criticLine = ({ critical, major, minor }: CriticCounts): string =>
  `critic_findings written — Critical=${critical}, Major=${major}, Minor=${minor}`
