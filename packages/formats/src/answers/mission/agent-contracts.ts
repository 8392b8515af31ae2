/** Owns the answers of a mission's roles: what each has to say, as a schema for the provider and a check for us. */
import type {
  ChosenDecision,
  Curation,
  PlannedMission,
  Ruling,
  Validation,
  WorkReport,
} from '@harness/core/playbooks/mission/state/answers'
import { decisionNames } from '@harness/core/playbooks/mission/state/decision'
import { missionRoles } from '@harness/core/playbooks/mission/state/input'
import { issueSeverities, planVerdicts } from '@harness/core/playbooks/mission/state/mission-document'
import { summaryCaps } from '@harness/core/work/memory-caps'
import * as z from 'zod'
import { parsed, refused, unplaced } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import { type AnswerForm, jsonAtEnd } from '../contract.ts'
import { claimId, featureId } from './ids.ts'
import { tricksIn } from './mission-texts.ts'
import type { PlanReview } from './plan-review-file.ts'

const said = z.string().trim().min(1).max(20_000)
/** An id or a single word says nothing that could be seen. */
const sentence = z
  .string()
  .trim()
  .max(1000)
  .regex(/\S\s+\S+\s+\S/, 'a sentence that can be verified')
const line = z.string().trim().min(1).max(1000)

function structuredOnly<Schema extends z.ZodType, Value>(
  schema: Schema,
  name: string,
  finished: (checked: z.output<Schema>) => Value,
): AnswerForm<Value> {
  return {
    jsonSchema: z.toJSONSchema(schema, { io: 'output' }),
    structured(value, file = name) {
      const checked = checkAgainst(schema, unlocated(value), file)
      return checked.ok ? parsed(finished(checked.value)) : checked
    },
  }
}

/** The contract stands before the features: what is to be proven is settled before it is cut into pieces. */
const plan = z.strictObject({
  contract: z
    .array(
      z.strictObject({
        id: claimId,
        assertion: line.describe('What holds when it is done: one verifiable sentence.'),
        verify: said.describe('How another person can see that it holds.'),
      }),
    )
    .min(1)
    .max(500),
  features: z
    .array(
      z.strictObject({
        id: featureId,
        title: z.string().trim().min(1).max(200),
        summary: z.string().trim().min(1).max(140),
        description: z.string().max(20_000),
        claims: z.array(claimId).min(1).max(80).describe('Ids of the contract that it makes true.'),
        depends_on: z.array(featureId).describe('Features that must be there first.'),
      }),
    )
    .min(1)
    .max(1000),
})

export const planForm: AnswerForm<PlannedMission> = structuredOnly(
  plan,
  'plan',
  ({ contract, features }) => ({
    contract,
    features: features.map(({ depends_on, ...feature }) => ({ ...feature, dependsOn: depends_on })),
  }),
)

export const planReviewForm: AnswerForm<PlanReview> = structuredOnly(
  z.strictObject({
    verdict: z.enum(planVerdicts),
    notes: z.array(said).describe('What the planner left out or got wrong, one sentence each.'),
  }),
  'plan review',
  (review) => review,
)

const ambiguity = z
  .string()
  .trim()
  .max(4000)
  .nullable()
  .describe('What spec and contract leave open and you must not decide; null if nothing.')

const work: AnswerForm<WorkReport> = structuredOnly(
  z.strictObject({
    summary: said.describe('What you did, and what you did not.'),
    tricks: z.array(line).max(20).describe('What may help others, one sentence each.'),
    ambiguity,
  }),
  'work',
  (report) => ({ ...report, ambiguity: orNull(report.ambiguity) }),
)

const orNull = (text: string | null): string | null => (text === '' ? null : text)

/** A worker's text is as good: what is done shows in the lane. `TRICK:` and `AMBIGUITY:` lines are read out of it. */
export const workForm: AnswerForm<WorkReport> = {
  ...work,
  text(text, file = 'work') {
    const tooLarge = oversize(text, file)
    if (tooLarge !== null) return refused([tooLarge])
    const reported = work.structured(jsonAtEnd(text))
    if (reported.ok) return reported
    const open = /^\s*AMBIGUITY:\s*(\S.*?)\s*$/m.exec(text)?.[1] ?? null
    return parsed({ summary: text.trim(), tricks: tricksIn(text).slice(0, 20), ambiguity: open })
  },
}

