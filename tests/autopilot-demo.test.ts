/** The sample autopilot: a revised plan, a checkpoint, a failed task, blocking findings, and a merge after three phases. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ends, expectStrictSession } from './support/autopilot-repo.ts'
import { harness as harnessProcess } from './support/harness.ts'
import { harnessJson } from './support/harness-here.ts'
import { git, temporaryFolder } from './support/sample-repo.ts'

const slug = 'changes--security-scanner--proposal'
const session = `.harness/sessions/${slug}`
const phases = ['Core Scanner', 'Rule Engine', 'CLI Integration']

/** Every question of the demo, and the command that a person would answer with. */
const questions = [
  ['Phase 1: Core Scanner, task 3 (Scan a folder): please verify. Is it right?', 'yes'],
  ['Phase 1: Core Scanner is complete. Next: Phase 2: Rule Engine (high). Continue?', 'yes'],
  ['Phase 2: Rule Engine is of high complexity. Is its plan written?', 'draft'],
  ['Approve the plan of Phase 2: Rule Engine (3 tasks, <hash>)?', 'revise'],
  ['Approve the plan of Phase 2: Rule Engine (3 tasks, <hash>)?', 'yes'],
  ['Phase 2: Rule Engine is complete. Next: Phase 3: CLI Integration (low). Continue?', 'yes'],
  ['The review of Phase 3: CLI Integration has blocking findings. What now?', 'fix'],
  ['The final review has blocking findings. What now?', 'fix'],
  [`All phases are done. What becomes of the branch autopilot/${slug}?`, 'merge'],
]

const subjects = [
  'Begin with a spec of three phases',
  'Find the files of a folder (phase 1, task 1)',
  'Scan a text (phase 1, task 2)',
  'Scan a folder (phase 1, task 3)',
  '[autopilot] Phase 1: Core Scanner, task 3: human-verify passed',
  'Put the rules into one table (phase 2, task 1)',
  'Take marked lines out (phase 2, task 2)',
  'Scan with the rules (phase 2, task 3)',
  'Scan with the rules (phase 2, task 3)',
  'Print a report (phase 3, task 1)',
  'Add the command (phase 3, task 2)',
  'Say how to use it (phase 3, task 3)',
  'Fix what was found in phase 3',
  'Fix what the final review found',
  'Autopilot: docs/changes/security-scanner/proposal.md',
]

const decisions = [
  ['APPROVE_PLAN', 'auto_approved_plan'],
  ['EXECUTE', 'passed_checkpoint human-verify'],
  ['PHASE_COMPLETE', 'continued'],
  ['PLAN', 'planned_by_planner'],
  ['APPROVE_PLAN', 'revised_plan'],
  ['APPROVE_PLAN', 'approved_plan'],
  ['PHASE_COMPLETE', 'continued'],
  ['APPROVE_PLAN', 'auto_approved_plan'],
  ['REVIEW', 'fix_findings'],
  ['FINAL_REVIEW', 'fix_findings'],
  ['OUTCOME_EVAL', 'merge'],
]

it('QA-20, AP-02, AP-07, AP-08, AP-11 to AP-14 harness demo autopilot takes a spec through three phases, and replays', async () => {
  const { code, stdout, stderr } = await harnessProcess(temporaryFolder(), ['demo', 'autopilot', '--json'])
  expect(code, `${stdout}\n${stderr}`).toBe(0)
  const value = JSON.parse(stdout)
  const { folder } = value
  try {
    expect(value).toMatchObject({ ok: true, outcome: 'done', state: 'DONE', slug, tokensTotal: 338_580 })
    const asked = stderr.matchAll(/^(.*\?)\n {2}You would answer with: harness answer autopilot (\S+)/gm)
    expect(
      [...asked].map(([, question, choice]) => [question?.replace(/\b[0-9a-f]{8}\b/, '<hash>'), choice]),
    ).toEqual(questions)
    expect(stderr).toContain('Auto-approved Phase 1: Core Scanner | auto | low | no concerns | 3 tasks')
    expect(stderr).toContain('Phase 2: Rule Engine complete | 3 tasks | 1 retry | verified | 1 finding')
    expect(JSON.stringify(value)).toMatch(/"3 phases, 9 tasks, 1 retry, [^"]*\. Final review: passed\."/)

    expect(git(folder, 'log', '--reverse', '--topo-order', '--format=%s', 'main').split('\n')).toEqual(
      subjects,
    )
    expect(git(folder, 'branch', '--format=%(refname:short)')).toBe('main')
    expect(git(folder, 'symbolic-ref', '--short', 'HEAD')).toBe('main')
    expect(
      git(folder, 'status', '--porcelain')
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['M docs/roadmap.md', '?? .harness/', '?? docs/plans/'])

    const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8')
    await expectStrictSession(folder, session)
    expect(readdirSync(join(folder, session)).sort()).toEqual([
      'autopilot-state.json',
      'handoff.json',
      'learnings.md',
      ...[1, 2, 3].map((phase) => `phase-${phase}-review.json`),
      'state.json',
      'summary.md',
    ])
    const state = JSON.parse(textOf(`${session}/autopilot-state.json`))
    expect(state).toMatchObject({
      schemaVersion: 5,
      startingCommit: git(folder, 'rev-list', '--max-parents=0', 'main'),
      currentState: 'DONE',
      phases: phases.map((name) => ({ name, status: 'complete' })),
      history: phases.map((name, phase) => ({
        phase,
        name,
        tasksCompleted: 3,
        retriesUsed: phase === 1 ? 1 : 0,
        verificationPassed: true,
      })),
      finalReview: { status: 'passed', retryCount: 1 },
    })
    expect(state.decisions.map((one: { state: string; what: string }) => [one.state, one.what])).toEqual(
      decisions,
    )
    expect(existsSync(join(folder, state.phases[1].planPath))).toBe(true)
    expect(textOf(state.phases[1].planPath)).toContain('### Task 1: Put the rules into one table')
    expect(textOf(`${session}/summary.md`)).toContain('- **Status:** DONE')

    const [, feature = '', other = ''] = textOf('docs/roadmap.md').split('\n### ')
    expect(feature).toContain('Security scanner\n\n- **Status:** done')
    expect(other).toContain('- **Status:** backlog')
    const learnings = await ends(0, folder, 'learnings')
    expect(learnings.stdout).toContain('5 learnings in .harness/learnings.md')
    expect(textOf('.harness/learnings.md')).not.toContain('[outcome:failure]')

    const shown = (await harnessJson(folder, ['show', 'autopilot'])).value
    expect(shown).toMatchObject({ state: 'DONE', lane: null, spent: { calls: 27 } })
    expect(await harnessJson(folder, ['replay', 'autopilot'])).toMatchObject({
      code: 0,
      value: { same: true, difference: null, diverged: null },
    })
    expect((await ends(0, folder, 'resume', 'autopilot')).stdout).toContain(
      'done: 3 phases, 9 tasks, 1 retry',
    )
    expect((await harnessJson(folder, ['show', 'autopilot'])).value.spent).toEqual(shown.spent)
    expect((await ends(0, folder, 'autopilot', 'status')).stdout).toContain('DONE (merged)')
    await ends(0, folder, 'validate')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${folder}.lanes`, { recursive: true, force: true })
  }
})
