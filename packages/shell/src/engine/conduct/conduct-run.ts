/**
 * Conducts one run of any playbook in this process: folds its journal, ends what a killed harness left running, keeps
 * log, summary, report and sidecars up to date, and drives it until it ends, waits or is interrupted. The caller holds
 * the subject's lease.
 */
import { join } from 'node:path'
import { type AskHuman, isAskHuman } from '@harness/core/effects/ask-human'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent, type OwnFiles, type OwnProgram, type RunResumed } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { RunId } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { oneLine } from '@harness/core/kernel/one-line'
import type { Playbook } from '@harness/core/kernel/playbook'
import { UserError } from '@harness/core/kernel/user-error'
import { heardAtResume } from '../../effects/agents/extensions/changed-extensions.ts'
import { extensionLabel } from '../../effects/agents/extensions/extension.ts'
import {
  type FoundExtensions,
  findExtensions,
  guardExtensions,
} from '../../effects/agents/extensions/find-extensions.ts'
import { keepAgain, keepExtensions } from '../../effects/agents/extensions/kept-extensions.ts'
import { unusedExtensions } from '../../effects/agents/extensions/unused-extensions.ts'
import {
  changedOwnFiles,
  guardOwnFiles,
  ownFilesIn,
  ownFilesNote,
  takenOverNote,
} from '../../effects/agents/roles/own-files.ts'
import { programThere } from '../../effects/documents/own-program.ts'
import { type AnyEffects, logDetail } from '../../effects/effect.ts'
import { isFrozen } from '../../effects/freeze/freeze.ts'
import type { AnyPerformers } from '../../effects/performer.ts'
import { diskError } from '../../machine/disk/disk-error.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import { endOrphans } from '../../machine/process/orphans.ts'
import { ownEvents } from '../../store/fold/own-events.ts'
import { type FoldedJournal, readFolded } from '../../store/fold/read-folded.ts'
import { readStory } from '../../store/fold/read-story.ts'
import { folderOfRun } from '../../store/layout/run-folder.ts'
import type { Project } from '../../store/layout/run-projections.ts'
import { beginCommand } from '../../store/layout/run-subject.ts'
import type { RunSummary } from '../../store/layout/run-summary.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'
import { type OwnSidecar, openSidecars, type SpendingState } from '../../store/sidecars/run-sidecars.ts'
import { followUnfinished } from '../../store/sidecars/unfinished-runs.ts'
import { otherVersionIn } from '../../store/trust/other-version.ts'
import { driveRun } from '../loop/drive-run.ts'
import type { Rest } from '../loop/run-loop.ts'
import { ownBefore } from './own-before.ts'
import { processTagOf } from './process-tag.ts'
import type { RunOutside } from './run-outside.ts'
import { runSandbox, unconfinedNote } from './run-sandbox.ts'
import { tellAlong } from './tell-first.ts'

export interface ConductedRun<Input, State extends SpendingState> {
  readonly playbook: Playbook<Input, State, AnyCommand>
  /** The records of the playbook's commands. */
  readonly effects: AnyEffects
  readonly outside: RunOutside
  /** What the runs of one lease are about: a plan's id, a playbook's name. */
  readonly subject: string
  readonly runId: RunId
  /** Whether the run has yet to be begun. */
  readonly isNew: boolean
  /** What the user's own playbook brings; absent if the harness brings the playbook. */
  readonly brought?: BroughtByUser | undefined
  /** The phase after which a resumed run pauses again. */
  readonly until: string | null
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  /** Refuses with a UserError what cannot be resumed; nothing has been changed by then. `stood` is null for a new run. */
  guard(stood: State | null): Promise<void>
  prepare(place: RunPlace<State>): Promise<PreparedRun<Input, State>>
  project: Project<State>
  onEvent(event: AnyEvent, state: State): void
  /** Told at once what the operator should know of the run. */
  onNote?(note: string): void
}

export interface BroughtByUser {
  readonly program: OwnProgram
  readonly roles: readonly string[]
  /** True if a run that is resumed takes this program in the place of its own. */
  readonly reload: boolean
}

