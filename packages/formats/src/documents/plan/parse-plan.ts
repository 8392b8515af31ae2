/** Turns a plan file into a plan, or says line by line what is wrong with it. Graph defects are core's to find. */
import { type FormatProblem, type Parsed, parsed, refused, unplaced } from '../../text/format-problem.ts'
import { splitFrontMatter } from '../../text/front-matter.ts'
import { fieldOf } from '../../text/located-value.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import { readYaml, type YamlText } from '../../text/yaml-text.ts'
import { bodyProblems } from './body-problems.ts'
import { headerFrom } from './header-fields.ts'
import type { Plan, PlanHeader } from './plan.ts'
import { readPlanFileName } from './plan-file-name.ts'
import { quoted } from './quoted.ts'

const frontMatterLimit = 64_000

export function parsePlan(text: string, path: string): Parsed<Plan> {
  const name = readPlanFileName(path)
  if (name.kind !== 'plan') return refused([misnamed(path)])
  const read = parsePlanHeader(text, path)
  if (!read.ok) return read
  const bodyStart = splitFrontMatter(text)?.bodyStart ?? 0
  const problems = bodyProblems(text, path, read.value.id)
  if (problems.length > 0) return refused(problems)
  return parsed({ ...read.value, slug: name.slug, body: text.slice(bodyStart), path })
}

export function parsePlanHeader(text: string, path: string): Parsed<PlanHeader> {
  const read = readHeader(text, path)
  return read.ok ? read : refused(quoted(text, read.problems))
}

function readHeader(text: string, path: string): Parsed<PlanHeader> {
  const yaml = readFrontMatter(text, path)
  if (!yaml.ok) return yaml
  const { value, keyPlaceOf } = yaml.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused([
      {
        file: path,
        line: 1,
        column: 1,
        field: null,
        expected: 'fields such as "id: …"',
        found: shown(value),
        hint: null,
      },
    ])
  }
  const problems: FormatProblem[] = []
  const header = headerFrom(value as Record<string, unknown>, (at, expected, found, hint) => {
    const place = keyPlaceOf(at)
    problems.push({
      file: path,
      line: place?.line ?? null,
      column: place?.column ?? null,
      field: fieldOf(at),
      expected,
      found: shown(found),
      hint,
    })
  })
  return problems.length > 0 ? refused(problems) : parsed(header)
}

/** Every scalar stays the text it is: `0042` is an id, not a number. */
export function readFrontMatter(text: string, path: string): Parsed<YamlText> {
  const front = splitFrontMatter(text)
  if (front === null) {
    const expected = 'front matter between two lines "---" at the top of the file'
    return refused([
      { file: path, line: 1, column: 1, field: null, expected, found: shown(text.slice(0, 20)), hint: null },
    ])
  }
  const tooLarge =
    oversize(text, path) ?? oversize(text.slice(front.start, front.end), path, frontMatterLimit)
  if (tooLarge !== null) return refused([tooLarge])
  return readYaml(text, path, { schema: 'failsafe', start: front.start, end: front.end })
}

export const misnamed = (path: string): FormatProblem =>
  unplaced(
    path,
    'a file name such as 0042-short-name.md: four digits, then small letters, digits and dashes',
    shown(path.slice(path.lastIndexOf('/') + 1)),
  )
