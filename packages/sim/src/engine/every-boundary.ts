/** Owns the exhaustive mode: one run without a crash to find all boundaries, then one run with a crash at each. */
import { crashesAt, surveyOf } from './crash-plan.ts'
import type { Scenario } from './scenario.ts'
import { type SimResult, simulate } from './simulate.ts'

export interface BoundaryRun<State> {
  /** The place of the crash, in words; null for the run without a crash, which comes first. */
  readonly boundary: string | null
  readonly result: SimResult<State>
}

/**
 * With `deaths` above one, the processes that take over die too, each at its first boundary. `isTaken` may leave
 * boundaries out, by their number.
 */
export async function* everyBoundary<Input, State>(
  scenario: () => Scenario<Input, State>,
  seed: number,
  deaths = 1,
  isTaken: (index: number) => boolean = () => true,
): AsyncGenerator<BoundaryRun<State>> {
  const names: string[] = []
  yield { boundary: null, result: await simulate(scenario(), { seed, crashes: surveyOf(names) }) }
  for (const [index, name] of names.entries()) {
    if (!isTaken(index)) continue
    const at = Array.from({ length: deaths }, (_, death) => index + death)
    const result = await simulate(scenario(), { seed, crashes: crashesAt(at) })
    yield { boundary: `boundary ${index}, ${name}`, result }
  }
}