export interface RunPlace<State> {
  readonly run: RunRef
  readonly runDir: string
  /** The state of the run; null if it begins. */
  readonly stood: State | null
  /** Gates that the run has opened and that have no answer. */
  readonly asked: readonly AskHuman[]
  /** What the run keeps to of the repository's own. */
  readonly own: OwnFiles
  /** What the run was told when it began; null if it begins now. */
  readonly told: unknown
}

export interface PreparedRun<Input, State> {
  /** What a new run is told, as it may be journaled; null if it is resumed. */
  readonly input: Input | null
  /** How far a run that is resumed may go, where people have said so since. */
  readonly limits?: RunResumed['limits']
  readonly performers: AnyPerformers
  readonly sidecar: OwnSidecar<State>
  sanitise(text: string): string
}

export interface RunResult<State> {
  readonly subject: string
  readonly runId: string
  readonly runDir: string
  readonly state: State
  readonly tokensTotal: number
  readonly usd: number
  readonly unpricedCalls: number
  readonly logPath: string
  readonly exitCode: number
  readonly rest: Rest
}

export async function conductRun<Input, State extends SpendingState>(
  run: ConductedRun<Input, State>,
): Promise<RunResult<State>> {
  const { playbook, outside, subject, runId, brought } = run
  const { stateDir, clock } = outside
  const runs = openRunStore(stateDir)
  const named: RunRef = { subject, runId }
  const runDir = folderOfRun(stateDir, named)
  const known = await readFolded(runs, named, playbook)
  const other = known === null ? await otherVersionIn(runs, named, [playbook]) : null
  if (other !== null) throw other
  const begun = await beginningOf(runs, named, playbook)
  if (!run.isNew && begun === null) throw runEmpty(run)
  const extensions = await findExtensions(outside.config.agent.trust, outside)
  if (begun === null) guardExtensions(extensions)
  const there = { ...(await filesThere(outside, brought)), ...recordedExtensions(extensions) }
  if (begun === null) guardOwnFiles(outside.trusted, there)
  const own = { ...(begun?.own ?? there), ...(brought === undefined ? {} : { program: brought.program }) }
  const stood = known?.state ?? null
  await run.guard(stood)
  if (begun !== null) {
    await endOrphans(processTagOf(runDir))
    await keepAgain(runDir, extensions.found, own.extensions ?? {})
    await heardAtResume(runDir, own.extensions ?? {}, there.extensions ?? {})
  }
  const { input, limits, performers, sidecar, sanitise } = await run.prepare({
    run: named,
    runDir,
    stood,
    asked: [...(known?.pending.values() ?? [])].filter(isAskHuman),
    own,
    told: begun?.input ?? null,
  })
  const unconfined = await unconfinedNote(outside)
  if (unconfined !== null) run.onNote?.(unconfined)
  const unused = begun === null ? unusedExtensions(outside.config.agent) : null
  const ownNotes = [
    ...(await ownFileNotes(run, runs, journaled(own, sanitise), journaled(there, sanitise))),
    ...(unused === null ? [] : [unused]),
  ]
  const sidecars = await openSidecars({
    stateDir,
    subject,
    runId,
    known,
    past: () => readStory(runs, named, playbook),
    sanitise,
    detailOf: logDetail(run.effects),
    own: sidecar,
  })
  const startedAt = begun?.at ?? clock.now()
  let events = known?.events ?? 0
  let latest = beginningState(playbook, known, input)
  let summary: RunSummary | null = null
  const telling = tellAlong(performers, [...(unconfined === null ? [] : [unconfined]), ...ownNotes])
  const rest = await driveRun<Input, State>({
    playbook,
    runs,
    run: named,
    begin: input === null ? null : { runId, input, own: journaled(own, sanitise) },
    until: run.until,
    ...(limits === undefined ? {} : { limits }),
    ...(brought?.reload === true ? { program: brought.program } : {}),
    performers: telling.performers,
    confined: (await runSandbox(outside)).missing === null,
    tell: (note) => telling.tell(oneLine(sanitise(note))),
    clock,
    attended: outside.ask !== null,
    isFrozen: () => isFrozen(stateDir),
    sanitise,
    stop: run.stop,
    async observe(event, state) {
      try {
        latest = state
        events++
        if (isRunEvent(event, 'RunStarted')) {
          await keepExtensions(runDir, extensions.found)
          await runs.keepPlace(named, mainWorktree(outside.repoRoot))
        }
        await sidecars.observe(event, state)
        const projections = run.project(event, state, { startedAt, events })
        await runs.project(named, projections)
        await followUnfinished(stateDir, summary, projections.summary)
        summary = projections.summary
        if (isRunEvent(event, 'RunEnded')) await writeReport(runDir, sanitise(event.end.report))
        run.onEvent(event, state)
      } catch (error) {
        throw diskError(error, stateDir)
      }
    },
  })
  invariant(latest !== null, `the run in ${runDir} has a state`)
  return {
    subject,
    runId,
    runDir,
    state: latest,
    tokensTotal: latest.spent.tokens,
    usd: latest.spent.usd,
    unpricedCalls: latest.spent.unpricedCalls,
    logPath: sidecars.logPath,
    exitCode: exitCodeOf(rest),
    rest,
  }
}

