/** Reads `.impeccable-skeleton.json`: what a machine should know of each prompt. Fields of others are carried along. */
import * as z from 'zod'
import { type FormatProblem, type Parsed, parsed, refused } from '../format-problem.ts'
import { readJson } from '../json-text.ts'
import { fieldOf, type LocatedValue, type Path } from '../located-value.ts'
import { checkAgainst } from '../schema-problems.ts'
import { shown } from '../shown.ts'
import { oversize } from '../text-size.ts'
import { expectedSignals } from './scope-envelope.ts'

const sizeLimit = 50_000_000

/** A number, or ∞ for unbounded. */
const size = z.preprocess((value) => (value === '∞' ? null : value), z.int().min(0).nullable())
const floor = z.int().min(0)
const names = z.array(z.string().min(1))

const entryFields = {
  phase: z.int().min(0).optional(),
  verb: z.string().min(1).optional(),
  anchors: z
    .looseObject({
      paths: names.optional(),
      product_md_rules: names.optional(),
      design_md_rules: names.optional(),
    })
    .nullish(),
  sizing: z
    .looseObject({
      loc: size.optional(),
      loc_floor: floor.optional(),
      files: size.optional(),
      files_floor: floor.optional(),
      confidence: z.string().nullish(),
    })
    .nullish(),
  expected_signal: z.enum(expectedSignals).optional(),
  paired_with: z.string().min(1).nullish(),
  depends_on: names.nullish(),
}
const listed = z.array(z.looseObject({ id: z.string().min(1), ...entryFields }))
const mapped = z.record(z.string(), z.looseObject({ id: z.string().min(1).optional(), ...entryFields }))

export type SkeletonEntry = z.output<typeof listed>[number]

export interface Skeleton {
  readonly entries: ReadonlyMap<string, SkeletonEntry>
  /** Where an entry stands. */
  lineOf(id: string): number | null
}

const promptId = /^\d+\.\d+$/

export function parseSkeleton(text: string, file: string): Parsed<Skeleton> {
  const tooLarge = oversize(text, file, sizeLimit)
  if (tooLarge !== null) return refused([tooLarge])
  const read = readJson(text, file)
  if (!read.ok) return read
  const { value } = read.value
  if (Array.isArray(value)) return fromList(read.value, file)
  if (typeof value === 'object' && value !== null) return fromMap(read.value, value, file)
  const expected = 'a list of prompts, or an object with a field for each'
  return refused([{ file, line: 1, column: 1, field: null, expected, found: shown(value), hint: null }])
}

function fromList(located: LocatedValue, file: string): Parsed<Skeleton> {
  const checked = checkAgainst(listed, located, file)
  if (!checked.ok) return checked
  const entries = new Map<string, SkeletonEntry>()
  const paths = new Map<string, Path>()
  const problems: FormatProblem[] = []
  for (const [index, entry] of checked.value.entries()) {
    if (entries.has(entry.id))
      problems.push(
        problemAt(located, [index, 'id'], file, 'every prompt once', `a second ${shown(entry.id)}`),
      )
    entries.set(entry.id, entry)
    paths.set(entry.id, [index])
  }
  return problems.length > 0 ? refused(problems) : parsed(skeletonOf(entries, paths, located))
}

/** Fields that are no ids, such as a version, are somebody else's. */
function fromMap(located: LocatedValue, value: object, file: string): Parsed<Skeleton> {
  const prompts = Object.fromEntries(Object.entries(value).filter(([key]) => promptId.test(key)))
  const list = Object.entries(value).find(([, field]) => Array.isArray(field))?.[0]
  if (Object.keys(prompts).length === 0 && list !== undefined) {
    const expected = 'a list of prompts, or an object with a field for each prompt id'
    return refused([problemAt(located, [list], file, expected, `a list in the field ${shown(list)}`)])
  }
  const checked = checkAgainst(mapped, { ...located, value: prompts }, file)
  if (!checked.ok) return checked
  const entries = new Map<string, SkeletonEntry>()
  const paths = new Map<string, Path>()
  const problems: FormatProblem[] = []
  for (const [key, entry] of Object.entries(checked.value)) {
    if (entry.id !== undefined && entry.id !== key)
      problems.push(problemAt(located, [key, 'id'], file, shown(key), shown(entry.id)))
    entries.set(key, { ...entry, id: key })
    paths.set(key, [key])
  }
  return problems.length > 0 ? refused(problems) : parsed(skeletonOf(entries, paths, located))
}

const skeletonOf = (
  entries: ReadonlyMap<string, SkeletonEntry>,
  paths: ReadonlyMap<string, Path>,
  located: LocatedValue,
): Skeleton => ({
  entries,
  lineOf: (id) => {
    const path = paths.get(id)
    return path === undefined ? null : (located.placeOf(path)?.line ?? null)
  },
})

const problemAt = (
  located: LocatedValue,
  path: Path,
  file: string,
  expected: string,
  found: string,
): FormatProblem => ({
  file,
  ...(located.placeOf(path) ?? { line: null, column: null }),
  field: fieldOf(path),
  expected,
  found,
  hint: null,
})
