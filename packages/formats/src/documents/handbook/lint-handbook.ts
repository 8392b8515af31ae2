/** Finds everything that is wrong or doubtful about a handbook before an agent is sent anywhere. */

import { plainRule } from '@harness/core/playbooks/handbook/envelopes'
import {
  designFile,
  type Handbook,
  type RuleDocument,
} from '@harness/core/playbooks/handbook/handbook-document'
import type { FormatProblem } from '../../text/format-problem.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { combineHandbook, type HandbookWarning } from './combine-handbook.ts'
import { dependencyFaults } from './dependency-faults.ts'
import type { ReadHandbook } from './parse-handbook.ts'
import { parseSkeleton, type Skeleton } from './skeleton.ts'
import type { HandbookRule, WrittenPrompt } from './written-handbook.ts'

export interface LintFinding {
  /** An error keeps the handbook from being run; a warning does not; a note asks for nothing. */
  readonly severity: 'error' | 'warning' | 'note'
  readonly rule: LintRule
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly promptId: string | null
  readonly message: string
}

type LintRule =
  | HandbookRule
  | HandbookWarning['rule']
  | 'skeleton-invalid'
  | 'unknown-anchor'
  | 'missing-path'
  | 'unknown-verb'
  | 'ignored-result'
  | 'unreachable-dependency'
  | 'unknown-pair'
  | 'verification-missing'
  | 'command-missing'
  | 'iteration-cap'
  | 'judge-in-scope'
  | 'skill-unavailable'

export interface LintInput {
  readonly read: ReadHandbook
  readonly skeleton: string | null
  readonly product: RuleDocument
  /** Null if it does not exist, which it need not yet. */
  readonly design: RuleDocument | null
  readonly files: { readonly handbook: string; readonly skeleton: string }
  /** Whether the repository has a file or folder of this name. */
  exists(path: string): boolean
  /** Of the files that prompts may be for, those that git ignores. */
  readonly ignored?: readonly string[]
}

export interface Linted {
  readonly findings: readonly LintFinding[]
  readonly handbook: Handbook
}

export function lintHandbook(input: LintInput): Linted {
  const { read, files } = input
  const parsed = input.skeleton === null ? null : parseSkeleton(input.skeleton, files.skeleton)
  const skeleton = parsed?.ok === true ? parsed.value : null
  const { handbook, warnings } = combineHandbook(read.handbook, skeleton)
  const findings: readonly LintFinding[] = [
    ...read.problems.map((problem) => fromProblem(problem.rule, problem)),
    ...(parsed?.ok === false
      ? parsed.problems.map((problem) => fromProblem('skeleton-invalid', problem))
      : []),
    ...warnings.map(({ rule, file, line, promptId, message }) =>
      warning(rule, files[file], line, promptId, message),
    ),
    ...aboutPrompts(input, handbook, skeleton),
  ]
  return { findings: findings.toSorted(byPlace(files.handbook)), handbook }
}

function fromProblem(rule: LintRule, problem: FormatProblem): LintFinding {
  const { file, line, column, field, expected, found, hint } = problem
  const about = field === null ? '' : `${field}: `
  return {
    severity: 'error',
    rule,
    file,
    line,
    column,
    promptId: /^prompt (\S+)/.exec(field ?? '')?.[1] ?? null,
    message: `${about}expected ${expected}, found ${found}${hint === null ? '' : `; ${hint}`}`,
  }
}

const warning = (
  rule: LintRule,
  file: string,
  line: number | null,
  promptId: string | null,
  message: string,
): LintFinding => ({ severity: 'warning', rule, file, line, column: null, promptId, message })

function aboutPrompts(
  { read, product, design, files, exists, ignored = [] }: LintInput,
  handbook: Handbook,
  skeleton: Skeleton | null,
): readonly LintFinding[] {
  const written = new Map(read.handbook.phases.flatMap(({ prompts }) => prompts).map((one) => [one.id, one]))
  const faults = dependencyFaults(handbook)
  return handbook.prompts.flatMap(({ id, verb, anchors, pairedWith }) => {
    const entry = skeleton?.entries.get(id)
    const tell = (rule: LintRule, message: string, bySkeleton = entry !== undefined): LintFinding => {
      const [file, line] = bySkeleton
        ? [files.skeleton, skeleton?.lineOf(id) ?? null]
        : [files.handbook, lineOfPrompt(written.get(id))]
      return warning(rule, file, line, id, `Prompt ${id}: ${message}`)
    }
    const pathsOfSkeleton = entry?.anchors?.paths !== undefined
    const meant = verb === null || knownVerbs.includes(verb) ? null : nearestName(verb, knownVerbs)
    return [
      ...(meant === null
        ? []
        : [
            tell(
              'unknown-verb',
              `it is carried out as a change, for ${verb} is no verb that is known. Did you mean ${meant}?`,
            ),
          ]),
      ...(verb === 'document' && ignored.includes(designFile)
        ? [
            tell(
              'ignored-result',
              `git ignores ${designFile}: the file is not committed, so no person sees it.`,
            ),
          ]
        : []),
      ...unknownAnchors('PRODUCT.md', product, anchors.productRules).map((it) => tell('unknown-anchor', it)),
      ...unknownAnchors(designFile, design, anchors.designRules).map((it) => tell('unknown-anchor', it)),
      ...anchors.paths
        .filter((path) => !exists(beforeWildcard(path)))
        .map((path) => tell('missing-path', `the path ${path} does not exist.`, pathsOfSkeleton)),
      ...(faults.get(id) ?? []).map((it) => tell('unreachable-dependency', it)),
      ...(pairedWith !== null && !written.has(pairedWith)
        ? [tell('unknown-pair', `it is paired with ${pairedWith}, which the handbook does not have.`)]
        : []),
    ]
  })
}

/** Those that say more than that something is to be changed; any other word is fine, unless it is one of these misspelt. */
const knownVerbs = [
  'critique',
  'audit',
  'document',
  'shape',
  'craft',
  'harden',
  'onboard',
  'extract',
  'polish',
]

const lineOfPrompt = (prompt: WrittenPrompt | undefined): number | null =>
  prompt?.envelopeLine ?? prompt?.line ?? null

function unknownAnchors(
  name: string,
  document: RuleDocument | null,
  cited: readonly string[],
): readonly string[] {
  if (document === null) return []
  const known = document.sections.flatMap(({ heading, rules }) => [heading, ...rules])
  const plain = new Set(known.map(plainRule))
  return cited
    .filter((anchor) => !plain.has(plainRule(anchor)))
    .map((anchor) => {
      const nearest = nearestName(
        plainRule(anchor),
        known.filter((one) => one !== ''),
      )
      const meant = nearest === null ? '' : ` Did you mean ${JSON.stringify(nearest)}?`
      return `${name} has no section or Named Rule ${JSON.stringify(anchor)}.${meant}`
    })
}

/** `src/pages/*.astro` is looked for as `src/pages`. */
function beforeWildcard(path: string): string {
  const parts = path.split('/')
  const wild = parts.findIndex((part) => /[*?{[]/.test(part))
  return wild === -1 ? path : parts.slice(0, wild).join('/') || '.'
}

const byPlace =
  (first: string) =>
  (a: LintFinding, b: LintFinding): number =>
    Number(a.file !== first) - Number(b.file !== first) || (a.line ?? 0) - (b.line ?? 0)
