/**
 * Drives the handbook of a repository in this process: finds or begins its run, holds its lease, and goes on until it is
 * done, halts or is interrupted. Nobody is ever asked. What keeps it from being run is told before anything is changed.
 */

import type { RunId } from '@harness/core/kernel/ids'
import { asRunId } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import type { Event } from '@harness/core/playbooks/handbook/effects'
import { type HandbookInput, handbookDuties } from '@harness/core/playbooks/handbook/input'
import type { IterationState } from '@harness/core/playbooks/handbook/known-so-far'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { Flight, HandbookState } from '@harness/core/playbooks/handbook/state'
import { restoreLane } from '../../effects/lanes/restore-lane.ts'
import { unfinishedOperationAdvice } from '../../effects/lanes/unfinished-operation.ts'
import { conductRun, type RunResult } from '../../engine/conduct/conduct-run.ts'
import { freshRunId } from '../../engine/conduct/fresh-run-id.ts'
import { guardAgents } from '../../engine/conduct/guard-agents.ts'
import { isSamePlace } from '../../engine/conduct/guard-checkout.ts'
import { guardRepository } from '../../engine/conduct/guards.ts'
import { holdSubject } from '../../engine/conduct/hold-subject.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { tellFirst } from '../../engine/conduct/tell-first.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { currentBranch } from '../../machine/git/refs.ts'
import { uncommitted } from '../../machine/git/uncommitted.ts'
import { readFolded } from '../../store/journal/read-folded.ts'
import { isHarnessFile } from '../../store/layout/harness-files.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { handbookSubject } from '../../store/layout/run-subject.ts'
import { type KnownRun, runsOf } from '../../store/runs/runs.ts'
import { adoptSidecars, readState } from './adopt-sidecars.ts'
import { handbookEffects, handbookPerformers, handbookPorts } from './handbook-effects.ts'
import { readHandbookFolder } from './handbook-folder.ts'
import { firstLimits, handbookInput, journaledHandbookInput } from './handbook-input.ts'
import { followed, handbookSidecar } from './handbook-sidecar.ts'
import { handbookSummary } from './handbook-summary.ts'
import { limitsIn } from './others-state.ts'
import { handbookProviders, type Preflight, preflight, requireSound, startNotes } from './preflight.ts'
import { handbookElsewhere } from './refused-run.ts'
import { soundHandbook } from './sound-handbook.ts'

export interface HandbookOptions extends RunOutside {
  onEvent(event: Event, state: HandbookState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
}

export type HandbookResult = RunResult<HandbookState>

/** Takes up the handbook's unfinished run, or begins a new one that goes on from what the sidecars tell. */
export async function runHandbook(options: HandbookOptions): Promise<HandbookResult> {
  const { repoRoot, stateDir, clock, config } = options
  const isNew = (await unfinishedRun(stateDir, handbookSubject)) === null
  const before = isNew ? await soundPreflight(options) : null
  await guardHandbook(options)
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
      checkout: repoRoot,
      author: await userIdentity(repoRoot),
      limits,
      verification: looked.verification,
      adopted: await adoptSidecars(repoRoot, limits, clock.now()),
    })
    return drive(options, input.runId, input, startNotes(looked))
  })
}

/** Takes up one run. */
export async function resumeHandbook(
  options: HandbookOptions & { readonly run: KnownRun },
): Promise<HandbookResult> {
  await guardHandbook(options)
  return holding(options, () => drive(options, asRunId(options.run.runId), null))
}

/** A run that is resumed keeps its verification: only its documents are looked at again. */
async function soundPreflight(options: HandbookOptions): Promise<Preflight> {
  const looked = await preflight({ ...options, providers: handbookProviders(options.config.agent) })
  requireSound(looked)
  return looked
}

/** The documents come first: if one is missing or wrong, nothing is written at all. */
async function guardHandbook(options: HandbookOptions): Promise<void> {
  const { repoRoot, stateDir } = options
  soundHandbook(await readHandbookFolder(repoRoot))
  await readState(repoRoot)
  const tiers = Object.fromEntries(Object.entries(handbookDuties).map(([role, { tier }]) => [role, tier]))
  await guardRepository({ repoRoot, stateDir }, () => guardAgents(options, tiers))
}

