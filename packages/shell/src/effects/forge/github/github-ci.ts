/** Reads what GitHub ran for a commit: check runs, and the statuses that other services reported. */
import type { ForgeJob } from '../port/forge.ts'
import { type Answer, asAnswer, textIn, textOr } from './github-fields.ts'

const passedConclusions: ReadonlySet<unknown> = new Set(['success', 'neutral', 'skipped'])

export function jobOfCheckRun(value: unknown): ForgeJob {
  const run = asAnswer(value, 'check run')
  return {
    name: textIn(run, 'name'),
    state: stateOfRun(run),
    url: textOr(run.html_url, textOr(run.details_url, '')),
    summary: outputText(run),
    refs: { checkRun: numberOr(run.id), job: jobOf(run) },
  }
}

const numberOr = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** Only jobs of GitHub Actions have logs. Their check runs have the same number, and name it in their address. */
function jobOf({ id, app, details_url, html_url }: Answer): number | null {
  for (const url of [details_url, html_url]) {
    const number = /\/actions\/runs\/\d+\/job\/(\d+)/.exec(textOr(url, ''))?.[1]
    if (number !== undefined) return Number(number)
  }
  return ((app ?? {}) as Answer).slug === 'github-actions' ? numberOr(id) : null
}

/** Only a person can do what `action_required` asks for: until then it has not ended. */
function stateOfRun({ status, conclusion }: Answer): ForgeJob['state'] {
  if (status !== 'completed' || conclusion === 'action_required') return 'pending'
  return passedConclusions.has(conclusion) ? 'passed' : 'failed'
}

const longestSummary = 4_000

function outputText({ conclusion, output }: Answer): string {
  const { title, summary, text } = (output ?? {}) as Answer
  return [conclusion, title, summary, text]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n')
    .slice(0, longestSummary)
}

export function jobOfStatus(value: unknown): ForgeJob {
  const status = asAnswer(value, 'status')
  const state = textIn(status, 'state')
  return {
    name: textIn(status, 'context'),
    state: state === 'success' ? 'passed' : state === 'pending' ? 'pending' : 'failed',
    url: textOr(status.target_url, ''),
    summary: textOr(status.description, ''),
    refs: { checkRun: null, job: null },
  }
}
