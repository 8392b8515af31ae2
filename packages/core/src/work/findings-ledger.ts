/**
 * Owns what became of each finding over the passes of a review loop: new, carried, fixed or regressed, which of them
 * block, and when the loop only goes back and forth.
 */
import { type Disputed, ruled } from '../kernel/dispute.ts'
import {
  describeFinding,
  type Finding,
  isBlockingSeverity,
  isReworded,
  isSameStatement,
  severities,
  signatureOf,
} from '../kernel/finding.ts'
import type { CommandId, CommitHash } from '../kernel/ids.ts'
import { stillUnseen } from './unseen-quotes.ts'

/**
 * Who can raise findings: the reviewer of the change, the one of its user interface, the one before the merge; the
 * harness itself, from what end-to-end tests, the forge's own checks, the look of the change and the number of executed
 * tests show.
 */
export type FindingSource = 'review' | 'review-ui' | 'merge-check' | 'e2e' | 'ci' | 'guard'

/** The title of a review that is kept as text, as one finding. */
export const proseTitle = 'Review in free prose'

export type FindingFate = 'new' | 'carried' | 'fixed' | 'regressed'

export interface Sighting {
  readonly pass: number
  readonly fate: FindingFate
  readonly commit: CommitHash
  /** The change that was reviewed: the latest implement or fix command. */
  readonly change: CommandId
}

export interface TrackedFinding {
  readonly source: FindingSource
  readonly signature: string
  readonly finding: Finding
  readonly open: boolean
  readonly blocking: boolean
  /** A person let it stand. */
  readonly waived?: boolean
  /** The fixer said that it is wrong; absent if it never did. */
  readonly dispute?: Disputed
  readonly history: readonly Sighting[]
}

export interface FindingsLedger {
  /** Of the reviewer. */
  readonly passes: number
  /** The commit the reviewer's latest pass saw; a re-review looks at what came after it. */
  readonly reviewed: CommitHash | null
  readonly tracked: readonly TrackedFinding[]
}

export interface ReviewPass {
  /** It speaks only of what it raised itself: the others' findings stay as they are. */
  readonly source: FindingSource
  readonly findings: readonly Finding[]
  readonly commit: CommitHash
  readonly change: CommandId
  /** From this pass on only Critical and High can be newly raised as blocking. */
  readonly ratchetFromPass: number
}

export const emptyLedger: FindingsLedger = { passes: 0, reviewed: null, tracked: [] }

export function recordPass(ledger: FindingsLedger, review: ReviewPass): FindingsLedger {
  const pass = ledger.passes + (review.source === 'review' ? 1 : 0)
  const seen = gravestBySignature(review.findings)
  const own = ledger.tracked.filter(({ source }) => source === review.source)
  const sighted = sightedIn(own, seen)
  const known = new Set(sighted.values())
  const sighting = (fate: FindingFate): Sighting => ({
    pass,
    fate,
    commit: review.commit,
    change: review.change,
  })

  const updated = ledger.tracked.map((entry) => {
    if (entry.source !== review.source) return entry
    const finding = seen.get(sighted.get(entry.signature) ?? '')
    if (finding === undefined) {
      // A re-review is told the blocking findings only: its silence says nothing about the others.
      const isFixed = entry.open && entry.blocking
      return isFixed
        ? { ...entry, ...rulingOn(entry, false), open: false, history: [...entry.history, sighting('fixed')] }
        : entry
    }
    const history = [...entry.history, sighting(entry.open ? 'carried' : 'regressed')]
    // The words stay those that the person saw: findings cannot drift into a waiver word by word.
    if (isWaived(entry, finding)) return { ...entry, open: true, history }
    const { waived: _, ...unwaived } = entry
    const blocking = staysBlocking(entry, finding, pass, review)
    const raised = stillUnseen(entry.finding, finding)
    return { ...unwaived, ...rulingOn(entry, true), finding: raised, open: true, blocking, history }
  })
  const added = [...seen]
    .filter(([signature]) => !known.has(signature))
    .map(([signature, finding]) => ({
      source: review.source,
      signature,
      finding,
      open: true,
      blocking: mayBlockNewly(finding, pass, review),
      history: [sighting('new')],
    }))
  const reviewed = review.source === 'review' ? review.commit : ledger.reviewed
  return { passes: pass, reviewed, tracked: [...updated, ...added] }
}

const rulingOn = ({ dispute }: TrackedFinding, isRepeated: boolean): Pick<TrackedFinding, 'dispute'> =>
  dispute === undefined ? {} : { dispute: ruled(dispute, isRepeated) }

