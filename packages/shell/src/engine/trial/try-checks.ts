/**
 * Runs checks once on the untouched base, as a run would: in a fresh lane and clean rooms. It works on a repository of its own
 * that borrows the objects of the user's, in a folder of its own, so that nothing of the user's changes. The folder goes at the
 * end; logs of checks that failed stay.
 */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Check } from '@harness/core/kernel/check'
import { type Evidence, passed } from '@harness/core/kernel/evidence'
import { asLaneName, asRunId, type CommitHash, commandId } from '@harness/core/kernel/ids'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { runChecks } from '../../effects/checks/run-checks.ts'
import { makeLane } from '../../effects/lanes/open-lane.ts'
import { systemClock } from '../../machine/clock/clock-system.ts'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { newRepository } from '../../machine/git/new-repository.ts'
import { updateRef } from '../../machine/git/refs.ts'
import { runPorts } from '../conduct/run-ports.ts'

export interface Trial {
  readonly repoRoot: string
  readonly config: HarnessConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly rolesDir: string
  readonly signal: AbortSignal
  /** Hears what is under way, and what each check showed. */
  onStart(what: string): void
  onResult(result: TriedCheck): void
}

export interface TriedCheck {
  readonly check: string
  readonly run: string
  readonly passed: boolean
  /** In a few words: `exit code 1`, `it took longer than 600 s`. */
  readonly how: string
  readonly durationMs: number
  /** The end of its output. */
  readonly tail: string
  /** Absolute; null if it passed, or never started. */
  readonly log: string | null
}

export type TrialOutcome =
  | { readonly type: 'tried'; readonly results: readonly TriedCheck[] }
  /** There was nothing to try them on, or the operator stopped it: that tells nothing about the checks. */
  | { readonly type: 'untried'; readonly why: string; readonly next: string | null }
  /** No check can run in a fresh clone, as when the set-up fails: the reason, and what to do. */
  | {
      readonly type: 'impossible'
      readonly why: string
      readonly next: string | null
      /** Absolute; null if nothing was printed. */
      readonly log: string | null
    }

/** Whether a run would meet the same failure. */
export const hasFailed = (outcome: TrialOutcome | null): boolean =>
  outcome?.type === 'impossible' ||
  (outcome?.type === 'tried' && outcome.results.some(({ passed: isGreen }) => !isGreen))

const lane = asLaneName('trial')
const run = asRunId('trial')

/** A trial is no run that could be resumed. */
const resuming = /, then: harness resume$/

export async function tryChecks(trial: Trial): Promise<TrialOutcome> {
  const { repoRoot, config } = trial
  const commit = await resolveCommit(repoRoot, `refs/heads/${config.baseBranch}`)
  if (commit === null)
    return { type: 'untried', why: `the branch ${config.baseBranch} has no commit yet`, next: null }
  const folder = await ownFolder(repoRoot)
  try {
    return await tryIn(folder, commit, trial)
  } finally {
    await removeTree(folder)
  }
}

/** Beside the checkout, as lanes are, so that what programs find there is the same. */
async function ownFolder(repoRoot: string): Promise<string> {
  const name = `${basename(repoRoot).replace(/^\.+/, '') || 'checkout'}.trial-`
  const made = await mkdtemp(join(dirname(repoRoot), name)).catch(() => mkdtemp(join(tmpdir(), name)))
  return realpath(made)
}

async function tryIn(folder: string, commit: CommitHash, trial: Trial): Promise<TrialOutcome> {
  const { repoRoot, config, environment, rolesDir, signal } = trial
  const own = join(folder, basename(repoRoot))
  await borrow(repoRoot, own, commit, config.baseBranch)
  const runDir = join(folder, 'run')
  const plain: HarnessConfig = {
    ...config,
    lanes: { ...config.lanes, dir: undefined, pool: 0 },
    agent: { ...config.agent, provider: 'scripted', script: null },
  }
  const identity = await userIdentity(repoRoot)
  const place = { repoRoot: own, stateDir: join(folder, 'state'), config: plain, environment, rolesDir }
  const ports = await runPorts({ ...place, clock: systemClock, ask: null }, runDir, {
    identity,
    baseBranch: config.baseBranch,
  })
  // Checks run in rooms, which are set up by themselves; no agent works in the lane.
  const bare = { ...ports, lanes: { ...ports.lanes, setup: [] } }
  const order = { lane, branch: 'task/trial', baseBranch: config.baseBranch }
  await makeLane({ id: commandId(run, 'open', 'trial', 1), ...order }, signal, bare)
  const tree = await treeOf(own, commit)
  const results: TriedCheck[] = []
  for (const [index, check] of config.checks.entries()) {
    trial.onStart(index === 0 && config.lanes.setup.length > 0 ? `set-up, then ${check.name}` : check.name)
    const id = commandId(run, 'check', `trial-${index + 1}`, 1)
    const command = { type: 'RunChecks', id, lane, commit, tree, checks: [check] } as const
    const outcome = await runChecks(command, { signal, repeated: false }, ports)
    if (outcome.type === 'CommandFailed')
      return {
        type: 'impossible',
        why: outcome.detail.replace(`Setting up the lane ${lane} failed`, 'the set-up fails'),
        next: outcome.next.replace(resuming, '.'),
        log: await keptLog(join(runDir, 'checks'), 'set-up'),
      }
    const [evidence] = outcome.evidence
    if (evidence === undefined) continue
    const result = await tried(check, evidence, join(runDir, 'checks'))
    results.push(result)
    trial.onResult(result)
  }
  return { type: 'tried', results }
}

async function tried(check: Check, evidence: Evidence, logs: string): Promise<TriedCheck> {
  const isGreen = passed(evidence)
  return {
    check: check.name,
    run: check.run,
    passed: isGreen,
    how: evidence.problem ?? `exit code ${evidence.exitCode}`,
    durationMs: evidence.durationMs,
    tail: evidence.outputTail,
    log: isGreen ? null : await keptLog(logs, check.name),
  }
}

/** The folder of the trial goes, and a log that explains a failure must not go with it. */
async function keptLog(logs: string, check: string): Promise<string | null> {
  if (!existsSync(logs)) return null
  const kept = await mkdtemp(join(tmpdir(), `harness-check-${check.replace(/[^\w-]+/g, '-')}-`))
  await cp(logs, kept, { recursive: true })
  await removeTree(logs)
  const names = (await readdir(kept, { recursive: true })).filter((name) => name.endsWith('.log'))
  return names[0] === undefined ? kept : join(kept, names[0])
}

/** Branch and tags of its own; objects, LFS files and submodules are borrowed. */
async function borrow(repoRoot: string, own: string, commit: CommitHash, branch: string): Promise<void> {
  await mkdir(own, { recursive: true })
  await newRepository(own, branch)
  const { commonDir } = gitDirsAt(repoRoot)
  const git = join(own, '.git')
  await mkdir(join(git, 'objects/info'), { recursive: true })
  writeFileSync(join(git, 'objects/info/alternates'), `${join(commonDir, 'objects')}\n`)
  for (const shared of ['modules', 'lfs'])
    if (existsSync(join(commonDir, shared))) symlinkSync(join(commonDir, shared), join(git, shared))
  if (existsSync(join(commonDir, 'shallow'))) await cp(join(commonDir, 'shallow'), join(git, 'shallow'))
  await updateRef(own, `refs/heads/${branch}`, commit, null)
  const { stdout } = await gitOk(repoRoot, ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/tags'])
  const tags = stdout.trim() === '' ? '' : `${stdout.trim()}\n`
  writeFileSync(join(git, 'packed-refs'), tags)
}
