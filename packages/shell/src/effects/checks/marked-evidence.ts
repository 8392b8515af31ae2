/** Owns evidence of checks that failed on the base too: it says so, as the command does. Pure. */
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'

export const markedEvidence = (
  evidence: readonly Evidence[],
  checks: readonly Check[],
): readonly Evidence[] =>
  evidence.map((item) =>
    checks.some(({ name, run, redOnBase }) => redOnBase === true && name === item.check && run === item.run)
      ? { ...item, redOnBase: true }
      : item,
  )
