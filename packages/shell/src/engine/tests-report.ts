/** Owns what a run of any playbook tells of the tests that it touches, and of the judging that it waits for. Pure. */
import { type JudgedTests, judgedTestsOf } from '@harness/core/work/judged-tests-state'
import { describeTouchedTests, testsWeakenedGate } from '@harness/core/work/weakened-tests'
import type { GivenReport } from './run-report.ts'

/** The playbook itself knows nothing of it. */
export function withTestsReport(given: GivenReport, state: unknown): GivenReport {
  const judged = judgedTestsOf(state)
  if (judged === null) return given
  const text = describeTouchedTests(judged)
  const section = text === '' ? [] : [{ title: 'Tests touched', lines: text.split('\n') }]
  return {
    ...given,
    sections: [...(given.sections ?? []), ...section],
    fields: { ...given.fields, ...(text === '' ? {} : { testsTouched: judged.seen.map(plainly) }) },
    ...waitsOf(given, judged),
  }
}

/** For programs. */
const plainly = ({ lane, check, tests, doubt, ruled }: JudgedTests['seen'][number]) => ({
  lane,
  check,
  files: tests?.files ?? [],
  failsWithBase: doubt?.second?.fails === true,
  missingTests: doubt?.missing ?? 0,
  ruling: ruled === null ? null : { by: ruled.by, words: ruled.words },
})

/** A gate or a wait of the playbook itself comes first. */
function waitsOf(given: GivenReport, { pending }: JudgedTests): Partial<GivenReport> {
  const [asked] = pending.filter((one) => one.asked !== null)
  const [asleep] = pending.flatMap(({ hurdle }) => (hurdle?.type === 'sleep' ? [hurdle] : []))
  return {
    ...(given.gate == null && asked !== undefined ? { gate: testsWeakenedGate(asked), follows: null } : {}),
    ...(given.sleep == null && asleep !== undefined && pending.length === 1 ? { sleep: asleep } : {}),
  }
}
