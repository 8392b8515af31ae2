/** Registers the driving of a handbook with the engine. */
import { invariant } from '@harness/core/kernel/invariant'
import { givenUp } from '@harness/core/playbooks/handbook/given-up'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { Flight, HandbookState } from '@harness/core/playbooks/handbook/state'
import { handbookContracts } from '@harness/formats/answers/handbook/contracts'
import { testRulings } from '@harness/formats/answers/test-rulings'
import { restoreLane } from '../../effects/lanes/restore-lane.ts'
import type { PreparedRun } from '../../engine/conduct/conduct-run.ts'
import type { GivingUp } from '../../engine/conduct/give-up-run.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import { tellFirst } from '../../engine/conduct/tell-first.ts'
import type { AttendedOptions, DrivenPlace, Registration } from '../../engine/registration.ts'
import { areOfOneRepository } from '../../machine/git/git-dirs.ts'
import { uncommitted } from '../../machine/git/uncommitted.ts'
import { isHarnessFile } from '../../store/layout/harness-files.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { noSidecar } from '../../store/sidecars/no-sidecar.ts'
import { readState } from './adopt-sidecars.ts'
import { guardSound } from './guard-sound.ts'
import { handbookDocuments, handbookEffects, handbookPerformers, handbookPorts } from './handbook-effects.ts'
import { readHandbookFolder } from './handbook-folder.ts'
import { journaledHandbookInput } from './handbook-input.ts'
import { handbookFields, handbookReport } from './handbook-report.ts'
import { handbookSidecar } from './handbook-sidecar.ts'
import { limitsIn } from './others-state.ts'
import { handbookElsewhere } from './refused-run.ts'

export const handbookTiers = Object.fromEntries(
  handbookIdentity.roles.map(({ role, tier }) => [role, tier] as const),
)

export const handbookRegistration: Registration<HandbookInput, HandbookState> = {
  playbook: handbook,
  report: handbookReport,
  roles: handbookIdentity.roles,
  contracts: [...handbookContracts, testRulings],
  documents: handbookDocuments,
  effects: handbookEffects,
  unattended: true,
  refuse: refuseHandbook,
  async guard({ input }, { repoRoot, runs, run }) {
    const elsewhere = await handbookElsewhere(runs, run, input, repoRoot)
    if (elsewhere !== null) throw elsewhere
  },
  prepare,
  async performersFor({ outside, runDir, identity, agentFor }, { author: _, ...input }) {
    const told = identity === undefined ? input : { ...input, author: identity }
    const ports = await handbookPorts(outside, runDir, told)
    return handbookPerformers({ ...ports, ...(agentFor === undefined ? {} : { agentFor }) })
  },
  givenUp,
  async sidecarOf(stood, place) {
    const repoRoot = await checkoutOf(stood, place)
    return repoRoot === null
      ? noSidecar
      : handbookSidecar({ repoRoot, before: await readState(repoRoot), stood })
  },
  listen: () => ({ fields: handbookFields }),
}

/** The documents come first: if one is missing or wrong, nothing is written at all. */
export async function refuseHandbook({ repoRoot }: { readonly repoRoot: string }): Promise<void> {
  guardSound(await readHandbookFolder(repoRoot))
  await readState(repoRoot)
}

async function prepare(
  options: AttendedOptions<HandbookState>,
  { runDir, stood, own, begin, notes }: DrivenPlace<HandbookInput, HandbookState>,
): Promise<PreparedRun<HandbookInput, HandbookState>> {
  const { repoRoot } = options
  const told = stood?.input ?? begin
  invariant(told !== null, 'a resumed run was started')
  const before = await readState(repoRoot)
  const limits = stood === null ? undefined : limitsIn(before)
  const ports = await handbookPorts({ ...options, own }, runDir, told)
  const first =
    stood === null
      ? [...notes.map((note) => ports.redact(note)), ...(await unseenNotes(ports))]
      : await restoreLanes(stood, ports, options.stop)
  return {
    input: begin === null ? null : journaledHandbookInput(begin, ports.redact),
    ...(limits === undefined ? {} : { limits }),
    performers: tellFirst(handbookPerformers(ports), first),
    sidecar: await handbookSidecar({ repoRoot, before, stood: stood && within(stood, limits) }),
    sanitise: ports.sanitise,
  }
}

/** What is told before the run has taken them up must not take them back. */
const within = (stood: HandbookState, limits: HandbookInput['limits'] | undefined): HandbookState => ({
  ...stood,
  iteration: { ...stood.iteration, ...limits },
})

/** Agents work on what is committed: an operator with uncommitted changes is told once. */
async function unseenNotes({ repoRoot, isReserved }: RunPorts): Promise<readonly string[]> {
  const { entries } = await uncommitted(repoRoot)
  const paths = entries
    .map(({ path }) => path)
    .filter((path) => !isHarnessFile(path) && isReserved?.(keptFrom(path)) !== true)
  return paths.length === 0
    ? []
    : [`agents see what is committed, and not yet: ${namedFew(paths)}; commit what they should see`]
}

/** The name of the handbook that a new one replaced, if this file is what was kept of it. */
const keptFrom = (path: string): string => path.replace(/\.aside(-\d+)?$/, '')

/** Makes worktrees again that were removed while no process worked on the run. */
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

/**
 * Its own checkout, also if it is given up in another one of the repository. A repository that was copied or moved has
 * the files of the run with it: what is given up there leaves the original alone, whose own run may be at work. Null if
 * the files are gone.
 */
async function checkoutOf(
  { input, iteration }: HandbookState,
  { stateDir, run, repoRoot: here }: GivingUp,
): Promise<string | null> {
  const checkout = (await startedIn(openRunStore(stateDir), run, input, here)) ?? here
  if (areOfOneRepository(checkout, here)) return checkout
  return (await readState(here))?.iteration?.startedAt === iteration.startedAt ? here : null
}
