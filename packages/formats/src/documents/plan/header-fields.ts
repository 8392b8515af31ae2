/**
 * Holds the fields of a plan's front matter, still as the words they were written with, against what each must be.
 * Strict: an unknown field is a mistake. Some sources call `acceptance_tags` `acceptance`; this reader does not.
 */
import { containedPath } from '@harness/core/kernel/contained-path'
import { planStatuses } from '@harness/core/work/plan-graph'
import type { Path } from '../../text/located-value.ts'
import { didYouMean } from '../../text/nearest-name.ts'
import type { PlanBudget, PlanHeader } from './plan.ts'

const requiredFields = [
  'id',
  'title',
  'phase',
  'status',
  'depends_on',
  'estimated_passes',
  'acceptance_tags',
] as const
const optionalFields = ['priority', 'ui', 'risk', 'scope', 'budget'] as const
const knownFields: readonly string[] = [...requiredFields, ...optionalFields]
const budgetFields: readonly string[] = ['loc', 'files']

const defaultPriority = 100

/** Told of each mistake; `found` is the value that is wrong, undefined if there is none. */
export type Complain = (path: Path, expected: string, found: unknown, hint: string | null) => void

/** Words as YAML without types gives them: text, lists, maps. The result counts only if nothing was complained of. */
export function headerFrom(fields: Readonly<Record<string, unknown>>, complain: Complain): PlanHeader {
  for (const name in fields) if (!knownFields.includes(name)) refuseUnknown([name], knownFields, complain)
  for (const name of requiredFields) {
    if (fields[name] === undefined) complain([name], `the field ${name}`, undefined, null)
  }
  const reader = new FieldReader(fields, complain)
  return {
    id: reader.matching('id', /^\d{4}$/, 'four digits, such as "0042"') ?? '',
    title: reader.text('title') ?? '',
    phase: reader.text('phase') ?? '',
    status: reader.oneOf('status', planStatuses) ?? 'active',
    dependsOn: reader.list('depends_on', /^\d{4}$/, 'the four digits of a plan'),
    estimatedPasses: reader.wholeNumber('estimated_passes', 1) ?? 1,
    acceptanceTags: reader.list('acceptance_tags', /^\S+$/, 'a tag without spaces'),
    priority: reader.wholeNumber('priority', 0) ?? defaultPriority,
    ui: reader.flag('ui'),
    risk: reader.text('risk'),
    scope: reader.paths('scope'),
    budget: budgetFrom(fields.budget, complain),
  }
}

function budgetFrom(value: unknown, complain: Complain): PlanBudget {
  if (value === undefined) return { loc: null, files: null }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    complain(['budget'], 'loc and files, such as {loc: 200, files: 5}', value, null)
    return { loc: null, files: null }
  }
  const fields = value as Record<string, unknown>
  for (const name in fields)
    if (!budgetFields.includes(name)) refuseUnknown(['budget', name], budgetFields, complain)
  const reader = new FieldReader(fields, (path, ...rest) => complain(['budget', ...path], ...rest))
  return { loc: reader.wholeNumber('loc', 1), files: reader.wholeNumber('files', 1) }
}

function refuseUnknown(path: readonly string[], known: readonly string[], complain: Complain): void {
  const name = path.at(-1) ?? ''
  complain(path, `one of the fields ${known.join(', ')}`, name, didYouMean(name, known))
}

/** Reads single fields; each is null if it is absent or wrong. */
class FieldReader {
  private readonly fields: Readonly<Record<string, unknown>>
  private readonly complain: Complain

  constructor(fields: Readonly<Record<string, unknown>>, complain: Complain) {
    this.fields = fields
    this.complain = complain
  }

  text(name: string): string | null {
    return this.matching(name, /^(?=.*\S).{1,500}$/, 'a text on one line')
  }

  matching(name: string, pattern: RegExp, expected: string): string | null {
    const value = this.fields[name]
    if (value === undefined) return null
    if (typeof value === 'string' && pattern.test(value)) return value
    return this.refuse(name, expected, value, null)
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | null {
    const value = this.fields[name]
    if (value === undefined) return null
    const word = words.find((one) => one === value)
    if (word !== undefined) return word
    return this.refuse(name, `one of ${words.join(', ')}`, value, didYouMean(String(value), words))
  }

  wholeNumber(name: string, minimum: number): number | null {
    const value = this.fields[name]
    if (value === undefined) return null
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : -1
    return number >= minimum
      ? number
      : this.refuse(name, `a whole number of at least ${minimum}`, value, null)
  }

  flag(name: string): boolean | null {
    const value = this.fields[name]
    if (value === undefined) return null
    if (value === 'true' || value === 'false') return value === 'true'
    return this.refuse(name, 'true or false', value, null)
  }

  list(name: string, pattern: RegExp, expected: string): readonly string[] {
    return this.items(name, expected, (item) => pattern.test(item))
  }

  paths(name: string): readonly string[] {
    return this.items(name, 'a path inside the repository', (item) => containedPath(item).ok)
  }

  private items(name: string, expected: string, isRight: (item: string) => boolean): readonly string[] {
    const value = this.fields[name]
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      this.refuse(name, 'a list, such as [a, b], or [] for none', value, null)
      return []
    }
    value.forEach((item: unknown, index) => {
      if (typeof item !== 'string' || !isRight(item)) this.complain([name, index], expected, item, null)
    })
    return value as readonly string[]
  }

  private refuse(name: string, expected: string, found: unknown, hint: string | null): null {
    this.complain([name], expected, found === '' ? undefined : found, hint)
    return null
  }
}
