/** Owns the form of a context drop: what a person leaves for agents, its source and its scope. */
import { type FormatProblem, type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { splitFrontMatter } from '../../text/front-matter.ts'
import { didYouMean } from '../../text/nearest-name.ts'
import { shown } from '../../text/shown.ts'
import { readFrontMatter } from '../plan/parse-plan.ts'
import { type ContextSource, contextSources } from './context-source.ts'

export type ContextScope =
  | { readonly kind: 'all' }
  /** Plans whose front matter names this phase. */
  | { readonly kind: 'phase'; readonly phase: string }
  /** A step of the delivery, such as review. */
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'planner' }
  | { readonly kind: 'run'; readonly planId: string }

export interface ContextDrop {
  readonly source: ContextSource
  readonly scope: ContextScope
  /** Without the front matter. */
  readonly text: string
}

/** Of one file, and of all that one prompt is given. */
export const longestDrop = 10_000
export const longestContext = 30_000

const dropName = /^\d{4}-\d{2}-\d{2}-[a-z0-9][a-z0-9-]{0,79}\.md$/

/** `YYYY-MM-DD-<slug>.md`. */
export const isDropName = (name: string): boolean => dropName.test(name)

export const expectedScope =
  '"all", "planner", "phase:<phase of plans>", "step:<step of a run>" or "run:NNNN", a plan’s id'

export function parseScope(text: string): ContextScope | null {
  const [, kind, name] = /^(all|planner|phase|step|run)(?::(.*))?$/.exec(text) ?? []
  switch (kind) {
    case 'all':
    case 'planner':
      return name === undefined ? { kind } : null
    case 'phase':
      return name !== undefined && /^\w[\w .-]{0,80}$/.test(name) ? { kind, phase: name } : null
    case 'step':
      return name !== undefined && /^[a-z][a-z0-9-]{0,40}$/.test(name) ? { kind, step: name } : null
    case 'run':
      return name !== undefined && /^\d{4}$/.test(name) ? { kind, planId: name } : null
    default:
      return null
  }
}

export function printScope(scope: ContextScope): string {
  if (scope.kind === 'phase') return `phase:${scope.phase}`
  if (scope.kind === 'step') return `step:${scope.step}`
  return scope.kind === 'run' ? `run:${scope.planId}` : scope.kind
}

export function parseContextDrop(text: string, file: string): Parsed<ContextDrop> {
  const front = readFrontMatter(text, file)
  if (!front.ok) return front
  const { value, keyPlaceOf } = front.value
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const problem = (
    field: string,
    expected: string,
    found: unknown,
    hint: string | null = null,
  ): FormatProblem => {
    const place = keyPlaceOf([field])
    const [line, column] = [place?.line ?? null, place?.column ?? null]
    return { file, line, column, field, expected, found: shown(found), hint }
  }
  const source = contextSources.find((known) => known === fields.source)
  const scope = typeof fields.scope === 'string' ? parseScope(fields.scope.trim()) : null
  const problems = [
    ...(source !== undefined
      ? []
      : [
          problem(
            'source',
            `one of ${contextSources.join(', ')}`,
            fields.source,
            typeof fields.source === 'string' ? didYouMean(fields.source, contextSources) : null,
          ),
        ]),
    ...(scope !== null ? [] : [problem('scope', expectedScope, fields.scope)]),
    ...Object.keys(fields)
      .filter((field) => field !== 'source' && field !== 'scope')
      .map((field) => problem(field, 'the fields source and scope only', fields[field])),
  ]
  return source === undefined || scope === null || problems.length > 0
    ? refused(problems)
    : parsed({ source, scope, text: text.slice(splitFrontMatter(text)?.bodyStart ?? 0) })
}

export const printContextDrop = ({ source, scope, text }: ContextDrop): string =>
  `---\nsource: ${source}\nscope: ${printScope(scope)}\n---\n${text.trim()}\n`
