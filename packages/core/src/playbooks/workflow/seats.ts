/** Owns the calls of agents that a workflow makes together: who sits there, what each writes, and how far each is. */
import type { AgentFinished } from '../../effects/run-agent.ts'
import { type AgentFailure, type AgentRetries, agentRetries, type Hurdle } from '../../kernel/hurdle.ts'
import { isExhausted, type RetryBudget, retryBudget } from '../../kernel/retry-budget.ts'
import { failed, recovered, spend } from '../../kernel/retrying.ts'
import type { LineAnswer } from '../../work/first-line.ts'
import type { LaneAt } from '../../work/lane.ts'
import { judge } from '../../work/qa-verdict.ts'
import { type ArtifactName, artifactPath } from './artifacts.ts'
import type { Mode } from './input.ts'

export type WorkName =
  | 'scan'
  | 'plan'
  | 'proposals'
  | 'critiques'
  | 'synthesis'
  | 'lead'
  | 'reviews'
  | 'implement'
  | 'word'
  | 'evaluate'
  | 'propose'

/** Its document is missing, it changed other files, or it passes with quotations of what it never saw. */
type Void = 'missing' | 'strayed' | 'unseen'

export interface Seat {
  /** Names the call in ids and lanes. */
  readonly subject: string
  readonly role: string
  /** Null if only its message counts. */
  readonly artifact: ArtifactName | null
  /** Its own lane; null if it has none yet, or works in the main lane. */
  readonly lane: LaneAt | null
  /** What it wrote; null while it is not done. */
  readonly text: string | null
  readonly line: string
  readonly parsed: LineAnswer['parsed']
  readonly retries: AgentRetries & { readonly again: RetryBudget }
  readonly hurdle: Hurdle | null
  /** Why its latest answer does not count; null if it does. */
  readonly void: Void | null
}

const seat = (role: string, artifact: ArtifactName | null, subject: string = role): Seat => ({
  subject,
  role: `workflow/${role}`,
  artifact,
  lane: null,
  text: null,
  line: '',
  parsed: null,
  retries: { ...agentRetries, again: retryBudget(1) },
  hurdle: null,
  void: null,
})

const personas = {
  single: [],
  standard: ['architect', 'senior-developer'],
  multi: ['architect', 'senior-developer', 'qa-specialist'],
} as const

const ofPersona = (kind: 'proposal' | 'critique', persona: string): ArtifactName =>
  `${kind}_${persona.replace('-', '_')}` as ArtifactName

const implementers = { single: 'generator', standard: 'implementer-standard', multi: 'implementer' } as const

export function seatsFor(work: WorkName, mode: Mode): readonly Seat[] {
  switch (work) {
    case 'scan':
      return [seat('convention-scanner', 'conventions')]
    case 'plan':
      return [seat('planner', 'spec')]
    case 'proposals':
      return personas[mode].map((persona) => seat(persona, ofPersona('proposal', persona)))
    case 'critiques':
      return personas[mode].map((persona) => seat('cross-critic', ofPersona('critique', persona), persona))
    case 'synthesis':
      return [seat(mode === 'multi' ? 'synthesizer' : 'synthesizer-standard', 'spec')]
    case 'lead':
      return [seat('lead-developer', 'plan')]
    case 'reviews':
      return mode === 'multi'
        ? [
            seat('code-quality-advisor', 'review_code_quality'),
            seat('test-stability-advisor', 'review_test_stability'),
          ]
        : [seat('combined-advisor', 'review_combined')]
    case 'implement':
      return [seat(implementers[mode], 'changes')]
    case 'word':
      return [seat('verifier', null)]
    case 'evaluate':
      return [seat('evaluator', 'qa_report')]
    case 'propose':
      return [seat('auto-fix-proposer', 'auto_fix_patch')]
  }
}

/** These judge: if one changes files, its answer is void. */
const judges: ReadonlySet<WorkName> = new Set(['evaluate'])

/**
 * Seats side by side have a lane each, so that none sees what another writes. In place, a judge has one too: the documents
 * and the records of the run are in the checkout.
 */
export const needsOwnLane = (work: WorkName, seats: readonly Seat[], inPlace: boolean): boolean =>
  seats.length > 1 || (inPlace && judges.has(work))

export const isDone = ({ text }: Seat): boolean => text !== null

export function answered(
  seat: Seat,
  work: WorkName,
  docsPath: string,
  { answer, artifacts = {}, text, violation, quotes }: AgentFinished<LineAnswer>,
): Seat {
  const heard = { ...recovered(seat), hurdle: null, line: answer.line, parsed: answer.parsed }
  if (seat.artifact === null) return { ...heard, text, void: null }
  const written = artifacts[artifactPath(seat.artifact, docsPath)]
  if (violation !== null && judges.has(work)) return voided(heard, 'strayed')
  if (written === undefined || written.trim() === '') return voided(heard, 'missing')
  const isUnseen = (quotes?.missing.length ?? 0) > 0 && judge(answer.parsed, written).result === 'PASS'
  return isUnseen ? voided(heard, 'unseen') : { ...heard, text: written, void: null }
}

/** Asked once more, then a person has to look. */
export const voided = (seat: Seat, why: Void): Seat =>
  isExhausted(seat.retries.again) ? { ...seat, void: why } : { ...spend(seat, 'again'), void: null }

export const hindered = (seat: Seat, event: AgentFailure): Seat => failed(seat, event)

/** A person resumed the run, or granted more tries. */
export const refreshed = (one: Seat): Seat =>
  one.hurdle?.type !== 'stop' && one.void === null
    ? one
    : { ...one, hurdle: null, void: null, retries: { ...agentRetries, again: retryBudget(1) } }
