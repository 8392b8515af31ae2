/**
 * Reads what an earlier run of the handbook left in the repository, ours or another tool's, so that a new run goes on
 * from there. A state file that cannot be read is refused and left as it is.
 */

import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { Overrun } from '@harness/core/playbooks/handbook/budgets'
import { stateFile } from '@harness/core/playbooks/handbook/handbook-document'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import type { KnownSoFar } from '@harness/core/playbooks/handbook/known-so-far'
import type { ClosesKnown } from '@harness/core/playbooks/handbook/order'
import { parseOverrunLine } from '@harness/formats/documents/handbook/overrun-line'
import { type AdoptedState, parseHandbookState } from '@harness/formats/documents/handbook/state-file'
import { describeProblem } from '@harness/formats/text/format-problem'
import { readInside } from '../../machine/disk/inside.ts'
import { overrunsFile } from './handbook-files.ts'

/** Null if there is no state file. */
export async function readState(repoRoot: string): Promise<AdoptedState | null> {
  const text = await textOf(repoRoot, stateFile)
  if (text === null) return null
  const state = parseHandbookState(text, stateFile)
  if (state.ok) return state.value
  const problems = state.problems.map((problem) => `  ${describeProblem(problem)}`)
  throw new UserError('state-file-damaged', [`${stateFile} cannot be read:`, ...problems].join('\n'), {
    next: `Correct it, or move it away to count from zero: mv ${stateFile} ${stateFile}.aside`,
    exitCode: exitCode.stateDamaged,
  })
}

/** Null if nothing is known. */
export async function adoptSidecars(
  repoRoot: string,
  limits: HandbookInput['limits'],
  now: number,
): Promise<KnownSoFar | null> {
  const state = await readState(repoRoot)
  if (state === null) return null
  const begun = {
    iteration: 0,
    ...limits,
    startedAt: now,
    lastStepAt: now,
    lastOutcome: null,
    status: 'running',
    terminationReason: null,
  } as const
  return { ...state.known, iteration: state.iteration ?? begun, overruns: await readOverruns(repoRoot) }
}

/** What earlier runs left about closes, for commands that only look; null if nothing is known. */
export async function closesKnown(repoRoot: string): Promise<ClosesKnown | null> {
  const state = await readState(repoRoot)
  return state?.iteration == null ? null : { ...state.known, iteration: state.iteration }
}

async function readOverruns(repoRoot: string): Promise<readonly Overrun[]> {
  const text = (await textOf(repoRoot, overrunsFile)) ?? ''
  return text.split('\n').flatMap((line) => parseOverrunLine(line) ?? [])
}

const textOf = async (repoRoot: string, path: string): Promise<string | null> =>
  (await readInside(repoRoot, path))?.toString('utf8') ?? null
