/**
 * LookForPlan: finds the plan of a phase in the checkout. The session names it, or a handoff, or its file is named after the
 * phase. Only looks.
 */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { LookForPlan, PlanLookedFor } from '@harness/core/effects/look-for-plan'
import { readHandoff } from '@harness/formats/documents/autopilot/handoff-file'
import { namedAfter } from '@harness/formats/documents/autopilot/plan-names'
import { planPathsIn } from '@harness/formats/documents/autopilot/plan-paths'
import { describeProblem } from '@harness/formats/text/format-problem'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { type FailurePorts, orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { PathRefusedError } from '../../machine/disk/resolve-inside.ts'

export interface CheckoutPorts extends FailurePorts {
  readonly repoRoot: string
}

export const lookForPlan = (
  command: LookForPlan,
  attempt: Attempt,
  ports: CheckoutPorts,
): Promise<PlanLookedFor | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { found, concerns, notes } = await planOf(command, ports.repoRoot)
    return {
      type: 'PlanLookedFor',
      at: ports.clock.now(),
      commandId: command.id,
      ...found,
      concerns: concerns.map(ports.sanitise),
      ...(notes.length === 0 ? {} : { notes: notes.map(ports.sanitise) }),
    }
  })

type Found = Pick<PlanLookedFor, 'paths' | 'from'>

interface Looked {
  readonly found: Found
  readonly concerns: readonly string[]
  readonly notes: readonly string[]
}

/** Exported for commands that look before a run is resumed. */
export async function planOf(
  { recorded, phaseName, specPath, sessionDir }: Omit<LookForPlan, 'type' | 'id'>,
  repoRoot: string,
): Promise<Looked> {
  const { plans, concerns, notes } = await handoffIn(repoRoot, sessionDir)
  const places: readonly (readonly [Found['from'], readonly string[]])[] = [
    ['recorded', planPathsIn(recorded).paths],
    ...(phaseName === null
      ? []
      : ([
          ['handoff', plans.filter((path) => namedAfter(phaseName, [path]).length > 0)],
          ['name', await namedPlans(repoRoot, phaseName, specPath)],
        ] as const)),
  ]
  for (const [from, paths] of places) {
    const there = await existing(repoRoot, paths)
    if (there.length > 0)
      return { found: { paths: from === 'recorded' ? there : there.slice(0, 1), from }, concerns, notes }
  }
  return { found: { paths: [], from: null }, concerns: [], notes }
}

/** A handoff that cannot be read is told, and ignored. */
async function handoffIn(
  repoRoot: string,
  sessionDir: string,
): Promise<Pick<Looked, 'concerns' | 'notes'> & { readonly plans: readonly string[] }> {
  const file = `${sessionDir}handoff.json`
  const ignored = (...why: readonly string[]) => ({
    plans: [],
    concerns: [],
    notes: why.map((one) => `ignored: ${one}`),
  })
  const bytes = await readInside(repoRoot, file).catch(refusalIn)
  if (bytes === null) return ignored()
  if (typeof bytes === 'string') return ignored(bytes)
  const read = readHandoff(bytes.toString('utf8'), file)
  if (!read.ok) return ignored(...read.problems.map(describeProblem))
  const { handoff, plans, warnings } = read.value
  // An executor's concerns are not about the plan that comes next.
  const isPlanners = !/^autopilot(?:\/task-executor)?$/.test(handoff.fromSkill)
  return { plans, concerns: isPlanners ? handoff.concerns : [], notes: warnings }
}

/** Why a path was not read: it is a link, or leads out of the repository. */
function refusalIn(error: unknown): string {
  if (error instanceof PathRefusedError) return error.message
  throw error
}

/** In docs/plans, and in the folder of plans beside the spec's topic. */
async function namedPlans(repoRoot: string, phaseName: string, specPath: string): Promise<readonly string[]> {
  const topic = /^docs\/changes\/[^/]+\//.exec(specPath)?.[0]
  const folders = ['docs/plans/', ...(topic === undefined ? [] : [`${topic}plans/`])]
  const all: string[] = []
  for (const folder of folders)
    for (const name of await readableNamesIn(`${repoRoot}/${folder}`))
      if (name.endsWith('.md')) all.push(`${folder}${name}`)
  return namedAfter(phaseName, all)
}

async function existing(repoRoot: string, paths: readonly string[]): Promise<readonly string[]> {
  const there: string[] = []
  for (const path of paths)
    if ((await readInside(repoRoot, path).catch(() => null)) !== null) there.push(path)
  return there
}
