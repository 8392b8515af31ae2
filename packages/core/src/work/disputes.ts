/**
 * Owns the disputes in a ledger of findings. A reviewer rules once on each. Only findings of reviewers can be disputed: what
 * the harness saw itself is a fact.
 */
import type { Dispute, Disputed, DisputeStage } from '../kernel/dispute.ts'
import { describeFinding, isTitled } from '../kernel/finding.ts'
import { wordsIn } from '../kernel/words.ts'
import {
  blockingEntries,
  type FindingSource,
  type FindingsLedger,
  type TrackedFinding,
} from './findings-ledger.ts'

const reviewers: ReadonlySet<FindingSource> = new Set(['review', 'review-ui', 'merge-check'])

const disputable = (ledger: FindingsLedger): readonly TrackedFinding[] =>
  blockingEntries(ledger).filter(({ source }) => reviewers.has(source))

/** The finding that a dispute is about: the one with its title, or the only one there is if no title is named. */
function subjectOf(dispute: Dispute, findings: readonly TrackedFinding[]): TrackedFinding | undefined {
  const isAnyone = dispute.isEarlier === true || namesNothing(dispute.title)
  if (findings.length === 1 && isAnyone) return findings[0]
  return findings.find(({ finding }) => isTitled(finding, dispute.title))
}

const vagueWords: ReadonlySet<string> = new Set(
  'the this that only above blocking critical high medium low finding issue no one 1'.split(' '),
)

/** Such as "the finding" or "Finding 1 (High)". */
const namesNothing = (title: string): boolean => wordsIn(title).every((word) => vagueWords.has(word))

/** Takes in what the fixer disputes. A dispute of no open finding counts for nothing. */
export function raiseDisputes(
  ledger: FindingsLedger,
  disputes: readonly Dispute[],
): { readonly findings: FindingsLedger; readonly isAnyRaised: boolean } {
  const open = disputable(ledger)
  const raised = new Map<TrackedFinding, Dispute>()
  for (const dispute of disputes) {
    const subject = subjectOf(dispute, open)
    if (subject !== undefined) raised.set(subject, dispute)
  }
  if (raised.size === 0) return { findings: ledger, isAnyRaised: false }
  const tracked = ledger.tracked.map((entry) => {
    const dispute = raised.get(entry)
    return dispute === undefined ? entry : { ...entry, dispute: disputed(entry, dispute) }
  })
  return { findings: { ...ledger, tracked }, isAnyRaised: true }
}

function disputed({ finding, dispute: before }: TrackedFinding, { why, isEarlier }: Dispute): Disputed {
  const stage = nextStage(before?.stage)
  if (isEarlier === true) return { why, stage }
  return { why, stage, first: before?.first ?? { detail: finding.detail, why: before?.why ?? why } }
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

/** A person has the reviewer rule on it once more. */
export const raiseAgain = (ledger: FindingsLedger): FindingsLedger => moved(ledger, 'insisted', 'raised')

const outcomes: Readonly<Record<DisputeStage, string>> = {
  raised: 'No reviewer has ruled on it yet.',
  withdrawn: 'The reviewer withdrew the finding.',
  upheld: 'The reviewer upheld the finding.',
  insisted: 'The reviewer upheld the finding, and the fixer stayed with its reasons.',
}

/** With what both sides said first, if they said something else since. */
export function describeDispute({ finding, dispute }: TrackedFinding): string {
  const { why = '', first } = dispute ?? {}
  const says = (who: string, text: string): string => `  ${who}: ${text.trim().replaceAll('\n', '\n  ')}`
  const isReworded = (text: string, now: string): boolean => text.trim() !== '' && text.trim() !== now.trim()
  return [
    describeFinding(finding),
    ...(first !== undefined && isReworded(first.detail, finding.detail)
      ? [says('The reviewer at first', first.detail)]
      : []),
    ...(first !== undefined && isReworded(first.why, why) ? [says('The fixer at first', first.why)] : []),
    says('The fixer', why),
  ].join('\n')
}

/** Every dispute of a run and how it came out. */
export const describeDisputes = ({ tracked }: FindingsLedger): string =>
  tracked
    .flatMap((entry) =>
      entry.dispute === undefined ? [] : [`${describeDispute(entry)}\n  ${outcomes[entry.dispute.stage]}`],
    )
    .join('\n')
