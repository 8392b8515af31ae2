/**
 * The sidecar `.impeccable-state.json`: what was completed, how far the loop has come, what comes next. Another
 * implementation of the same contract may have written it, so what it leaves out has a default, and what it adds stays.
 */

import { severities } from '@harness/core/kernel/finding'
import type { PromptBudget } from '@harness/core/playbooks/handbook/handbook-document'
import type { Issue, KnownSoFar, PromptRecord } from '@harness/core/playbooks/handbook/known-so-far'
import { byPlainAnchor, plainAnchor } from '@harness/core/work/anchor-path'
import * as z from 'zod'
import { type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { readJson } from '../../text/json-text.ts'
import type { LocatedValue, Path } from '../../text/located-value.ts'
import { printMoment } from '../../text/moment.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { oversize } from '../../text/text-size.ts'
import { moment } from './sidecar-moment.ts'
import { digestsOf, evidenceOf, verificationDigests } from './verification-digests.ts'

const sizeLimit = 50_000_000

const count = z.int().min(0).nullable().default(null)
const text = z.string().nullable().default(null)

/** Some tools write ∞ for an unknown size. */
const size = z.preprocess((value) => (value === '∞' ? null : value), z.number().min(0).nullable())
const expected = z.looseObject({
  loc: size,
  loc_floor: z.number().min(0).default(0),
  files: size,
  files_floor: z.number().min(0).default(0),
})

const violation = z.looseObject({ files: z.array(z.string()), patch: z.string() })

const promptRecord = z.looseObject({
  prompt_id: z.string().min(1),
  started_at: moment.nullable().default(null),
  completed_at: moment.nullable().default(null),
  sub_agent_summary: z.string().default(''),
  verification_digests: verificationDigests,
  worktree: text,
  empty_result: z.boolean().default(false),
  overrun: z.boolean().default(false),
  actual_loc: count,
  actual_files: count,
  anchor_path: text,
  expected: expected.nullable().optional(),
  out_of_scope_files: z.array(z.string()).optional(),
  findings_unparsed: z.boolean().optional(),
  violation: violation.nullable().default(null),
})

const iterationState = z.looseObject({
  iteration: z.int().min(0).default(0),
  max_iterations: z.int().min(1).default(200),
  timeout_minutes: z.number().min(0).default(240),
  started_at: moment,
  last_step_at: moment.nullable().default(null),
  last_outcome: z.enum(['pass', 'fail', 'empty', 'skip']).nullable().default(null),
  status: z.enum(['running', 'halted', 'done']).default('running'),
  termination_reason: z
    .enum(['all_done', 'max_iterations', 'timeout', 'verification_failed', 'self_critique_exhausted'])
    .nullable()
    .default(null),
})

const issue = z.preprocess(
  (value) => (typeof value === 'string' ? { title: value } : value),
  z.looseObject({
    severity: z.string().default('Medium'),
    title: z.string(),
    detail: z.string().default(''),
    file: text,
    line: z.int().min(1).nullable().default(null),
    prompt_id: text,
  }),
)

const stateSchema = z.looseObject({
  /** In the order of their completion. */
  prompts: z.array(promptRecord).default([]),
  iteration_state: iterationState.nullable().default(null),
  next_predicted: z
    .looseObject({ prompt_id: z.string(), verb: text, rationale: z.string().default('') })
    .nullable()
    .default(null),
  /** The files that each completed prompt has changed, in the order of their merges. */
  changes: z
    .array(z.looseObject({ prompt_id: z.string(), at: moment, files: z.array(z.string()) }))
    .default([]),
  /** What the close of each phase has shown. */
  closes: z
    .array(
      z.looseObject({
        phase: z.int().min(0),
        closed_at: moment,
        verification_digests: verificationDigests,
      }),
    )
    .default([]),
  /** What the critiques of Phase 1 found. */
  punch_list: z.array(issue).default([]),
  /** What critiques and audits said, by anchor path. */
  critiques: z
    .record(
      z.string(),
      z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string())),
    )
    .default({}),
  /** Approved briefs, by the id of their shape. */
  briefs: z.record(z.string(), z.string()).default({}),
  /** Of critics and closers, which have no record of their own. */
  violations: z.array(violation.extend({ by: z.string() })).default([]),
})

type HandbookStateFile = z.output<typeof stateSchema>

export interface AdoptedState {
  /** Null if the file does not say how far the loop had come: then it starts again. */
  readonly iteration: KnownSoFar['iteration'] | null
  readonly known: Omit<KnownSoFar, 'iteration' | 'overruns'>
  /** The file itself, with what others put there. */
  readonly file: HandbookStateFile
}

export function parseHandbookState(json: string, file: string): Parsed<AdoptedState> {
  const tooLarge = oversize(json, file, sizeLimit)
  if (tooLarge !== null) return refused([tooLarge])
  const read = readJson(json, file)
  if (!read.ok) return read
  const checked = checkAgainst(stateSchema, bareRecords(read.value), file)
  return checked.ok ? parsed(adopted(checked.value)) : checked
}

/** The contract says to append records and does not name the list: a file may be nothing but that list. */
function bareRecords(located: LocatedValue): LocatedValue {
  if (!Array.isArray(located.value)) return located
  const inside = (path: Path): Path => path.slice(1)
  return {
    value: { prompts: located.value },
    placeOf: (path) => located.placeOf(inside(path)),
    keyPlaceOf: (path) => located.keyPlaceOf(inside(path)),
  }
}

