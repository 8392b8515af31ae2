/** Asks GitHub why a job failed: its annotations, its failed steps and its log. */
import { counted } from '@harness/core/kernel/counted'
import { ForgeError } from '../../failure/forge-error.ts'
import type { ForgeJob, JobFailure } from '../port/forge.ts'
import type { GithubClient } from './github-client.ts'
import { type Answer, asAnswer, textOr } from './github-fields.ts'

const mostAnnotations = 30
const longestAnnotation = 600
/** What tells why a job failed is near the end of its log. */
const keptBytes = 16 * 1024 * 1024

export async function explainJob(
  client: GithubClient,
  { refs: { checkRun, job } }: ForgeJob,
  signal: AbortSignal,
): Promise<JobFailure> {
  const unread: string[] = []
  const read = async <Read>(what: string, otherwise: Read, ask: () => Promise<Read>): Promise<Read> => {
    try {
      return await ask()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ForgeError)) throw error
      unread.push(`Its ${what} could not be read: ${error.error.message}`)
      return otherwise
    }
  }
  const steps = job === null ? [] : await read('steps', [], () => failedSteps(client, job, signal))
  const annotations =
    checkRun === null ? [] : await read('annotations', [], () => annotationsOf(client, checkRun, signal))
  const log =
    job === null
      ? null
      : await read('log', null, async () =>
          plainLog(await client.tail(`/actions/jobs/${job}/logs`, keptBytes, signal)),
        )
  return {
    annotations: [...steps, ...annotations],
    log,
    unread: unread.length === 0 ? null : unread.join('\n'),
  }
}

async function failedSteps(
  client: GithubClient,
  job: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { steps } = asAnswer(await client.ask({ path: `/actions/jobs/${job}` }, signal), 'job')
  return (Array.isArray(steps) ? (steps as readonly Answer[]) : [])
    .filter(({ conclusion }) => conclusion === 'failure' || conclusion === 'timed_out')
    .map(({ name, conclusion }) => `failed step: ${textOr(name, '?')} (${textOr(conclusion, '')})`)
}

async function annotationsOf(
  client: GithubClient,
  checkRun: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const all = await client.list(`/check-runs/${checkRun}/annotations`, (page) => page, signal)
  const told = all.slice(0, mostAnnotations).map((one) => annotationText(asAnswer(one, 'annotation')))
  const more = all.length - told.length
  return more > 0 ? [...told, `… (${counted(more, 'more annotation')})`] : told
}

function annotationText({ path, start_line, annotation_level, title, message }: Answer): string {
  const place = `${textOr(path, '')}${typeof start_line === 'number' ? `:${start_line}` : ''}`
  const text = [textOr(annotation_level, ''), place, textOr(title, ''), textOr(message, '')]
    .filter((part) => part !== '')
    .join(': ')
  return text.length <= longestAnnotation ? text : `${text.slice(0, longestAnnotation)}… (cut)`
}

/** Without the moment at which each line was printed. */
const plainLog = (log: string): string =>
  log.replace(/^\uFEFF/, '').replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z ?/gm, '')
