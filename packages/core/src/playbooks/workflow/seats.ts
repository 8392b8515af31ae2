/** Owns who does each work of a workflow: its roles by mode, and the document that each writes. */
import type { AgentFinished } from '../../effects/run-agent.ts'
import type { LineAnswer } from '../../work/first-line.ts'
import { judge } from '../../work/qa-verdict.ts'
import { newSeat, type Seat, type SeatRules } from '../../work/seats.ts'
import { type ArtifactName, artifactPath } from './artifacts.ts'
import type { Mode } from './input.ts'

export type WorkSeat = Seat<ArtifactName, LineAnswer>

/** The subject is the role if it is not said. */
type Taken = readonly [role: string, artifact: ArtifactName | null, subject?: string]

const personas = {
  single: [],
  standard: ['architect', 'senior_developer'],
  multi: ['architect', 'senior_developer', 'qa_specialist'],
} as const

const asRole = (persona: string): string => persona.replace('_', '-')

const implementers = { single: 'generator', standard: 'implementer-standard', multi: 'implementer' } as const

const rolesIn = {
  scan: () => [['convention-scanner', 'conventions']],
  plan: () => [['planner', 'spec']],
  proposals: (mode) => personas[mode].map((persona) => [asRole(persona), `proposal_${persona}`]),
  critiques: (mode) =>
    personas[mode].map((persona) => ['cross-critic', `critique_${persona}`, asRole(persona)]),
  synthesis: (mode) => [[mode === 'multi' ? 'synthesizer' : 'synthesizer-standard', 'spec']],
  lead: () => [['lead-developer', 'plan']],
  reviews: (mode) =>
    mode === 'multi'
      ? [
          ['code-quality-advisor', 'review_code_quality'],
          ['test-stability-advisor', 'review_test_stability'],
        ]
      : [['combined-advisor', 'review_combined']],
  implement: (mode) => [[implementers[mode], 'changes']],
  word: () => [['verifier', null]],
  evaluate: () => [['evaluator', 'qa_report']],
  propose: () => [['auto-fix-proposer', 'auto_fix_patch']],
} as const satisfies Readonly<Record<string, (mode: Mode) => readonly Taken[]>>

export type WorkName = keyof typeof rolesIn

/** A scan without its file is put to a person, and a fix without its patch is none: these are not asked again. */
const mostAgain = (work: WorkName): number => (work === 'scan' || work === 'propose' ? 0 : 1)

export const seatsFor = (work: WorkName, mode: Mode): readonly WorkSeat[] =>
  (rolesIn[work](mode) as readonly Taken[]).map(([role, artifact, subject = role]) =>
    newSeat({ subject, role: `workflow/${role}`, artifact }, mostAgain(work)),
  )

export const rulesOf = (work: WorkName, docsPath: string): SeatRules<ArtifactName, LineAnswer> => ({
  pathOf: (artifact) => artifactPath(artifact, docsPath),
  mayFail: work === 'word',
  ...(work === 'evaluate' ? { objectionTo } : {}),
})

/** An evaluator that changed files, or that passes with quotations of what it never saw, has not judged. */
function objectionTo(
  { answer, violation, quotes }: AgentFinished<LineAnswer>,
  report: string,
): 'strayed' | 'unseen' | null {
  if (violation !== null) return 'strayed'
  const isUnseen = (quotes?.missing.length ?? 0) > 0 && judge(answer.parsed, report).result === 'PASS'
  return isUnseen ? 'unseen' : null
}
