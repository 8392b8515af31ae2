import {
  complexities,
  findingSeverities,
  type RecordedDecision,
  type ReviewFinding,
  rigorLevels,
  type SessionFile,
  stateNames,
} from '@harness/core/playbooks/autopilot/documents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../test-support/runs.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { printReview, readReview } from './review-file.ts'
import { printSessionFile, readSessionFile } from './session-file.ts'

const line = fc
  .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '')
const text = fc.string({ unit: 'grapheme', maxLength: 60 })
const said = text.filter((one) => one.trim() !== '')
const path = fc.constantFrom('docs/plans/a-plan.md', 'docs/b.md', 'plans/c.md,plans/d.md')
const count = fc.nat(1000)
const orNull = <One>(one: fc.Arbitrary<One>): fc.Arbitrary<One | null> => fc.option(one, { nil: null })

const finding: fc.Arbitrary<ReviewFinding> = fc.record({
  severity: fc.constantFrom(...findingSeverities),
  title: line,
  detail: fc.oneof(said, fc.constant('')),
  file: orNull(fc.constantFrom('src/a.ts', 'b.md')),
  line: orNull(fc.integer({ min: 1, max: 9999 })),
})

const signals = fc.record({
  reviewPlans: fc.boolean(),
  highComplexity: fc.boolean(),
  complexityOverride: orNull(fc.constantFrom(...complexities)),
  plannerConcerns: fc.array(fc.constantFrom('It is risky.', 'Two readings'), { maxLength: 2 }),
  taskCount: count,
  taskThreshold: count,
})

const decision: fc.Arbitrary<RecordedDecision> = fc.record(
  { state: fc.constantFrom(...stateNames), what: said, why: fc.oneof(said, fc.constant('')), signals },
  { requiredKeys: ['state', 'what', 'why'] },
)

const phase = fc.record({
  name: line,
  complexity: fc.constantFrom(...complexities),
  complexityOverride: orNull(fc.constantFrom(...complexities)),
  planPath: orNull(path),
  status: fc.constantFrom('pending', 'in-progress', 'complete', 'skipped'),
})

const record = fc.record({
  phase: count,
  name: fc.oneof(said, fc.constant('')),
  startedAt: fc.constantFrom('', '2026-01-31T12:00:00.000Z'),
  completedAt: fc.constantFrom('', '2026-01-31T13:00:00.000Z'),
  tasksCompleted: count,
  retriesUsed: count,
  verificationPassed: fc.boolean(),
  reviewFindings: fc.record({ critical: count, important: count, suggestion: count }),
})

const session: fc.Arbitrary<SessionFile> = fc
  .record({
    schemaVersion: fc.constant(5),
    specPath: fc.constantFrom('docs/changes/x/proposal.md', 'spec.md'),
    startingCommit: orNull(fc.constant('8f9f538b0a0a02f9338293d4276e5343599728fd')),
    currentState: fc.constantFrom(...stateNames),
    currentPhase: fc.nat(5),
    rigorLevel: fc.constantFrom(...rigorLevels),
    reviewPlans: fc.boolean(),
    phases: fc.array(phase, { minLength: 1, maxLength: 4 }),
    decisions: fc.array(decision, { maxLength: 3 }),
    history: fc.array(record, { maxLength: 3 }),
    finalReview: fc.record({
      status: fc.constantFrom('pending', 'in_progress', 'passed', 'overridden', 'failed'),
      findings: fc.array(finding, { maxLength: 3 }),
      retryCount: count,
    }),
  })
  .map((one) => ({ ...one, currentPhase: Math.min(one.currentPhase, one.phases.length) }))

it('AP-03 a printed session is read as it was, and nothing of it is ignored', () => {
  fc.assert(
    fc.property(session, (one) => {
      const read = readSessionFile(printSessionFile(one), 'state')
      if (!read.ok) throw new Error(read.problems.map(describeProblem).join('\n'))
      expect(read.value.session).toEqual(one)
      expect(read.value.read).toHaveLength(1)
      expect(read.value.ignored).toEqual([])
    }),
    { numRuns: runs(100) },
  )
})

it('AP-03 a session is printed with every field of version 5, in its order', () => {
  const printed = printSessionFile({
    finalReview: { retryCount: 0, findings: [], status: 'pending' },
    history: [],
    decisions: [{ why: 'No signal.', what: 'auto_approved_plan', state: 'APPROVE_PLAN' }],
    phases: [
      {
        status: 'in-progress',
        planPath: 'docs/plans/a.md',
        complexityOverride: null,
        complexity: 'low',
        name: 'A',
      },
    ],
    reviewPlans: false,
    rigorLevel: 'fast',
    currentPhase: 0,
    currentState: 'EXECUTE',
    startingCommit: null,
    specPath: 'docs/changes/x/proposal.md',
  })
  expect(printed).toBe(`{
  "schemaVersion": 5,
  "sessionSlug": "changes--x--proposal",
  "specPath": "docs/changes/x/proposal.md",
  "planPath": "docs/plans/a.md",
  "startingCommit": null,
  "currentState": "EXECUTE",
  "currentPhase": 0,
  "rigorLevel": "fast",
  "reviewPlans": false,
  "phases": [
    {
      "name": "A",
      "complexity": "low",
      "complexityOverride": null,
      "planPath": "docs/plans/a.md",
      "status": "in-progress"
    }
  ],
  "decisions": [
    {
      "state": "APPROVE_PLAN",
      "what": "auto_approved_plan",
      "why": "No signal."
    }
  ],
  "history": [],
  "finalReview": {
    "status": "pending",
    "findings": [],
    "retryCount": 0
  }
}
`)
})

it('AP-11 a printed review is read as it was', () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 4 }), (findings) => {
      const printed = printReview({ phase: 2, name: 'Report', findings, overridden: 'It is known.' })
      expect(readReview(printed, 'review')).toEqual({ ok: true, value: { findings, warnings: [] } })
    }),
    { numRuns: runs(100) },
  )
})
