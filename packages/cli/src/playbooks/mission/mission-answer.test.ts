import type { DocumentsEdited } from '@harness/core/effects/edit-documents'
import type { AgentFinished as Finished } from '@harness/core/effects/run-agent'
import { noUsage } from '@harness/core/kernel/agent'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { asCommitHash, asRunId, asTreeHash, commandId } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { editMission } from '@harness/core/playbooks/mission/state/edit-mission'
import type { AgentFinished } from '@harness/core/playbooks/mission/state/effects'
import { initialState } from '@harness/core/playbooks/mission/state/initial-state'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { missionEffects } from '@harness/shell/playbooks/mission/mission-effects'
import { describe, expect, test } from 'vitest'
import { describeEvent } from '../../run/progress/describe-event.ts'
import { type RunSight, sightOf } from '../../run/progress/run-sight.ts'
import { missionAnswer } from './mission-answer.ts'
import { missionFace } from './mission-face.ts'

const run = asRunId('20260101-000000')
const sight: RunSight = {
  subject: 'mission',
  about: 'the mission of SPEC.md',
  phase: 'planning',
  baseBranch: 'main',
  follows: null,
  next: null,
  sleep: null,
  warnings: [],
  spent: { calls: 0, tokens: 0, usd: 0, unpricedCalls: 0 },
  effects: missionEffects,
  wanted: () => [],
  answerLine: (event, spent) => missionAnswer(event as AgentFinished, spent, null),
  aside: () => null,
  partOf: (id) => id.split('/')[2] ?? null,
  readsOnly: (role) => role !== 'worker',
}

const answered = (role: string, answer: unknown, changedFiles: readonly string[] = []): Finished => ({
  type: 'AgentFinished',
  at: 2,
  commandId: commandId(run, 'step', 'F-001', 1),
  role,
  text: '',
  contract: null,
  answer,
  spending: { usage: noUsage, usd: 0, durationMs: 0, model: 'm' },
  providerSession: null,
  commit: asCommitHash('c'),
  tree: asTreeHash('t'),
  changedFiles,
  violation: null,
})

const told = (event: AnyEvent) => describeEvent(event, sight, null)

describe('QA-23 what a mission’s events say', () => {
  test('a validation counts the claims that hold, and names those that do not with their evidence', () => {
    const claim = (id: string, status: 'PASS' | 'FAIL') => ({ id, status, evidence: `it\nwas "${status}"` })
    const claims = [claim('VAL-A-001', 'PASS'), claim('VAL-B-001', 'FAIL')]
    const issues = [{ severity: 'major', title: 'Red', detail: '' }] as const
    const line = told(answered('validator', { kind: 'validation', claims, issues, ambiguity: 'Which one?' }))
    expect(line?.text).toMatch(/^F-001: the validator: 1 of 2 claims holds/)
    expect(line?.tone).toBe('warn')
    expect(line?.detail).toEqual(['VAL-B-001 fails: it was "FAIL"', 'major: Red', 'open: Which one?'])
    const all = told(
      answered('crosscheck', { kind: 'validation', claims: claims.slice(0, 1), issues: [], ambiguity: null }),
    )
    expect(all?.text).toMatch(/the crosscheck: 1 of 1 claim holds/)
    const looked = (found: typeof issues | readonly []) =>
      told(answered('ui-qa', { kind: 'validation', claims: [], issues: found, ambiguity: null }))?.text
    expect([looked([]), looked(issues)]).toEqual([
      expect.stringMatching(/the ui-qa found nothing wrong/),
      expect.stringMatching(/the ui-qa found 1 issue/),
    ])
  })

  test('a validation counts what the run makes of it: a pass without a quote, or no verdict, does not hold and says why', () => {
    const unseen = [{ id: 'VAL-A-001', status: 'PASS', evidence: 'It works.' }] as const
    const answer = { kind: 'validation', claims: unseen, issues: [], ambiguity: null } as const
    const feature = { id: 'F-001', claims: ['VAL-A-001', 'VAL-B-001'], dependsOn: [] }
    const contract = feature.claims.map((id) => ({ id, assertion: 'It works.' }))
    const documents = { features: [feature], contract } as unknown as MissionState['documents']
    const state = { ...initialState({ runId: run } as MissionInput), documents }
    const { answerLine } = sightOf(missionFace, state)
    invariant(answerLine !== undefined, 'missions judge')
    const line = describeEvent(answered('validator', answer), { ...sight, answerLine }, null)
    expect(line?.text).toMatch(/0 of 2 claims hold/)
    expect(line?.detail).toEqual([
      'VAL-A-001: PASS without quoted evidence (It works.)',
      'VAL-B-001: no verdict.',
    ])
  })

  test.each([
    [
      'a plan',
      'mission-planner',
      { kind: 'mission-plan', contract: [], features: [] },
      /planned 0 features, 0 claims/,
    ],
    [
      'a rejection',
      'plan-reviewer',
      { kind: 'plan-review', verdict: 'reject', notes: ['No'] },
      /the plan: reject/,
    ],
    [
      'a ruling',
      'architect',
      { kind: 'ruling', claim: null, decision: 'Blue.', reason: 'r', question: null },
      /decided: Blue\./,
    ],
    [
      'a curation',
      'curator',
      { kind: 'curation', summary: '', memory: '', promote: ['x'] },
      /memory is curated/,
    ],
    [
      'a choice',
      'orchestrator',
      { kind: 'decision', decision: 'NEXT_WORKER', subject: 'F-002', reason: '' },
      /chose NEXT_WORKER F-002/,
    ],
    ['a text of a reader', 'debugger', { kind: 'text' }, /the debugger has answered/],
    [
      'a worker that did nothing',
      'worker',
      { kind: 'mission-work', summary: '', tricks: [], ambiguity: null },
      /the worker changed nothing/,
    ],
  ] as const)('%s is told in a line', (_, role, output, text) => {
    expect(told(answered(role, output))?.text).toMatch(text)
  })

  test('a hook is named when it begins, so that one that hangs is seen', () => {
    const id = commandId(run, 'hook-pre-worker', 'F-001', 1)
    const command = { type: 'RunHook', id, hook: 'pre-worker', env: {} } as const
    expect(describeEvent({ type: 'CommandIssued', at: 1, command }, sight, null)).toMatchObject({
      phase: 'hook',
      text: expect.stringContaining('pre-worker begins'),
    })
  })

  test('MI-04 a decision is told with its reason and who made it; an edit that no longer fitted with why', () => {
    const decision = {
      iteration: 1,
      decision: 'NEXT_WORKER',
      subject: 'F-001',
      reason: 'It is next.',
      by: 'agent',
      retention: { snapshots: 1, logs: 1 },
    } as const
    const id = commandId(run, 'write', 'mission', 1)
    const known = { spec: null, features: null, contract: null, memory: null, checkpoints: null }
    const command = editMission(id, [], 'SPEC.md', known, decision)
    const whole = { ...sight, partOf: () => null }
    expect(describeEvent({ type: 'CommandIssued', at: 1, command }, whole, null)?.text).toBe(
      'NEXT_WORKER F-001 (by the orchestrator): It is next.',
    )
    const edited: DocumentsEdited = {
      type: 'DocumentsEdited',
      at: 2,
      commandId: id,
      digests: {},
      written: [],
      refused: [{ edit: 0, reason: 'gone', detail: 'F-001 is gone', problems: [] }],
    }
    const kept: DocumentsEdited = { ...edited, refused: [] }
    expect(describeEvent(edited, whole, null)?.detail).toEqual(['F-001 is gone'])
    expect(describeEvent(kept, whole, null)).toBeNull()
  })
})
