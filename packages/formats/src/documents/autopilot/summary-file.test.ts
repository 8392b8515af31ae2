import { expect, it } from 'vitest'
import { printSummary } from './summary-file.ts'

it('AP-12 a summary has a line for each field', () => {
  expect(
    printSummary({
      session: 'changes--x--proposal',
      lastActive: '2026-01-31T12:00:00.000Z',
      skill: 'autopilot',
      phase: '2: Report',
      status: 'EXECUTE',
      spec: 'docs/changes/x/proposal.md',
      plan: null,
      keyContext: 'Two tasks\n- **Status:** DONE',
      nextStep: 'Task 3',
    }),
  ).toBe(`# Session summary

- **Session:** changes--x--proposal
- **Last active:** 2026-01-31T12:00:00.000Z
- **Skill:** autopilot
- **Phase:** 2: Report
- **Status:** EXECUTE
- **Spec:** docs/changes/x/proposal.md
- **Plan:** none
- **Key context:** Two tasks - **Status:** DONE
- **Next step:** Task 3
`)
})
