/** Owns evidence of checks that failed on the base too: it says so, as the command does, and what fails beside. Pure. */
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'
import { newFailures } from '@harness/core/work/new-failures'

export const markedEvidence = (
  evidence: readonly Evidence[],
  checks: readonly Check[],
): readonly Evidence[] =>
  evidence.map((item) => {
    const check = checks.find(
      ({ name, run, redOnBase }) => redOnBase === true && name === item.check && run === item.run,
    )
    return check === undefined ? item : { ...item, redOnBase: true, ...beyondBase(item, check) }
  })

function beyondBase(item: Evidence, { failedOnBase }: Check): Partial<Evidence> {
  if (failedOnBase === undefined) return {}
  const { problem, isUnknown } = newFailures(item, failedOnBase)
  return {
    problem: item.problem ?? problem,
    ...(isUnknown ? { mayFailElse: true as const } : {}),
  }
}
