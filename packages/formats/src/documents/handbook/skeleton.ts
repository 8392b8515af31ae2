/** Reads `.impeccable-skeleton.json`: what a machine should know of each prompt. Fields of others are carried along. */

import * as z from 'zod'
import { expectedSignals } from '../../answers/handbook/scope-envelope.ts'
import { type FormatProblem, type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { isObject } from '../../text/is-object.ts'
import { readJson } from '../../text/json-text.ts'
import { fieldOf, type LocatedValue, type Path, problemIn } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'

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
  const entries = new Map<string, SkeletonEntry>()
  const paths = new Map<string, Path>()
  const problems: FormatProblem[] = []
  for (const part of partsOf(read.value.value)) {
    const found = entriesIn(part, read.value, file)
    if (!found.ok) problems.push(...found.problems)
    else
      for (const [path, entry] of found.value) {
        if (entries.has(entry.id))
          problems.push(
            problemIn(read.value, [...path, 'id'], file, 'every prompt once', `a second ${shown(entry.id)}`),
          )
        entries.set(entry.id, entry)
        paths.set(entry.id, path)
      }
  }
  return problems.length > 0 ? refused(problems) : parsed(skeletonOf(entries, paths, read.value))
}

/** A list of prompts or a map by prompt id, and its place in the file. */
interface SkeletonPart {
  readonly value: unknown
  readonly path: Path
}

/** The file itself, what is in its field `prompts`, or the `prompts` of each of its `phases`. */
function partsOf(value: unknown, path: Path = []): readonly SkeletonPart[] {
  if (!isObject(value) || Object.keys(value).some((key) => promptId.test(key))) return [{ value, path }]
  const { prompts, phases } = value
  if (prompts !== undefined) return [{ value: prompts, path: [...path, 'prompts'] }]
  if (!Array.isArray(phases)) return [{ value, path }]
  return phases.flatMap((phase: unknown, index) =>
    isObject(phase) && phase.prompts === undefined
      ? []
      : [
          isObject(phase)
            ? { value: phase.prompts, path: [...path, 'phases', index, 'prompts'] }
            : { value: phase, path: [...path, 'phases', index] },
        ],
  )
}

type Found = readonly (readonly [Path, SkeletonEntry])[]

function entriesIn({ value, path }: SkeletonPart, whole: LocatedValue, file: string): Parsed<Found> {
  const located = inside(whole, value, path)
  const checked = Array.isArray(value)
    ? fromList(located, file)
    : isObject(value)
      ? fromMap(located, value, file)
      : refused([
          problemIn(located, [], file, 'a list of prompts, or an object with a field for each', shown(value)),
        ])
  return checked.ok
    ? parsed(checked.value.map(([at, entry]) => [[...path, ...at], entry] as const))
    : refused(checked.problems.map((problem) => ({ ...problem, field: fieldIn(path, problem.field) })))
}

const inside = (whole: LocatedValue, value: unknown, path: Path): LocatedValue => ({
  value,
  placeOf: (at) => whole.placeOf([...path, ...at]),
  keyPlaceOf: (at) => whole.keyPlaceOf([...path, ...at]),
})

function fieldIn(path: Path, field: string | null): string | null {
  const outer = fieldOf(path)
  if (outer === null || field === null) return outer ?? field
  return `${outer}${field.startsWith('[') ? '' : '.'}${field}`
}

function fromList(located: LocatedValue, file: string): Parsed<Found> {
  const checked = checkAgainst(listed, located, file)
  return checked.ok ? parsed(checked.value.map((entry, index) => [[index], entry] as const)) : checked
}

/** Fields that are no ids, such as a version, belong to other tools. */
function fromMap(located: LocatedValue, value: object, file: string): Parsed<Found> {
  const prompts = Object.fromEntries(Object.entries(value).filter(([key]) => promptId.test(key)))
  const list = Object.entries(value).find(([, field]) => Array.isArray(field))?.[0]
  if (Object.keys(prompts).length === 0 && list !== undefined) {
    const expected = 'a list of prompts, or an object with a field for each prompt id'
    return refused([problemIn(located, [list], file, expected, `a list in the field ${shown(list)}`)])
  }
  const checked = checkAgainst(mapped, { ...located, value: prompts }, file)
  if (!checked.ok) return checked
  const problems = Object.entries(checked.value).flatMap(([key, entry]) =>
    entry.id === undefined || entry.id === key
      ? []
      : [problemIn(located, [key, 'id'], file, shown(key), shown(entry.id))],
  )
  return problems.length > 0
    ? refused(problems)
    : parsed(Object.entries(checked.value).map(([key, entry]) => [[key], { ...entry, id: key }] as const))
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
