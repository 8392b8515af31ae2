/** Test support: all runs of the exhaustive mode, the one without a crash apart. */
import { type BoundaryRun, everyBoundary } from '../engine/every-boundary.ts'
import type { Scenario } from '../engine/scenario.ts'
import type { SimResult } from '../engine/simulate.ts'

export interface CrashedEverywhere<State> {
  readonly plain: SimResult<State>
  readonly crashed: readonly BoundaryRun<State>[]
}

export async function crashedEverywhere<Input, State>(
  scenario: () => Scenario<Input, State>,
  deaths = 1,
  isTaken?: (index: number) => boolean,
): Promise<CrashedEverywhere<State>> {
  const runs: BoundaryRun<State>[] = []
  for await (const run of everyBoundary(scenario, 1, deaths, isTaken)) runs.push(run)
  const [plain, ...crashed] = runs
  if (plain === undefined) throw new Error('nothing ran')
  return { plain: plain.result, crashed }
}
