/**
 * Drives the handbook of a repository in this process: finds or begins its run, holds its lease, and goes on until it is
 * done, halts or is interrupted. No person is ever asked. What keeps it from being run is told before anything is changed.
 */

import type { AnyEvent } from '@harness/core/kernel/effect'
import type { RunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import type { IterationState } from '@harness/core/playbooks/handbook/known-so-far'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import { unfinishedOperationAdvice } from '../../effects/lanes/unfinished-operation.ts'
import { freshRunId } from '../../engine/conduct/fresh-run-id.ts'
import { guardAgents } from '../../engine/conduct/guard-agents.ts'
import { isSamePlace } from '../../engine/conduct/guard-checkout.ts'
import { guardRepository } from '../../engine/conduct/guards.ts'
import { holdSubject } from '../../engine/conduct/hold-subject.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { type DrivenRun, driveRegistered } from '../../engine/drive-registered.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { currentBranch } from '../../machine/git/refs.ts'
import { readFolded } from '../../store/fold/read-folded.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { handbookSubject } from '../../store/layout/run-subject.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { adoptSidecars, readState } from './adopt-sidecars.ts'
import { firstLimits, handbookInput } from './handbook-input.ts'
import { followed } from './handbook-sidecar.ts'
import { handbookProviders, type Preflight, preflight, requireSound, startNotes } from './preflight.ts'
import { handbookRegistration, handbookTiers, refuseHandbook } from './registration.ts'

export interface HandbookOptions extends RunOutside {
  onEvent(event: AnyEvent, state: HandbookState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
}

export type HandbookResult = DrivenRun<HandbookState>

/** Takes up the handbook's unfinished run, or begins a new one that goes on from what the sidecars tell. */
export async function startHandbook(options: HandbookOptions): Promise<HandbookResult> {
  const { repoRoot, stateDir, clock, config } = options
  const isNew = (await unfinishedRun(stateDir, handbookSubject)) === null
  const before = isNew ? await soundPreflight(options) : null
  await refuseHandbook(options)
  await guardRepository({ repoRoot, stateDir }, () => guardAgents(options, handbookTiers))
  // Of a run that goes on it is asked which branch that is.
  if (isNew) await branchHere(options)
  return holding(options, async () => {
    const unfinished = await unfinishedRun(stateDir, handbookSubject)
    if (unfinished !== null) return drive(options, unfinished, null)
    const looked = before ?? (await soundPreflight(options))
    await finishSidecars(options)
    const baseBranch = await branchHere(options)
    const limits = firstLimits(config.handbook, options.environment)
    const input = handbookInput({
      runId: await freshRunId(stateDir, handbookSubject, clock.now(), 'its parts'),
      config,
      baseBranch,
      checkout: nameInRepository(repoRoot, repoRoot),
      author: await userIdentity(repoRoot),
      limits,
      verification: looked.verification,
      adopted: await adoptSidecars(repoRoot, limits, clock.now()),
    })
    return drive(options, input.runId, input, startNotes(looked))
  })
}

/** A run that is resumed keeps its verification: only its documents are looked at again. */
async function soundPreflight(options: HandbookOptions): Promise<Preflight> {
  const looked = await preflight({ ...options, providers: handbookProviders(options.config.agent) })
  requireSound(looked)
  return looked
}

const holding = (options: HandbookOptions, work: () => Promise<HandbookResult>): Promise<HandbookResult> =>
  holdSubject(options.stateDir, handbookSubject, 'harness handbook', work)

const drive = (
  options: HandbookOptions,
  runId: RunId,
  begin: HandbookInput | null,
  notes: readonly string[] = [],
): Promise<HandbookResult> =>
  driveRegistered(
    handbookRegistration,
    { ...options, until: null },
    { subject: handbookSubject, runId, begin, notes },
  )

/** A process that died between the end of a run and its last sidecar left it for the next one to write. */
async function finishSidecars({ repoRoot, stateDir }: HandbookOptions): Promise<void> {
  const runs = openRunStore(stateDir)
  const [last] = await runs.list(handbookSubject)
  const before = await readState(repoRoot)
  // Whatever says that it is over was written at the end, or by a person since.
  if (last === undefined || before?.iteration?.status !== 'running') return
  const known = await readFolded(runs, last, handbook)
  if (known?.state.ending == null) return
  const checkout = await startedIn(runs, last, known.state.input, repoRoot)
  if (!isSamePlace(checkout ?? repoRoot, repoRoot)) return
  if (!isOlder(before.iteration, known.state.iteration)) return
  await followed({ repoRoot, before })(known.state)
}

/** Of the same handbook, and not yet as far; a person who gave it more time or more iterations has had the last word. */
const isOlder = (file: IterationState, journal: IterationState): boolean =>
  file.startedAt === journal.startedAt &&
  file.maxIterations === journal.maxIterations &&
  file.timeoutMinutes === journal.timeoutMinutes &&
  file.iteration <= journal.iteration

async function branchHere({ repoRoot, config }: HandbookOptions): Promise<string> {
  const branch = await currentBranch(repoRoot)
  if (branch !== null) return branch
  const advice = `Switch to the branch that the handbook is to work on, such as: git switch ${config.baseBranch}`
  throw new UserError(
    'checkout-moved',
    'Your checkout is on no branch, so that there is nothing to merge into.',
    { next: unfinishedOperationAdvice(repoRoot) ?? advice },
  )
}
