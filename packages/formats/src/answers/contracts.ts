/** The output contracts that a command can name, and how an answer is held against each. */

import { invariant } from '@harness/core/kernel/invariant'
import { critiqueContract, finalCritique, promptReport } from '@harness/core/playbooks/handbook/input'
import { describeProblem, type Parsed } from '../text/format-problem.ts'
import {
  finalCritiqueJsonSchema,
  parseFinalCritique,
  parseStructuredFinalCritique,
} from './handbook/final-critique.ts'
import {
  handbookPlanJsonSchema,
  parseHandbookPlan,
  parseStructuredHandbookPlan,
} from './handbook/planned-handbook.ts'
import { parsePromptReport, promptReportJsonSchema } from './handbook/prompt-report.ts'
import {
  type AnswerForm,
  curationForm,
  decisionForm,
  planForm,
  planReviewForm,
  rulingForm,
  validationForm,
  workForm,
} from './mission/agent-contracts.ts'
import { parsePlanReview } from './mission/plan-review-file.ts'
import { parsePullText, parseStructuredPullText, pullTextJsonSchema } from './parse-pull-text.ts'
import { parseStructuredVerdict, parseVerdict, verdictJsonSchema } from './parse-verdict.ts'
import { readNeed } from './read-need.ts'
import { mergeCheckJsonSchema, parseMergeCheck, parseStructuredMergeCheck } from './review/merge-check.ts'
import { parseReview } from './review/parse-review.ts'
import { parseStructuredReview, reviewJsonSchema } from './review/review-contract.ts'

export interface Contract {
  readonly name: string
  /** Null if any text will do. */
  readonly jsonSchema: Readonly<Record<string, unknown>> | null
  /** `structured` is what the provider gave as such; if it is undefined, the text is read. */
  parse(structured: unknown, text: string): ContractResult
  /** What an answer counts as that stays in free prose after its repair turn; absent if prose breaks the contract. */
  readonly prose?: unknown
}

export type ContractResult =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly problems: readonly string[] }

const anyText: Contract = {
  name: 'text',
  jsonSchema: null,
  parse: () => ({ ok: true, output: { kind: 'text' } }),
}

/** What is done shows in the lane; only a need has a form. */
const work: Contract = {
  name: 'work',
  jsonSchema: null,
  parse(_structured, text) {
    const need = readNeed(text)
    return { ok: true, output: need === null ? { kind: 'text' } : { kind: 'need', need } }
  },
}

/** Prose is taken as such: what was changed shows in the lane, and whether something was found is the report's to say. */
const report: Contract = {
  name: promptReport,
  jsonSchema: promptReportJsonSchema(),
  prose: { kind: 'text' },
  parse(structured, text) {
    const value = structured === undefined ? jsonIn(text) : structured
    if (value === undefined) return { ok: true, output: { kind: 'text' } }
    const result = parsePromptReport(value)
    return result.ok
      ? { ok: true, output: { kind: 'prompt-report', ...result.value } }
      : { ok: false, problems: result.problems.map(describeProblem) }
  },
}

/** Contracts whose answer is structured, or Markdown that says the same. */
const written = <Value>(
  name: string,
  jsonSchema: Readonly<Record<string, unknown>>,
  forms: {
    readonly structured: (value: unknown) => Parsed<Value>
    readonly text: (text: string) => Parsed<Value>
  },
  output: (value: Value) => unknown,
): Contract => ({
  name,
  jsonSchema,
  parse(structured, text) {
    const value = structured === undefined ? jsonIn(text) : structured
    const result = value === undefined ? forms.text(text) : forms.structured(value)
    return result.ok
      ? { ok: true, output: output(result.value) }
      : { ok: false, problems: result.problems.map(describeProblem) }
  },
})

const formed = <Value>(
  name: string,
  { jsonSchema, structured, text }: AnswerForm<Value>,
  output: (value: Value) => unknown,
): Contract => written(name, jsonSchema, { structured, text }, output)

const review: Contract = written(
  'review',
  reviewJsonSchema(),
  { structured: parseStructuredReview, text: parseReview },
  (found) => ({ kind: 'review', ...found }),
)

/** A review whose prose is kept as text: what it found is then not parsed. */
const critique: Contract = { ...review, name: critiqueContract, prose: { kind: 'text' } }

const contracts: readonly Contract[] = [
  formed('mission-plan', planForm, (plan) => ({ kind: 'mission-plan', ...plan })),
  formed(
    'plan-review',
    { ...planReviewForm, text: (text, file = 'plan review') => parsePlanReview(text, file) },
    (review) => ({ kind: 'plan-review', ...review }),
  ),
  formed('mission-work', workForm, (report) => ({ kind: 'mission-work', ...report })),
  formed('validation', validationForm, (validation) => ({ kind: 'validation', ...validation })),
  formed('ruling', rulingForm, (ruling) => ({ kind: 'ruling', ...ruling })),
  formed('curation', curationForm, (curation) => ({ kind: 'curation', ...curation })),
  formed('decision', decisionForm, (decision) => ({ kind: 'decision', ...decision })),
  work,
  report,
  review,
  critique,
  written(
    finalCritique,
    finalCritiqueJsonSchema(),
    { structured: parseStructuredFinalCritique, text: parseFinalCritique },
    (answer) => ({ kind: 'final-critique', ...answer }),
  ),
  written(
    'merge-check',
    mergeCheckJsonSchema(),
    { structured: parseStructuredMergeCheck, text: parseMergeCheck },
    (review) => ({ kind: 'review', ...review }),
  ),
  written(
    'pull-text',
    pullTextJsonSchema(),
    { structured: parseStructuredPullText, text: parsePullText },
    (text) => ({ kind: 'pull-text', ...text }),
  ),
  written(
    'verdict',
    verdictJsonSchema(),
    { structured: parseStructuredVerdict, text: parseVerdict },
    (verdict) => ({ kind: 'verdict', ...verdict }),
  ),
  written(
    'handbook-plan',
    handbookPlanJsonSchema(),
    { structured: parseStructuredHandbookPlan, text: parseHandbookPlan },
    (plan) => ({ kind: 'handbook-plan', plan }),
  ),
]

/** The contract of that name; null asks for none, and gets text. */
export function contractNamed(name: string | null): Contract {
  const contract = name === null ? anyText : contracts.find((one) => one.name === name)
  invariant(contract !== undefined, `no output contract is called ${name}`)
  return contract
}

/** An answer that is one JSON object, bare or in a fence, is the structured form given as text. */
function jsonIn(text: string): unknown {
  const body = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text
  if (!body.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
