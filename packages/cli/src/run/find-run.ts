/** Finds the run an operator names: by run id, `<plan>-<run id>`, plan id (its latest run) or a beginning that only one has. */
import { UserError } from '@harness/core/kernel/user-error'
import { nearestId } from '@harness/formats/text/nearest-name'
import type { KnownRun, RunRef, RunStore } from '@harness/shell/store/port/run-store'
import type { CommandName } from './command-name.ts'

export const runName = (run: RunRef): string => `${run.subject}-${run.runId}`

/** The holder of a plan's lease works on its newest run. `runs` come newest first. */
export function newestOfEach(runs: readonly KnownRun[]): readonly KnownRun[] {
  const newest = new Map<string, KnownRun>()
  for (const run of runs) if (!newest.has(run.subject)) newest.set(run.subject, run)
  return [...newest.values()]
}

export async function findRun(store: RunStore, named: string): Promise<KnownRun> {
  return pickRun(await store.list(), named)
}

/** The run that a command's id names; its subject need not be the run's. */
export async function findRunOfCommand(store: RunStore, { run, runId }: CommandName): Promise<KnownRun> {
  const runs = await store.list()
  return pickRun(runs, runs.some((one) => runName(one) === run) ? run : runId)
}

/** `runs` come newest first. */
export function pickRun(runs: readonly KnownRun[], named: string): KnownRun {
  const exact = runs.filter((run) => run.runId === named || runName(run) === named)
  if (exact.length === 1 && exact[0] !== undefined) return exact[0]
  if (exact.length > 1) throw ambiguous(named, exact)
  const ofSubject = runs.find((run) => run.subject === named || run.subject === named.padStart(4, '0'))
  if (ofSubject !== undefined) return ofSubject
  const beginning = runs.filter((run) => run.runId.startsWith(named) || runName(run).startsWith(named))
  if (named !== '' && beginning.length > 0) {
    const [only] = beginning
    const subjects = new Set(beginning.map((run) => run.subject))
    // All of one plan, and named by the plan's beginning: the latest is meant, as with the whole id.
    if (
      only !== undefined &&
      (beginning.length === 1 || (subjects.size === 1 && only.subject.startsWith(named)))
    )
      return only
    throw ambiguous(named, beginning)
  }
  throw unknown(named, runs)
}

const listed = (runs: readonly KnownRun[]): string =>
  runs
    .slice(0, 5)
    .map((run) => `  ${runName(run)}  ${run.summary?.title ?? ''}`.trimEnd())
    .join('\n')

const ambiguous = (named: string, runs: readonly KnownRun[]): UserError =>
  new UserError(
    'run-ambiguous',
    `${JSON.stringify(named)} could be any of ${runs.length} runs:\n${listed(runs)}`,
    {
      next: 'Name one of them in full; all are listed by: harness runs --all',
    },
  )

function unknown(named: string, runs: readonly KnownRun[]): UserError {
  if (runs.length === 0) {
    return new UserError(
      'run-unknown',
      `There is no run ${JSON.stringify(named)}: nothing was run here yet.`,
      {
        next: 'Begin one with: harness run',
      },
    )
  }
  const nearest = nearestId(named, [
    ...new Set(runs.flatMap((run) => [run.subject, run.runId, runName(run)])),
  ])
  const meant = nearest === null ? '' : ` Did you mean ${nearest}?`
  return new UserError(
    'run-unknown',
    `There is no run ${JSON.stringify(named)}.${meant} The latest are:\n${listed(runs)}`,
    { next: 'All runs are listed by: harness runs --all' },
  )
}