const staysBlocking = (entry: TrackedFinding, finding: Finding, pass: number, review: ReviewPass): boolean =>
  entry.blocking ? isBlockingSeverity(finding.severity) : mayBlockNewly(finding, pass, review)

/** Which of the findings seen is which tracked one, both by their signatures: in its own words, its latest, or in others. */
function sightedIn(
  tracked: readonly TrackedFinding[],
  seen: ReadonlyMap<string, Finding>,
): ReadonlyMap<string, string> {
  const sighted = new Map<string, string>()
  const left = new Set(seen.keys())
  const match = (entry: TrackedFinding, signature: string | undefined): void => {
    if (sighted.has(entry.signature) || signature === undefined || !left.delete(signature)) return
    sighted.set(entry.signature, signature)
  }
  for (const entry of tracked) match(entry, entry.signature)
  for (const entry of tracked) match(entry, signatureOf(entry.finding))
  // What blocks comes first: it must not stop to because another open one is as near.
  const open = tracked.filter((entry) => entry.open)
  for (const entry of [
    ...open.filter(({ blocking }) => blocking),
    ...open.filter(({ blocking }) => !blocking),
  ])
    match(
      entry,
      [...seen].find(([signature, raised]) => left.has(signature) && isRewording(entry, raised))?.[0],
    )
  return sighted
}

/** A waiver covers what the person saw: a new finding that is only near it must block. */
const isRewording = ({ waived, finding }: TrackedFinding, raised: Finding): boolean =>
  waived === true ? isSameStatement(finding, raised) : isReworded(finding, raised)

/**
 * A reviewer words the detail of one finding differently each time. The harness words a suspicion the same way each
 * time, so another detail is another deed. So it is with a review in prose: another text may say anything.
 */
const isWaived = (entry: TrackedFinding, raised: Finding): boolean =>
  entry.waived === true && (!isTitledByHarness(entry) || entry.finding.detail === raised.detail)

const isTitledByHarness = ({ source, finding }: TrackedFinding): boolean =>
  isSuspicion({ source }) || finding.title === proseTitle

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

const isBlocking = ({ open, blocking }: TrackedFinding): boolean => open && blocking

export const blockingFindings = (ledger: FindingsLedger, source?: FindingSource): readonly Finding[] =>
  ledger.tracked
    .filter((entry) => isBlocking(entry) && (source === undefined || entry.source === source))
    .map((entry) => entry.finding)

/** These sources report failing checks. An exit code is a fact, and no person can let it stand. */
const checkSources: ReadonlySet<FindingSource> = new Set(['e2e', 'ci'])

/** If a person can let all of these stand; false if there is none. */
export const areWaivable = (entries: readonly TrackedFinding[]): boolean =>
  entries.length > 0 && entries.every(({ source }) => !checkSources.has(source))

export const blockingEntries = (ledger: FindingsLedger): readonly TrackedFinding[] =>
  ledger.tracked.filter(isBlocking)

/** The harness reports what only the plan may call for. */
export const isSuspicion = ({ source }: Pick<TrackedFinding, 'source'>): boolean => source === 'guard'

/** Suspicions that block. */
export const suspiciousFindings = (ledger: FindingsLedger): readonly Finding[] =>
  blockingEntries(ledger)
    .filter(isSuspicion)
    .map(({ finding }) => finding)

/** A person lets these findings stand: they block nothing, and the same finding raised again does not either. */
export const waive = (ledger: FindingsLedger, waived: readonly TrackedFinding[]): FindingsLedger => ({
  ...ledger,
  tracked: ledger.tracked.map((entry) =>
    waived.includes(entry) ? { ...entry, blocking: false, waived: true } : entry,
  ),
})

/** Open, not blocking and not waived: they go to the follow-ups, never into a fix prompt. */
export const followUps = (ledger: FindingsLedger): readonly Finding[] =>
  ledger.tracked
    .filter((entry) => entry.open && !entry.blocking && entry.waived !== true)
    .map((entry) => entry.finding)

const regressions = (entry: TrackedFinding): number =>
  entry.history.filter((sighting) => sighting.fate === 'regressed').length

/** Fixes that brought a fixed finding back twice: more passes would only go round in circles. */
export const oscillating = (ledger: FindingsLedger): readonly TrackedFinding[] =>
  ledger.tracked.filter((entry) => isBlocking(entry) && regressions(entry) >= 2)

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
