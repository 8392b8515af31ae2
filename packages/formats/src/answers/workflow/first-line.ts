/**
 * Reads the first line of an agent's last message: `<keyword> — <summary>`. A keyword counts only at the start of the
 * line, never inside it.
 */
import { confidences, type FirstLine } from '@harness/core/work/first-line'

/** A longer line is cut: it is shown to people, and no form needs more. */
const longestLine = 2_000

/** Null if the line has another form. */
export type LineReader = (line: string) => FirstLine | null

/** The first line with text in it, without a byte order mark, bold or backticks around it or around its keyword. */
export function firstLineOf(text: string): string {
  const line = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').slice(0, longestLine).trim()
  const whole = /^(\*\*|__|`)(.+)\1$/.exec(line)
  if (whole?.[2] !== undefined && !whole[2].includes(whole[1] ?? '')) return whole[2].trim()
  return line.replace(/^(\*\*|__|`)([^*`]+?)\1(?= — )/, '$2')
}

/** A reader of the lines that `keyword` starts. The groups of the keyword are handed to `says`, then the summary. */
const reader =
  (keyword: string, says: (summary: string, ...groups: readonly string[]) => FirstLine | null): LineReader =>
  (line) => {
    const [, ...found] = new RegExp(`^${keyword} — (\\S.*)$`, 'u').exec(line) ?? []
    const summary = found.pop()
    return summary === undefined ? null : says(summary, ...found)
  }

const numberIn = (text: string, pattern: RegExp): number | null => {
  const digits = pattern.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The path in front of what is in brackets, without backticks. */
const pathIn = (summary: string): string => summary.replace(/\s*\([^()]*\)\s*$/, '').replaceAll('`', '')

const countsIn = (summary: string, first: RegExp, second: RegExp) => ({
  issues: numberIn(summary, first),
  suggestions: numberIn(summary, second),
})

export const readSpec = reader('spec\\.md generated', (summary) => ({
  type: 'written',
  what: 'spec',
  criteria: numberIn(summary, /(\d{1,6}) acceptance criteri/),
  edgeCases: numberIn(summary, /(\d{1,6}) edge case/),
}))

export const readProposal = reader(
  '(architect|senior_dev|qa_specialist) proposal written',
  (summary, persona = '') => ({
    type: 'written',
    what: 'proposal',
    persona,
    path: pathIn(summary),
  }),
)

export const readCritique = reader(
  '(\\p{L}[\\p{L}_ &-]{0,60}) critique written',
  (summary, persona = '') => ({
    type: 'written',
    what: 'critique',
    persona,
    path: pathIn(summary),
  }),
)

export const readConventions = reader('conventions written', (summary) => ({
  type: 'written',
  what: 'conventions',
  areas: numberIn(summary, /(\d{1,6}) areas? scanned/),
}))

export const readPlan = reader('implementation plan written', (summary) => ({
  type: 'written',
  what: 'plan',
  path: pathIn(summary),
  steps: numberIn(summary, /\((\d{1,6}) steps?\)/),
}))

export const readReview = reader('review written', (summary) => ({
  type: 'written',
  what: 'review',
  path: pathIn(summary),
  ...countsIn(summary, /(\d{1,6}) issue/, /(\d{1,6}) suggestion/),
}))

export const readTestReview = reader('review written', (summary) => ({
  type: 'written',
  what: 'review',
  path: pathIn(summary),
  ...countsIn(summary, /(\d{1,6}) scenario/, /(\d{1,6}) recommendation/),
}))

/** A patch without a known confidence is not of the form: its confidence is unknown, and people are told why. */
export const readPatch = reader('auto_fix_patch written', (summary) => {
  const [, confidence, reason = ''] = /^confidence: (\w+)(?: — (.*))?$/.exec(summary) ?? []
  const known = confidences.find((one) => one === confidence)
  return known === undefined ? null : { type: 'written', what: 'patch', confidence: known, summary: reason }
})

export const readCriticFindings = reader('critic_findings written', (summary) => ({
  type: 'written',
  what: 'critic-findings',
  critical: numberIn(summary, /\bCritical=(\d{1,6})/),
  major: numberIn(summary, /\bMajor=(\d{1,6})/),
  minor: numberIn(summary, /\bMinor=(\d{1,6})/),
}))

export const readChanges = reader('(\\d{1,6}) files? changed', (summary, count = '') => ({
  type: 'changed',
  count: Number(count),
  names: summary
    .split(',')
    .map((name) => name.trim().replaceAll('`', ''))
    .filter((name) => name !== ''),
}))

export const readVerify = reader('(PASS|FAIL)', (summary, verdict) => ({
  type: 'verdict',
  verdict: verdict === 'PASS' ? 'PASS' : 'FAIL',
  summary,
}))

const verdicts = ['PASS', 'FAIL', 'FAIL L2', 'FAIL L3'] as const

export const readVerdict = reader(`(${verdicts.join('|')})`, (summary, word) => {
  const verdict = verdicts.find((one) => one === word)
  return verdict === undefined ? null : { type: 'verdict', verdict, summary }
})
