/** Owns the exhaustive mode: one run without a crash to find all boundaries, then one run with a crash at each. */
import { type CrashPlan, crashesAt, surveyOf } from './crash-plan.ts'
import type { Scenario } from './scenario.ts'
import { type SimResult, simulate } from './simulate.ts'

export interface Boundary<State> {
  readonly name: string
  readonly index: number
  readonly result: SimResult<State>
}

export interface EveryBoundary<State> {
  /** Without any crash. */
  readonly plain: SimResult<State>
  readonly crashed: readonly Boundary<State>[]
}

/** With `deaths` above one, the processes that take over die too, each at its first boundaries. */
export async function everyBoundary<Input, State>(
  scenario: () => Scenario<Input, State>,
  seed: number,
  deaths = 1,
): Promise<EveryBoundary<State>> {
  const run = (crashes: CrashPlan): Promise<SimResult<State>> => simulate(scenario(), { seed, crashes })
  const names: string[] = []
  const plain = await run(surveyOf(names))
  const crashed: Boundary<State>[] = []
  for (const [index, name] of names.entries()) {
    const at = Array.from({ length: deaths }, (_, death) => index + death)
    crashed.push({ name, index, result: await run(crashesAt(at)) })
  }
  return { plain, crashed }
}