export const validationForm: AnswerForm<Validation> = structuredOnly(
  z.strictObject({
    claims: z
      .array(
        z.strictObject({
          id: claimId,
          status: z.enum(['PASS', 'FAIL']),
          evidence: said.describe(
            'What you saw, quoted word for word: a command with its output, or lines of a file. A quotation that stands in no output you saw is no evidence.',
          ),
        }),
      )
      .max(200),
    issues: z
      .array(
        z.strictObject({
          severity: z.enum(issueSeverities),
          title: line,
          detail: z.string().max(20_000),
          expected: sentence
            .nullable()
            .default(null)
            .describe(
              'What must hold instead: one sentence that can be verified; null if the issue is minor.',
            ),
          verify: said
            .nullable()
            .default(null)
            .describe('How another person can see that it holds; else null.'),
        }),
      )
      .max(100)
      .describe('What is wrong beside the claims.'),
    ambiguity,
  }),
  'validation',
  ({ claims, issues, ambiguity: open }) => ({
    claims,
    issues: issues.map(({ expected, verify, ...issue }) => ({
      ...issue,
      ...(expected === null ? {} : { expected }),
      ...(verify === null ? {} : { verify }),
    })),
    ambiguity: orNull(open),
  }),
)

export const rulingForm: AnswerForm<Ruling> = structuredOnly(
  z.strictObject({
    claim: claimId.nullable().describe('The claim it is about; null for the feature as a whole.'),
    decision: said.describe('What holds from now on.'),
    reason: said,
    question: z
      .string()
      .trim()
      .max(4000)
      .nullable()
      .describe('What only a person can decide; null if nothing.'),
  }),
  'ruling',
  (ruling) => ({ ...ruling, question: orNull(ruling.question) }),
)

export const curationForm: AnswerForm<Curation> = structuredOnly(
  z.strictObject({
    summary: z
      .string()
      .max(200_000)
      .describe(`At most ${summaryCaps.lines} lines and ${summaryCaps.tokens} tokens; the rest is cut off.`),
    memory: z.string().max(200_000).describe('The whole of MEMORY.md.'),
    promote: z.array(line).max(50).describe('Confirmed tricks for every mission to come, word for word.'),
    lessons: z
      .array(z.strictObject({ role: z.enum(missionRoles), lesson: line }))
      .max(20)
      .default([])
      .describe('What a role other than the worker learned that helps it in any mission.'),
  }),
  'curation',
  (curation) => curation,
)

const decisionExample = '"NEXT_WORKER F-001", or another of the decisions listed, alone in one line'

const decision = structuredOnly(
  z.strictObject({
    decision: z.enum(decisionNames),
    subject: z.string().trim().max(200).nullable().describe('The feature or the checkpoint; else null.'),
    reason: line.describe('Why, in one sentence.'),
  }),
  'decision',
  (chosen) => ({ ...chosen, subject: orNull(chosen.subject) }),
)

/** Strictly one line: a decision that stands in the midst of prose is none. */
export const decisionForm: AnswerForm<ChosenDecision> = {
  ...decision,
  text(text, file = 'decision') {
    const match =
      /^(DONE|CONVERTED|(?:NEXT_WORKER|NEXT_VALIDATOR|NEXT_ARCHITECT|CHECKPOINT) \S+|ESCALATE \S.*)$/.exec(
        text.trim(),
      )
    if (match === null) return refused([unplaced(file, decisionExample, shown(text.trim()))])
    const [name = '', ...rest] = text.trim().split(' ')
    const about = rest.join(' ')
    const [, subject = null, reason = about] = /^(F-\S+): (.+)$/.exec(about) ?? []
    return parsed(
      name === 'ESCALATE'
        ? { decision: name, subject, reason }
        : { decision: name, subject: orNull(about), reason: 'The orchestrator chose it.' },
    )
  },
}
