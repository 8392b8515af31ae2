import { describe, expect, it } from 'vitest'
import {
  phases,
  phaseWith,
  readAll,
  readWith,
  sessionWith,
  version2,
} from './test-support/session-samples.ts'

describe('AP-03 what other tools write', () => {
  it.each([
    ['complete', 'complete'],
    ['completed', 'complete'],
    ['COMPLETE', 'complete'],
    ['PHASE_COMPLETE', 'complete'],
    ['done', 'complete'],
    ['in-progress', 'in-progress'],
    ['in_progress', 'in-progress'],
    ['EXECUTE', 'in-progress'],
    ['pending', 'pending'],
    ['skipped', 'skipped'],
    ['odd', 'pending'],
    [undefined, 'pending'],
  ])('AP-03 the status %s of a phase is read as %s, and the report says so', (status, expected) => {
    const { session, read } = phaseWith({ status })
    expect(session.phases[0]?.status).toBe(expected)
    const line = `status ${status === undefined ? 'nothing' : JSON.stringify(status)} of phase “Scan” as ${expected}`
    expect(read.includes(line)).toBe(status !== expected)
  })

  it.each([
    ['COMPLETE', 'DONE'],
    ['done', 'DONE'],
    ['execute', 'EXECUTE'],
    ['approve-plan', 'APPROVE_PLAN'],
  ])('AP-03 the state %s is read as %s', (currentState, expected) => {
    expect(sessionWith({ currentState }).currentState).toBe(expected)
    expect(readWith({ currentState }).read).toContain(`currentState "${currentState}" as ${expected}`)
  })

  it.each([
    [7, 2],
    ['1', 1],
    [undefined, 1],
    [-1, 1],
    [1, 1],
  ])('AP-03 currentPhase %s is read as %s', (currentPhase, expected) => {
    expect(sessionWith({ currentPhase }).currentPhase).toBe(expected)
  })

  it.each([
    [null, null],
    [undefined, null],
    ['', null],
    ['docs/plans/a.md,docs/plans/b.md', 'docs/plans/a.md,docs/plans/b.md'],
    ['./docs/plans/a.md, docs\\plans\\b.md', 'docs/plans/a.md,docs/plans/b.md'],
    [['docs/plans/a.md'], 'docs/plans/a.md'],
    ['../outside.md', null],
  ])('AP-03 the planPath %j is read as %j', (planPath, expected) => {
    expect(phaseWith({ planPath }).session.phases[0]?.planPath).toBe(expected)
  })

  it('AP-03 a path that leads out of the repository is reported', () => {
    expect(phaseWith({ planPath: '../outside.md' }).ignored).toEqual([
      'the plan of phase “Scan”: "../outside.md" is no path inside the repository',
    ])
  })

  it('AP-05 the plan of the file is that of the current phase only if one must be there and no other has it', () => {
    const plan = (more: object) => sessionWith(more).phases[1]?.planPath
    expect(plan({ planPath: 'docs/plans/b.md', currentState: 'EXECUTE' })).toBe('docs/plans/b.md')
    expect(plan({ planPath: 'docs/plans/b.md', currentState: 'ASSESS' })).toBe(null)
    expect(plan({ planPath: 'docs/plans/scan.md', currentState: 'EXECUTE' })).toBe(null)
  })

  it('AP-03 fields that are not used are named once', () => {
    const { ignored } = readWith({
      sessionDir: '.harness/sessions/x',
      retryBudget: { maxAttempts: 3, currentTask: null },
      phases: phases.map((phase) => ({ ...phase, startedAt: 'x' })),
    })
    expect(ignored).toEqual(['phases[].startedAt', 'sessionDir', 'retryBudget'])
    expect(readWith({ retryBudget: 3 }).ignored).toEqual(['retryBudget'])
  })

  it('AP-02 a phase without a complexity is medium', () => {
    const { session, read } = phaseWith({ complexity: undefined, complexityOverride: undefined })
    expect(session.phases[0]).toMatchObject({ complexity: 'medium', complexityOverride: null })
    expect(read).toContain('complexity nothing of phase “Scan” as medium')
    expect(phaseWith({ complexity: 'HIGH', complexityOverride: 'Medium' }).session.phases[0]).toMatchObject({
      complexity: 'high',
      complexityOverride: 'medium',
    })
  })

  it('AP-07 decisions may be plain texts, and may name no state', () => {
    const signals = { reviewPlans: true, taskCount: '4', plannerConcerns: 'It is risky.' }
    const { session, read, ignored } = readWith({
      decisions: [
        'Approved',
        { what: 'A', why: 'B', phase: 1 },
        { state: 'approve_plan', decision: 'C', signals },
        {},
      ],
    })
    expect(session.decisions).toEqual([
      { state: 'INIT', what: 'Approved', why: '' },
      { state: 'INIT', what: 'A', why: 'B' },
      {
        state: 'APPROVE_PLAN',
        what: 'C',
        why: '',
        signals: {
          reviewPlans: true,
          highComplexity: false,
          complexityOverride: null,
          plannerConcerns: ['It is risky.'],
          taskCount: 4,
          taskThreshold: 15,
        },
      },
    ])
    expect(read).toContain('decisions without a state as decisions of INIT')
    expect(ignored).toEqual(['decisions[].phase', 'decisions[].decision', 'decisions[3], which says nothing'])
  })

  it.each([
    [{ blocking: 2, warning: 1, note: 2 }, [2, 0, 3]],
    [{ critical: 1, important: 3, suggestion: 2 }, [1, 3, 2]],
    [{ blocking: 1, critical: 1, warnings: 1 }, [2, 0, 1]],
    [{ major: 2, total: 9 }, [0, 2, 0]],
    [4, [0, 4, 0]],
    [
      [
        { severity: 'note', title: 'a' },
        { severity: 'odd', title: 'b' },
      ],
      [0, 1, 1],
    ],
    [undefined, [0, 0, 0]],
    ['none', [0, 0, 0]],
  ])(
    'AP-12 the review findings %j are counted as %j',
    (reviewFindings, [critical, important, suggestion]) => {
      expect(sessionWith({ history: [{ phase: 0, reviewFindings }] }).history).toEqual([
        {
          phase: 0,
          name: '',
          startedAt: '',
          completedAt: '',
          tasksCompleted: 0,
          retriesUsed: 0,
          verificationPassed: false,
          reviewFindings: { critical, important, suggestion },
        },
      ])
    },
  )

  it.each([
    ['complete', 'passed'],
    ['passed', 'passed'],
    ['in-progress', 'in_progress'],
    ['overridden', 'overridden'],
    ['failed', 'failed'],
    ['odd', 'pending'],
  ])('AP-13 the final review %s is read as %s', (status, expected) => {
    const { session, ignored } = readWith({
      finalReview: { status, findings: [{ severity: 'odd', title: 'a', status: 'fixed' }], retryCount: '2' },
    })
    expect(session.finalReview).toEqual({
      status: expected,
      findings: [{ severity: 'important', title: 'a', detail: '', file: null, line: null }],
      retryCount: 2,
    })
    expect(ignored).toEqual(['findings[].status'])
  })

  it('AP-04 what cannot be understood asks for more rather than less', () => {
    expect(sessionWith({ reviewPlans: 'sometimes' }).reviewPlans).toBe(true)
    expect(sessionWith({ reviewPlans: 'false' }).reviewPlans).toBe(false)
    expect(sessionWith({ rigorLevel: 'Thorough' }).rigorLevel).toBe('thorough')
    expect(sessionWith({ rigorLevel: 'odd' }).rigorLevel).toBe('standard')
  })

  it('AP-13 what is no commit does not reach git', () => {
    expect(sessionWith({ startingCommit: 'abc1234' }).startingCommit).toBe('abc1234')
    const { session, ignored } = readWith({ startingCommit: '--output=x' })
    expect(session.startingCommit).toBe(null)
    expect(ignored).toEqual(['startingCommit "--output=x", which is no commit'])
  })

  it('AP-03 a byte order mark is no mistake', () => {
    expect(readAll(`\uFEFF${JSON.stringify(version2)}`).session.currentState).toBe('ASSESS')
  })
})