const beginningState = <Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  known: FoldedJournal<State> | null,
  input: Input | null,
): State | null => known?.state ?? (input === null ? null : playbook.initialState(input))

/** Texts of roles are redacted like everything that people wrote. A program that holds a secret was refused before. */
const journaled = ({ roles, ...own }: OwnFiles, sanitise: (text: string) => string): OwnFiles => ({
  roles: Object.fromEntries(Object.entries(roles).map(([role, text]) => [role, sanitise(text)])),
  ...own,
})

const recordedExtensions = ({ found }: FoundExtensions): Pick<OwnFiles, 'extensions'> =>
  found.length === 0
    ? {}
    : { extensions: Object.fromEntries(found.map((one) => [extensionLabel(one), one.digest])) }

/** The program is looked at only as text. */
async function filesThere(
  { repoRoot, rolesDir }: RunOutside,
  brought: BroughtByUser | undefined,
): Promise<OwnFiles> {
  const there = await ownFilesIn(repoRoot, rolesDir, brought?.roles)
  return brought === undefined ? there : { ...there, program: await programThere(repoRoot, brought.program) }
}

/** A resumed run keeps what it started with; a new one takes the present files, and says what is new in them. */
async function ownFileNotes(
  {
    isNew,
    outside,
    subject,
    runId,
  }: Pick<ConductedRun<never, never>, 'isNew' | 'outside' | 'subject' | 'runId'>,
  runs: RunStore,
  own: OwnFiles,
  there: OwnFiles,
): Promise<readonly string[]> {
  if (!isNew) {
    const changed = changedOwnFiles(own, there)
    return changed.length === 0 ? [] : [ownFilesNote(changed, 'since the run began')]
  }
  const before = await ownBefore(runs, { subject, runId }, outside.repoRoot)
  const taken = before === null ? [] : changedOwnFiles(before, there)
  return taken.length === 0 ? [] : [takenOverNote(taken)]
}

interface Beginning {
  readonly at: number
  /** Absent if the run began before anybody kept it. */
  readonly own?: OwnFiles | undefined
  readonly input: unknown
}

/** How the run began; null if its journal has no whole record. Throws if this playbook cannot read it. */
async function beginningOf<Input, State>(
  runs: RunStore,
  run: RunRef,
  playbook: Playbook<Input, State, AnyCommand>,
): Promise<Beginning | null> {
  const journal = await runs.peek(run)
  if (journal?.type === 'refused') throw journal.error
  if (journal?.type !== 'readable') return null
  const [first = journal.first] = ownEvents(run, playbook)([journal.first])
  if (!isRunEvent(first, 'RunStarted')) return { at: first.at, input: null }
  return { at: first.at, own: first.own, input: first.input }
}

const writeReport = (runDir: string, report: string): Promise<void> =>
  durableReplace(join(runDir, 'report.md'), `${report}\n`)

function exitCodeOf(rest: Rest): number {
  switch (rest.type) {
    case 'ended':
      return rest.end.exitCode
    case 'waiting':
      return rest.exitCode
    case 'interrupted':
      return rest.reason === 'frozen' ? exitCode.frozen : exitCode.interrupted
  }
}

const runEmpty = ({ subject, runId }: Pick<ConductedRun<never, never>, 'subject' | 'runId'>): UserError =>
  new UserError('run-empty', `The run ${subject}-${runId} ended before it recorded anything.`, {
    next: `Start again with: ${beginCommand(subject)}`,
  })
