/**
 * Owns the disputes in a ledger of findings. A reviewer rules once on each. Only findings of reviewers can be disputed: what
 * the harness saw itself is a fact.
 */
import type { Dispute, DisputeStage } from '../kernel/dispute.ts'
import { describeFinding, isTitled } from '../kernel/finding.ts'
import {
  blockingEntries,
  type FindingSource,
  type FindingsLedger,
  type TrackedFinding,
} from './findings-ledger.ts'

const reviewers: ReadonlySet<FindingSource> = new Set(['review', 'review-ui', 'merge-check'])

const disputable = (ledger: FindingsLedger): readonly TrackedFinding[] =>
  blockingEntries(ledger).filter(({ source }) => reviewers.has(source))

/** The finding that a dispute is about: the only one there is, or the one with its title. */
function subjectOf(dispute: Dispute, findings: readonly TrackedFinding[]): TrackedFinding | undefined {
  if (findings.length === 1) return findings[0]
  return findings.find(({ finding }) => isTitled(finding, dispute.title))
}

/** Takes in what the fixer disputes. A dispute of no open finding counts for nothing. */
export function raiseDisputes(
  ledger: FindingsLedger,
  disputes: readonly Dispute[],
): { readonly findings: FindingsLedger; readonly isAnyRaised: boolean } {
  const open = disputable(ledger)
  const why = new Map<TrackedFinding, string>()
  for (const dispute of disputes) {
    const subject = subjectOf(dispute, open)
    if (subject !== undefined) why.set(subject, dispute.why)
  }
  if (why.size === 0) return { findings: ledger, isAnyRaised: false }
  const tracked = ledger.tracked.map((entry) => {
    const reasons = why.get(entry)
    return reasons === undefined
      ? entry
      : { ...entry, dispute: { why: reasons, stage: nextStage(entry.dispute?.stage) } }
  })
  return { findings: { ...ledger, tracked }, isAnyRaised: true }
}

const nextStage = (stage: DisputeStage | undefined): DisputeStage =>
  stage === 'upheld' || stage === 'insisted' ? 'insisted' : 'raised'

/** Blocking findings whose dispute has come so far. */
export const disputesAt = (ledger: FindingsLedger, stage: DisputeStage): readonly TrackedFinding[] =>
  blockingEntries(ledger).filter(({ dispute }) => dispute?.stage === stage)

const moved = (ledger: FindingsLedger, from: DisputeStage, to: DisputeStage): FindingsLedger => ({
  ...ledger,
  tracked: ledger.tracked.map((entry) =>
    entry.dispute?.stage === from ? { ...entry, dispute: { ...entry.dispute, stage: to } } : entry,
  ),
})

/** The fixer changed nothing: it stays with each finding that the reviewer upheld. */
export const insistOnAll = (ledger: FindingsLedger): FindingsLedger => moved(ledger, 'upheld', 'insisted')

/** A person said to fix it: the fixer can still insist, and the person is asked again then. */
export const sendBack = (ledger: FindingsLedger): FindingsLedger => moved(ledger, 'insisted', 'upheld')

const outcomes: Readonly<Record<DisputeStage, string>> = {
  raised: 'No reviewer has ruled on it yet.',
  withdrawn: 'The reviewer withdrew the finding.',
  upheld: 'The reviewer upheld the finding.',
  insisted: 'The reviewer upheld the finding, and the fixer stayed with its reasons.',
}

export const describeDispute = ({ finding, dispute }: TrackedFinding): string =>
  `${describeFinding(finding)}\n  The fixer: ${(dispute?.why ?? '').trim().replaceAll('\n', '\n  ')}`

/** Every dispute of a run and how it came out. */
export const describeDisputes = ({ tracked }: FindingsLedger): string =>
  tracked
    .flatMap((entry) =>
      entry.dispute === undefined ? [] : [`${describeDispute(entry)}\n  ${outcomes[entry.dispute.stage]}`],
    )
    .join('\n')
