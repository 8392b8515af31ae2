import { noUsage } from '@harness/core/kernel/agent'
import { asCommitHash, asRunId, asTreeHash, commandId } from '@harness/core/kernel/ids'
import type { AgentFinished } from '@harness/core/playbooks/handbook/effects'
import { expect, test } from 'vitest'
import { handbookAnswer } from './handbook-answer.ts'

const finished = (answer: AgentFinished['answer'], changedFiles: readonly string[] = []): AgentFinished => ({
  type: 'AgentFinished',
  at: 2,
  commandId: commandId(asRunId('20260101-000000'), 'prompt', '1.1', 1),
  role: 'prompt-executor',
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

test('HB-23 a role that was sent to look for something is told by what it found', () => {
  const findings = ['No label on the search field', 'No message offline']
  expect(handbookAnswer(finished({ kind: 'prompt-report', summary: '', findings }), ['$0.01'])).toEqual({
    phase: 'prompt',
    text: 'the prompt-executor reports 2 findings and changed nothing · $0.01',
    tone: 'plain',
    detail: findings,
    begins: false,
  })
})

test('HB-23 a report without findings or changes is a warning', () => {
  const report = { kind: 'prompt-report', summary: '', findings: [] } as const
  expect(handbookAnswer(finished(report), [])).toMatchObject({ tone: 'warn' })
  expect(handbookAnswer(finished(report, ['a.js']), [])).toMatchObject({ tone: 'plain' })
})
