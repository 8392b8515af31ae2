/**
 * Owns how the answers of planners, executors, verifiers and evaluators are read. Other words for the same are understood.
 * An answer that contradicts itself counts as the worse of both.
 */
import {
  confidences,
  type OutcomeAnswer,
  outcomeVerdicts,
  type PlanAnswer,
  type TaskAnswer,
  type VerificationAnswer,
} from '@harness/core/playbooks/autopilot/answers'
import * as z from 'zod'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import { isObject } from '../../text/is-object.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import type { AnswerForm } from '../contract.ts'
import { outcomeSchema, planSchema, taskSchema, verificationSchema } from './answer-schemas.ts'
import { decisionsIn, learningsIn, saysNothing, textIn, textsIn, truthIn, wordIn } from './loose-values.ts'

/** Reads with a schema, and says with its problems what does not fit. */
const reading =
  <Schema extends z.ZodType, Value>(
    schema: Schema,
    name: string,
    finished: (read: z.output<Schema>) => Value,
  ) =>
  (value: unknown, file = name): Parsed<Value> => {
    const checked = checkAgainst(schema, unlocated(value), file)
    return checked.ok ? parsed(finished(checked.value)) : checked
  }

const said = z.string().trim().min(1)
const texts = z.unknown().optional().transform(textsIn)
const decisions = z.unknown().optional().transform(decisionsIn)

export const planForm: AnswerForm<PlanAnswer> = {
  jsonSchema: planSchema,
  structured: reading(
    z.looseObject({ summary: said, concerns: texts, decisions }),
    'plan answer',
    ({ summary, concerns, decisions: made }) => ({ kind: 'plan', summary, concerns, decisions: made }),
  ),
}

/** The words that agents use for the two. */
const statuses: ReadonlyMap<string, TaskAnswer['status']> = new Map([
  ...['done', 'complete', 'completed', 'finished', 'success', 'succeeded', 'passed'].map(
    (word) => [word, 'done'] as const,
  ),
  ...['blocked', 'failed', 'failure', 'fail', 'error', 'incomplete', 'partial', 'in_progress', 'stuck'].map(
    (word) => [word, 'blocked'] as const,
  ),
])

const status = z.preprocess((value) => statuses.get(wordIn(value)) ?? value, z.enum(['done', 'blocked']))

const problem = z
  .unknown()
  .optional()
  .transform((value) => {
    const text = textsIn(value).join('\n')
    return saysNothing(text) ? null : text
  })

export const taskForm: AnswerForm<TaskAnswer> = {
  jsonSchema: taskSchema,
  structured: reading(
    z.looseObject({
      status,
      summary: said,
      problem,
      concerns: texts,
      decisions,
      learnings: z.unknown().optional().transform(learningsIn),
    }),
    'task answer',
    ({ status: claimed, summary, problem: named, concerns, decisions: made, learnings }) => {
      const isDone = claimed === 'done' && named === null
      return {
        kind: 'task',
        status: isDone ? 'done' : 'blocked',
        summary,
        problem: isDone ? null : (named ?? summary),
        concerns,
        decisions: made,
        learnings,
      }
    },
  ),
}

/** A truth of which the answer does not say that it holds does not. */
const truth = z.preprocess(
  (value) =>
    isObject(value)
      ? { ...value, holds: truthIn(value.holds) ?? false, evidence: textsIn(value.evidence).join('\n') }
      : value,
  z.looseObject({ truth: said, holds: z.boolean(), evidence: z.string() }),
)

export const verificationForm: AnswerForm<VerificationAnswer> = {
  jsonSchema: verificationSchema,
  structured: reading(
    z.looseObject({
      passed: z.preprocess((value) => truthIn(value) ?? value, z.boolean()),
      truths: z.array(truth).nullish(),
      failures: texts,
    }),
    'verification',
    ({ passed, truths, failures }) => {
      const seen = (truths ?? []).map(({ truth: one, holds, evidence }) => ({ truth: one, holds, evidence }))
      return {
        kind: 'verification',
        passed: passed && failures.length === 0 && seen.every(({ holds }) => holds),
        truths: seen,
        failures,
      }
    },
  ),
}

const verdict = z.preprocess((value) => {
  const word = wordIn(value)
  return word === 'unsatisfied'
    ? 'NOT_SATISFIED'
    : (outcomeVerdicts.find((one) => one.toLowerCase() === word) ?? value)
}, z.enum(outcomeVerdicts))

/** A number is a share of 1. Anything else that is none of our words is low. */
function confidenceIn(value: unknown): OutcomeAnswer['confidence'] {
  const text = textIn(value)
  const share = Number(text ?? Number.NaN)
  if (share >= 0 && share <= 1) return share >= 0.8 ? 'high' : share >= 0.5 ? 'medium' : 'low'
  return confidences.find((one) => one === wordIn(value)) ?? 'low'
}

export const outcomeForm: AnswerForm<OutcomeAnswer> = {
  jsonSchema: outcomeSchema,
  structured: reading(
    z.looseObject({ verdict, confidence: z.unknown().optional().transform(confidenceIn), reasons: texts }),
    'outcome',
    ({ verdict: ruled, confidence, reasons }) => ({ kind: 'outcome', verdict: ruled, confidence, reasons }),
  ),
}
