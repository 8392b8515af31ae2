/** Owns `.harness/features.json`: read with precise errors, and rewritten so that whatever is not ours stays as it was. */
import type { RefusedEdit } from '@harness/core/effects/edit-documents'
import {
  type DocumentEdit,
  type Feature,
  featureStatuses,
  type Issue,
  issueSeverities,
} from '@harness/core/playbooks/mission/state/mission-document'
import * as z from 'zod'
import { claimId, featureId } from '../../answers/mission/ids.ts'
import { type FormatProblem, type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { readJson } from '../../text/json-text.ts'
import { type LocatedValue, type Path, problemIn } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'

const issue = z.looseObject({
  id: z.string().min(1).max(200),
  severity: z.enum(issueSeverities),
  title: z.string().min(1).max(1000),
  detail: z.string().default(''),
  expected: z.string().optional(),
  verify: z.string().optional(),
})

const feature = z.looseObject({
  id: featureId,
  title: z.string().min(1).max(200),
  summary: z.string().max(140).default(''),
  description: z.string().default(''),
  claims: z.array(claimId).max(80),
  depends_on: z.array(featureId).default([]),
  status: z.enum(featureStatuses).default('todo'),
  attempts: z.int().min(0).max(1000).default(0),
  issues: z.array(issue).default([]),
  notes: z.string().default(''),
  fixes: featureId.nullish(),
  sourceIssueId: z.string().nullish(),
})

const featuresFile = z.looseObject({ features: z.array(feature).max(10_000) })

/** A thousand features with their issues are still far below it. */
const largest = 10_000_000

export function parseFeatures(text: string, file: string): Parsed<readonly Feature[]> {
  const tooLarge = oversize(text, file, largest)
  if (tooLarge !== null) return refused([tooLarge])
  const json = readJson(text, file)
  if (!json.ok) return json
  const checked = checkAgainst(featuresFile, json.value, file)
  if (!checked.ok) return checked
  const features = checked.value.features.map(featureOf)
  const problems = namedTwice(features, json.value, file)
  return problems.length > 0 ? refused(problems) : parsed(features)
}

function namedTwice(features: readonly Feature[], located: LocatedValue, file: string): FormatProblem[] {
  const seen = new Set<string>()
  return features.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    const path: Path = ['features', index, 'id']
    return [problemIn(located, path, file, 'an id that no other feature has', shown(id))]
  })
}

const issueOf = ({ id, severity, title, detail, expected, verify }: z.output<typeof issue>): Issue => ({
  id,
  severity,
  title,
  detail,
  ...(expected === undefined ? {} : { expected }),
  ...(verify === undefined ? {} : { verify }),
})

const featureOf = (one: z.output<typeof feature>): Feature => ({
  id: one.id,
  title: one.title,
  summary: one.summary,
  description: one.description,
  claims: one.claims,
  dependsOn: one.depends_on,
  status: one.status,
  attempts: one.attempts,
  issues: one.issues.map(issueOf),
  notes: one.notes,
  fixes: one.fixes ?? null,
  sourceIssueId: one.sourceIssueId ?? null,
})

/** What is empty is left out: people read and write this file. */
const printed = (one: Feature): Record<string, unknown> => ({
  id: one.id,
  title: one.title,
  summary: one.summary,
  ...(one.description === '' ? {} : { description: one.description }),
  claims: one.claims,
  depends_on: one.dependsOn,
  status: one.status,
  attempts: one.attempts,
  ...(one.issues.length === 0 ? {} : { issues: one.issues }),
  ...(one.notes === '' ? {} : { notes: one.notes }),
  ...(one.fixes === null ? {} : { fixes: one.fixes }),
  ...(one.sourceIssueId === null ? {} : { sourceIssueId: one.sourceIssueId }),
})

export const printFeatures = (features: readonly Feature[]): string =>
  `${JSON.stringify({ features: features.map(printed) }, null, 2)}\n`

export type FeatureEdit = Extract<DocumentEdit, { type: 'feature' | 'add-feature' }>
type Raw = Record<string, unknown>

export interface EditedFeatures {
  readonly text: string
  readonly refused: readonly RefusedEdit[]
}

type Refusal = Pick<RefusedEdit, 'reason' | 'detail'>

/** The text must be one that parses. */
export function editFeatures(text: string, edits: readonly FeatureEdit[]): EditedFeatures {
  const root = JSON.parse(text) as Raw
  const list = root.features as Raw[]
  const byId = new Map(list.map((one) => [one.id, one]))
  const refusals: RefusedEdit[] = []
  let isChanged = false
  const set = (raw: Raw, field: string, value: unknown): void => {
    if (JSON.stringify(raw[field]) === JSON.stringify(value)) return
    raw[field] = value
    isChanged = true
  }
  for (const [at, edit] of edits.entries()) {
    const refusal = edit.type === 'feature' ? changed(byId.get(edit.id), edit, set) : added(edit)
    if (refusal !== null) refusals.push({ edit: at, ...refusal, problems: [] })
  }
  function added({ feature: one }: Extract<FeatureEdit, { type: 'add-feature' }>): Refusal | null {
    const there = byId.get(one.id)
    if (there !== undefined)
      return there.sourceIssueId === one.sourceIssueId
        ? null
        : { reason: 'taken', detail: `there is another feature ${one.id}` }
    const raw = printed(one)
    list.push(raw)
    byId.set(one.id, raw)
    isChanged = true
    return null
  }
  return { text: isChanged ? `${JSON.stringify(root, null, indentOf(text))}\n` : text, refused: refusals }
}

function changed(
  raw: Raw | undefined,
  { id, was, set: change }: Extract<FeatureEdit, { type: 'feature' }>,
  set: (raw: Raw, field: string, value: unknown) => void,
): Refusal | null {
  if (raw === undefined) return { reason: 'gone', detail: `${id} is no longer in features.json` }
  const status = raw.status ?? 'todo'
  if (status !== was && status !== change.status)
    return { reason: 'edited', detail: `${id} was set to ${shown(status)}; it was ${was}` }
  const { dependsOn, ...fields } = change
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) set(raw, field, value)
  if (dependsOn !== undefined) set(raw, 'depends_on', dependsOn)
  return null
}

const indentOf = (text: string): string | number => /\n([ \t]+)"/.exec(text)?.[1] ?? 2