function adopted(file: HandbookStateFile): AdoptedState {
  const { iteration_state: state, next_predicted: predicted } = file
  return {
    iteration:
      state === null
        ? null
        : {
            iteration: state.iteration,
            maxIterations: state.max_iterations,
            timeoutMinutes: state.timeout_minutes,
            startedAt: state.started_at,
            lastStepAt: state.last_step_at ?? state.started_at,
            lastOutcome: state.last_outcome,
            status: state.status,
            terminationReason: state.termination_reason,
          },
    known: {
      predicted:
        predicted === null
          ? null
          : { promptId: predicted.prompt_id, verb: predicted.verb, rationale: predicted.rationale },
      records: file.prompts.map(recordFrom),
      changes: file.changes.map(({ prompt_id, at, files }) => ({ promptId: prompt_id, at, files })),
      closes: file.closes.map((close) => ({
        phase: close.phase,
        closedAt: close.closed_at,
        evidence: evidenceOf(close.verification_digests),
      })),
      punchList: file.punch_list.map(findingFrom),
      critiques: byPlainAnchor(file.critiques),
      briefs: file.briefs,
      violations: file.violations.map(({ by, files, patch }) => ({ by, files, patch })),
    },
    file,
  }
}

const recordFrom = (record: HandbookStateFile['prompts'][number]): PromptRecord => ({
  promptId: record.prompt_id,
  startedAt: record.started_at ?? record.completed_at ?? 0,
  completedAt: record.completed_at ?? record.started_at ?? 0,
  summary: record.sub_agent_summary,
  evidence: evidenceOf(record.verification_digests),
  worktree: record.worktree,
  emptyResult: record.empty_result,
  overrun: record.overrun,
  actualLoc: record.actual_loc,
  actualFiles: record.actual_files,
  anchorPath: record.anchor_path === null ? null : plainAnchor(record.anchor_path),
  ...(record.expected === undefined ? {} : { expected: budgetFrom(record.expected) }),
  ...(record.out_of_scope_files === undefined ? {} : { outOfScopeFiles: record.out_of_scope_files }),
  ...(record.findings_unparsed === true ? { findingsUnparsed: true as const } : {}),
  violation:
    record.violation === null ? null : { files: record.violation.files, patch: record.violation.patch },
})

const budgetFrom = (budget: z.output<typeof expected> | null): PromptBudget | null =>
  budget === null
    ? null
    : {
        loc: budget.loc,
        locFloor: budget.loc_floor,
        files: budget.files,
        filesFloor: budget.files_floor,
      }

const findingFrom = ({
  severity,
  title,
  detail,
  file,
  line,
  prompt_id,
}: HandbookStateFile['punch_list'][number]): Issue => ({
  severity: severities.find((each) => each.toLowerCase() === severity.toLowerCase()) ?? 'Medium',
  title,
  detail,
  file,
  line,
  ...(prompt_id === null ? {} : { promptId: prompt_id }),
})

/** `before` is what the file held: what others put there is written again. */
export function printHandbookState(known: KnownSoFar, before: HandbookStateFile | null): string {
  const { iteration, predicted } = known
  const state = {
    ...before,
    prompts: known.records.map((record) => ({
      ...sameRecord(before, record),
      ...printed(record),
    })),
    iteration_state: {
      ...before?.iteration_state,
      iteration: iteration.iteration,
      max_iterations: iteration.maxIterations,
      timeout_minutes: iteration.timeoutMinutes,
      started_at: printMoment(iteration.startedAt),
      last_step_at: printMoment(iteration.lastStepAt),
      last_outcome: iteration.lastOutcome,
      status: iteration.status,
      termination_reason: iteration.terminationReason,
    },
    next_predicted:
      predicted === null
        ? null
        : { prompt_id: predicted.promptId, verb: predicted.verb, rationale: predicted.rationale },
    changes: known.changes.map(({ promptId, at, files }) => ({
      prompt_id: promptId,
      at: printMoment(at),
      files,
    })),
    closes: known.closes.map(({ phase, closedAt, evidence }) => ({
      phase,
      closed_at: printMoment(closedAt),
      verification_digests: digestsOf(evidence),
    })),
    punch_list: known.punchList.map(({ promptId, ...issue }) => ({ ...issue, prompt_id: promptId ?? null })),
    critiques: known.critiques,
    briefs: known.briefs,
    violations: known.violations,
  }
  return `${JSON.stringify(state, null, 2)}\n`
}

/** What others put into the record of this prompt, as last completed. */
const sameRecord = (before: HandbookStateFile | null, { promptId }: PromptRecord): object =>
  before?.prompts.findLast(({ prompt_id }) => prompt_id === promptId) ?? {}

const printed = (record: PromptRecord) => ({
  prompt_id: record.promptId,
  started_at: printMoment(record.startedAt),
  completed_at: printMoment(record.completedAt),
  sub_agent_summary: record.summary,
  verification_digests: digestsOf(record.evidence),
  worktree: record.worktree,
  empty_result: record.emptyResult,
  overrun: record.overrun,
  actual_loc: record.actualLoc,
  actual_files: record.actualFiles,
  anchor_path: record.anchorPath,
  ...(record.expected === undefined ? {} : { expected: printedBudget(record.expected) }),
  ...(record.outOfScopeFiles === undefined ? {} : { out_of_scope_files: record.outOfScopeFiles }),
  findings_unparsed: record.findingsUnparsed,
  violation: record.violation,
})

const printedBudget = (budget: PromptBudget | null) =>
  budget === null
    ? null
    : {
        loc: budget.loc,
        loc_floor: budget.locFloor,
        files: budget.files,
        files_floor: budget.filesFloor,
      }
