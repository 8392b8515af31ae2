/** Finds the session that another tool left for a spec. A file that cannot be read is set aside, and the operator is told. */
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { Handoff, ReviewFinding, SessionFile } from '@harness/core/playbooks/autopilot/documents'
import { readHandoff } from '@harness/formats/documents/autopilot/handoff-file'
import { readReview } from '@harness/formats/documents/autopilot/review-file'
import {
  isResumable,
  type ReadSession,
  readSessionFile,
} from '@harness/formats/documents/autopilot/session-file'
import { oldStateFile, sessionDir, sessionFiles } from '@harness/formats/documents/autopilot/session-slug'
import { readProgress } from '@harness/formats/documents/autopilot/task-state'
import { describeProblem } from '@harness/formats/text/format-problem'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { setAside } from './session-sidecar.ts'

export const autopilotSubject = 'autopilot'

export interface FoundSession {
  readonly session: SessionFile
  /** The tasks of its current phase that it calls complete. */
  readonly tasks: readonly string[]
  readonly handoff: Handoff | null
  /** By the number of the phase. */
  readonly reviews: Readonly<Record<number, readonly ReviewFinding[]>>
  readonly notes: readonly string[]
}

/** Null if there is none that can be continued, or if a run of ours wrote it. */
export async function foundSession(
  repoRoot: string,
  stateDir: string,
  slug: string,
  specPath: string,
): Promise<FoundSession | null> {
  if (await isOurs(stateDir, slug)) return null
  const files = sessionFiles(slug)
  for (const file of [files.state, oldStateFile]) {
    const read = await readIn(repoRoot, file)
    if (read === null || !isResumable(read.session)) continue
    if (read.session.specPath !== specPath) continue
    const left = await textIn(repoRoot, files.handoff)
    const handoff = left === null ? null : readHandoff(left, files.handoff)
    const progress = readProgress((await textIn(repoRoot, files.tasks)) ?? '{}')
    return {
      session: read.session,
      tasks: Object.entries(progress.progress)
        .filter(([, how]) => how === 'complete')
        .map(([task]) => task.replace(/^task\s+/i, '')),
      handoff: handoff?.ok === true ? handoff.value.handoff : null,
      reviews: await reviewsIn(repoRoot, slug),
      notes: [
        `Read ${file}: ${read.read.join('; ')}`,
        ...(read.ignored.length === 0 ? [] : [`Ignored in ${file}: ${read.ignored.join('; ')}`]),
        ...(handoff?.ok === false ? handoff.problems.map((one) => `Ignored: ${describeProblem(one)}`) : []),
        ...progress.ignored.map((one) => `Ignored in ${files.tasks}: ${one}`),
      ],
    }
  }
  return null
}

/** Some tools count phases from 0. A review that cannot be read is left alone; `harness validate` names it. */
async function reviewsIn(repoRoot: string, slug: string): Promise<FoundSession['reviews']> {
  const names = await readableNamesIn(`${repoRoot}/${sessionDir(slug)}`)
  const numbers = names.flatMap((name) => /^phase-(\d+)-review\.json$/.exec(name)?.[1] ?? []).map(Number)
  const reviews: Record<number, readonly ReviewFinding[]> = {}
  for (const number of numbers) {
    const file = sessionFiles(slug).review(number)
    const read = readReview((await textIn(repoRoot, file)) ?? '', file)
    if (read.ok) reviews[numbers.includes(0) ? number + 1 : number] = read.value.findings
  }
  return reviews
}

/** A session of which a journal tells is not another tool's. */
async function isOurs(stateDir: string, slug: string): Promise<boolean> {
  const runs = openRunStore(stateDir)
  for (const run of await runs.list(autopilotSubject)) {
    const peeked = await runs.peek(run)
    if (peeked?.type !== 'readable' || !isRunEvent(peeked.first, 'RunStarted')) continue
    if ((peeked.first.input as { readonly slug?: string } | null)?.slug === slug) return true
  }
  return false
}

async function readIn(repoRoot: string, file: string): Promise<ReadSession | null> {
  const text = await textIn(repoRoot, file)
  if (text === null) return null
  const read = readSessionFile(text, file)
  if (read.ok) return read.value
  const problems = read.problems.map((problem) => `  ${describeProblem(problem)}`)
  const aside = await setAside(repoRoot, file)
  throw new UserError(
    'session-damaged',
    [`The session file ${file} cannot be read. It is kept as ${aside}.`, ...problems].join('\n'),
    { next: 'To start fresh, run the same command again.', exitCode: exitCode.stateDamaged },
  )
}

const textIn = async (repoRoot: string, path: string): Promise<string | null> =>
  (await readInside(repoRoot, path))?.toString('utf8') ?? null