const holding = (options: HandbookOptions, work: () => Promise<HandbookResult>): Promise<HandbookResult> =>
  holdSubject(options.stateDir, handbookSubject, 'harness handbook', work)

async function drive(
  options: HandbookOptions,
  runId: RunId,
  begin: HandbookInput | null,
  toldFirst: readonly string[] = [],
): Promise<HandbookResult> {
  const { repoRoot } = options
  return conductRun<HandbookInput, HandbookState>({
    playbook: handbook,
    effects: handbookEffects,
    outside: { ...options, ask: null },
    subject: handbookSubject,
    runId,
    isNew: begin !== null,
    until: null,
    stop: options.stop,
    async guard(stood) {
      const elsewhere = stood === null ? null : handbookElsewhere(stood.input, repoRoot)
      if (elsewhere !== null) throw elsewhere
    },
    async prepare({ runDir, stood, own }) {
      const told = stood?.input ?? begin
      invariant(told !== null, 'a run that is gone on with was begun')
      const before = await readState(repoRoot)
      const limits = stood === null ? undefined : limitsIn(before)
      const ports = await handbookPorts({ ...options, own }, runDir, told)
      const notes =
        stood === null
          ? [...toldFirst.map((note) => ports.redact(note)), ...(await unseenNotes(ports))]
          : await restoreLanes(stood, ports, options.stop)
      return {
        input: begin === null ? null : journaledHandbookInput(begin, ports.redact),
        ...(limits === undefined ? {} : { limits }),
        performers: tellFirst(handbookPerformers(ports), notes),
        sidecar: await handbookSidecar({ repoRoot, before, stood: stood && within(stood, limits) }),
        sanitise: ports.sanitise,
      }
    },
    summarise: handbookSummary,
    onEvent: options.onEvent,
  })
}

/** What is told before the run has taken them up must not take them back. */
const within = (stood: HandbookState, limits: HandbookInput['limits'] | undefined): HandbookState => ({
  ...stood,
  iteration: { ...stood.iteration, ...limits },
})

/** Agents work on what is committed: whoever has more than that should know, once. */
async function unseenNotes({ repoRoot, isReserved }: RunPorts): Promise<readonly string[]> {
  const { entries } = await uncommitted(repoRoot)
  const paths = entries
    .map(({ path }) => path)
    .filter((path) => !isHarnessFile(path) && isReserved?.(keptFrom(path)) !== true)
  return paths.length === 0
    ? []
    : [`agents see what is committed, and not yet: ${namedFew(paths)}; commit what they should see`]
}

/** The name of what a new handbook took the place of, where this is what was kept of it. */
const keptFrom = (path: string): string => path.replace(/\.aside(-\d+)?$/, '')

/** Worktrees that somebody removed while nobody worked on the run are made again. */
async function restoreLanes(
  { flights, input }: HandbookState,
  ports: RunPorts,
  stop: AbortSignal,
): Promise<readonly string[]> {
  const notes: string[] = []
  for (const { lane, step } of flights) {
    if (lane === null || !needsLane.has(step.type)) continue
    const place = lane.isWorktree ? { worktree: `.worktrees/${lane.lane}` } : {}
    const note = await restoreLane({ ...lane, baseBranch: input.baseBranch, ...place }, ports, stop)
    if (note !== null) notes.push(note)
  }
  return notes
}

const needsLane: ReadonlySet<Flight['step']['type']> = new Set([
  'ready',
  'agent',
  'measure',
  'verify',
  'merge',
])

/** A process that died between the end of a run and its last sidecar left it for the next one to write. */
async function finishSidecars({ repoRoot, stateDir }: HandbookOptions): Promise<void> {
  const [last] = await runsOf(stateDir, handbookSubject)
  const before = await readState(repoRoot)
  // Whatever says that it is over was written at the end, or by a person since.
  if (last === undefined || before?.iteration?.status !== 'running') return
  const known = await readFolded(last.dir, handbook)
  if (known?.state.ending == null) return
  if (!isSamePlace(known.state.input.checkout ?? repoRoot, repoRoot)) return
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
