/** Reads an acceptance file that a release is held against: what cannot be read as a criterion is a mistake. */
import type { Acceptance, Criterion } from '@harness/core/work/acceptance'
import { type FormatProblem, type Parsed, parsed, refused, unplaced } from '../../text/format-problem.ts'
import { didYouMean } from '../../text/nearest-name.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import { scanAcceptance, type WrittenCriterion } from './acceptance-file.ts'

export function parseAcceptance(text: string, path: string): Parsed<Acceptance> {
  const tooLarge = oversize(text, path)
  if (tooLarge !== null) return refused([tooLarge])
  const { hasCriteria, criteria, strays, environment } = scanAcceptance(text)
  if (!hasCriteria) return refused([unplaced(path, 'a section "## Release criteria"', 'none')])
  const problems: FormatProblem[] = strays.map(({ line, text: words }) =>
    problemAt(path, line, asCriterion, shown(words)),
  )
  if (criteria.length === 0 && problems.length === 0)
    problems.push(unplaced(path, asCriterion, 'no criterion in "## Release criteria"'))
  const lines = new Map<string, number>()
  const read = criteria.map((written) => {
    const { tag, line } = written
    const first = lines.get(tag)
    if (first !== undefined)
      problems.push(problemAt(path, line, 'each tag once', `\`${tag}\`, which line ${first} has too`))
    lines.set(tag, first ?? line)
    if (!tagForm.test(tag)) problems.push(problemAt(path, line, 'a tag such as auth/sign-in', shown(tag)))
    return criterionOf(written, (expected, found, hint) =>
      problems.push({ ...problemAt(path, line, expected, found), hint }),
    )
  })
  return problems.length > 0 ? refused(problems) : parsed({ criteria: read, environment })
}

const asCriterion = 'a criterion such as - [ ] **tag: `ns/name`** — "what must hold"'
const tagForm = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)+$/

const problemAt = (file: string, line: number, expected: string, found: string): FormatProblem => ({
  file,
  line,
  column: 1,
  field: null,
  expected,
  found,
  hint: null,
})

type Complain = (expected: string, found: string, hint: string | null) => void

const labels: Readonly<Record<string, 'testedBy' | 'coveredBy' | 'connections'>> = {
  'tested by': 'testedBy',
  tests: 'testedBy',
  'covered by plans': 'coveredBy',
  plans: 'coveredBy',
  'required connections': 'connections',
  requires: 'connections',
}

function criterionOf({ tag, text, notes }: WrittenCriterion, complain: Complain): Criterion {
  const told = { testedBy: [] as string[], coveredBy: [] as string[], connections: [] as string[] }
  for (const note of notes) {
    const [, label = '', words = ''] = /^([A-Za-z][A-Za-z ]*):\s*(.*)$/.exec(note) ?? []
    const name = label.toLowerCase()
    const kind = Object.hasOwn(labels, name) ? labels[name] : undefined
    if (kind === undefined) {
      const hint = label === '' ? null : didYouMean(name, Object.keys(labels))
      // Any other note is prose; a label that is only misspelt is a mistake.
      if (hint !== null)
        complain('one of the labels Tested by, Covered by plans, Required connections', shown(label), hint)
      continue
    }
    told[kind].push(...namesIn(words))
  }
  for (const id of told.coveredBy)
    if (!/^\d{4}$/.test(id)) complain('ids of plans, such as 0002, 0007', shown(id), null)
  return { tag, text, ...told }
}

/** Inline code counts as one name each; without any, names are between commas. */
function namesIn(words: string): readonly string[] {
  const coded = [...words.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.trim())
  const names = coded.length > 0 ? coded : words.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '' && !/^(?:-|—|\(?none\)?|\(?tbd\)?)\.?$/i.test(name))
}
