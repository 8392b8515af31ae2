/**
 * Owns what became of each finding over the passes of a review loop: new, carried, fixed or regressed, which of them
 * block, and when the loop only goes back and forth.
 */
import { describeFinding, type Finding, isBlockingSeverity, severities, signatureOf } from './finding.ts'
import type { CommandId, CommitHash } from './ids.ts'

export type FindingFate = 'new' | 'carried' | 'fixed' | 'regressed'

export interface Sighting {
  readonly pass: number
  readonly fate: FindingFate
  readonly commit: CommitHash
  /** The change that was reviewed: the latest implement or fix command. */
  readonly change: CommandId
}

export interface TrackedFinding {
  readonly signature: string
  readonly finding: Finding
  readonly open: boolean
  readonly blocking: boolean
  readonly history: readonly Sighting[]
}

export interface FindingsLedger {
  readonly passes: number
  /** The commit the latest pass saw; a re-review looks at what came after it. */
  readonly reviewed: CommitHash | null
  readonly tracked: readonly TrackedFinding[]
}

export interface ReviewPass {
  readonly findings: readonly Finding[]
  readonly commit: CommitHash
  readonly change: CommandId
  /** From this pass on only Critical and High can be newly raised as blocking. */
  readonly ratchetFromPass: number
}

export const emptyLedger: FindingsLedger = { passes: 0, reviewed: null, tracked: [] }

export function recordPass(ledger: FindingsLedger, review: ReviewPass): FindingsLedger {
  const pass = ledger.passes + 1
  const seen = gravestBySignature(review.findings)
  const known = new Set(ledger.tracked.map((entry) => entry.signature))
  const sighting = (fate: FindingFate): Sighting => ({
    pass,
    fate,
    commit: review.commit,
    change: review.change,
  })

  const updated = ledger.tracked.map((entry) => {
    const finding = seen.get(entry.signature)
    if (finding === undefined) {
      // A re-review is told the blocking findings only: its silence says nothing about the others.
      const isFixed = entry.open && entry.blocking
      return isFixed ? { ...entry, open: false, history: [...entry.history, sighting('fixed')] } : entry
    }
    const fate = entry.open ? 'carried' : 'regressed'
    return {
      ...entry,
      finding,
      open: true,
      blocking: entry.blocking ? isBlockingSeverity(finding.severity) : mayBlockNewly(finding, pass, review),
      history: [...entry.history, sighting(fate)],
    }
  })
  const added = [...seen]
    .filter(([signature]) => !known.has(signature))
    .map(([signature, finding]) => ({
      signature,
      finding,
      open: true,
      blocking: mayBlockNewly(finding, pass, review),
      history: [sighting('new')],
    }))
  return { passes: pass, reviewed: review.commit, tracked: [...updated, ...added] }
}

const mayBlockNewly = (finding: Finding, pass: number, review: ReviewPass): boolean =>
  pass >= review.ratchetFromPass
    ? finding.severity === 'Critical' || finding.severity === 'High'
    : isBlockingSeverity(finding.severity)

function gravestBySignature(findings: readonly Finding[]): Map<string, Finding> {
  const bySignature = new Map<string, Finding>()
  for (const finding of findings) {
    const signature = signatureOf(finding)
    const other = bySignature.get(signature)
    if (other === undefined || severities.indexOf(finding.severity) < severities.indexOf(other.severity))
      bySignature.set(signature, finding)
  }
  return bySignature
}

export const blockingFindings = (ledger: FindingsLedger): readonly Finding[] =>
  ledger.tracked.filter((entry) => entry.open && entry.blocking).map((entry) => entry.finding)

/** Open but not blocking: they go to the follow-ups, never into a fix prompt. */
export const followUps = (ledger: FindingsLedger): readonly Finding[] =>
  ledger.tracked.filter((entry) => entry.open && !entry.blocking).map((entry) => entry.finding)

const regressions = (entry: TrackedFinding): number =>
  entry.history.filter((sighting) => sighting.fate === 'regressed').length

/** Fixes that brought a fixed finding back twice: more passes would only go round in circles. */
export const oscillating = (ledger: FindingsLedger): readonly TrackedFinding[] =>
  ledger.tracked.filter((entry) => entry.open && entry.blocking && regressions(entry) >= 2)

/** A person said to go on: what regressed so far no longer counts as going in circles. */
export const forgiveRegressions = (ledger: FindingsLedger): FindingsLedger => ({
  ...ledger,
  tracked: ledger.tracked.map((entry) => ({
    ...entry,
    history: entry.history.map((sighting) =>
      sighting.fate === 'regressed' ? { ...sighting, fate: 'carried' as const } : sighting,
    ),
  })),
})

export const describeFindings = (findings: readonly Finding[]): string =>
  findings.map(describeFinding).join('\n')
