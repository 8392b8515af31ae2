/** Makes what planning is told: the spec and its criteria, the plans that there are, and what earlier plans came to. */
import { describeCalibration, summarizeCalibration } from '@harness/core/playbooks/delivery/calibration'
import { type PlanningInput, plannerDuties, plannerRole } from '@harness/core/playbooks/planning/input'
import { roleAgent } from '@harness/formats/config/role-agent'
import { readCalibration } from '../../engine/calibration/read-calibration.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { knownPlans } from '../delivery/plan-folder.ts'
import { readProductSpec } from './product-spec.ts'

/** What the operator asks for. */
export interface AskedPlanning {
  /** The spec, or its acceptance file. */
  readonly specPath: string
  readonly preview: boolean
  /** Null for what the config says. */
  readonly maxNewPlans: number | null
}

export async function planningInput(
  { config, repoRoot, stateDir }: Pick<RunOutside, 'config' | 'repoRoot' | 'stateDir'>,
  { specPath, preview, maxNewPlans }: AskedPlanning,
): Promise<Omit<PlanningInput, 'runId'>> {
  const { planDir, completedDir, baseBranch, planning } = config
  const { spec, acceptancePath, acceptance } = await readProductSpec(repoRoot, specPath, 'harness plan')
  const { tier, limits } = roleAgent(config.agent, plannerRole, plannerDuties.tier)
  const summary = summarizeCalibration((await readCalibration(openRunStore(stateDir), null)).plans)
  return {
    baseBranch,
    spec,
    acceptancePath,
    criteria: acceptance.criteria,
    plans: await existingPlans({ repoRoot, stateDir, planDir, completedDir, baseBranch }),
    planDir,
    completedDir,
    mostPlans: maxNewPlans ?? planning.maxNewPlans,
    mostPasses: planning.maxPasses,
    calibration: summary.plans === 0 ? '' : describeCalibration(summary),
    preview,
    planner: { tier, limits },
  }
}

/** A file with a mistake holds its id too. */
async function existingPlans(folders: Parameters<typeof knownPlans>[0]): Promise<PlanningInput['plans']> {
  const { graph, problems } = await knownPlans(folders)
  const broken = new Map(problems.flatMap(({ planId, file }) => (planId === null ? [] : [[planId, file]])))
  return [
    ...[...graph.plans.values()].map(({ id, title, status, acceptanceTags }) => ({
      id,
      title,
      status,
      acceptanceTags,
    })),
    ...[...broken]
      .filter(([id]) => !graph.plans.has(id))
      .map(([id, file]) => ({ id, title: file, status: 'blocked' as const, acceptanceTags: [] })),
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
}
