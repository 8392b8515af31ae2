import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noUsage } from '@harness/core/kernel/agent'
import { expect, onTestFinished, test } from 'vitest'
import { followUsage } from './codex-record.ts'

test('AG-17 the tokens of a thread are counted while its record grows, from where the turn began', () => {
  const sessions = mkdtempSync(join(tmpdir(), 'harness-record-'))
  onTestFinished(() => rmSync(sessions, { recursive: true, force: true }))
  const file = join(sessions, '2026/rollout-1-thread.jsonl')
  const line = (input_tokens: number): string =>
    `${JSON.stringify({ type: 'token_usage_record', payload: { note: 'ü', usage: { input_tokens } } })}\n`
  const usage = followUsage(sessions, Buffer.byteLength(line(5)))
  expect(usage('thread')).toEqual(noUsage)
  mkdirSync(join(sessions, '2026'))
  appendFileSync(file, line(5))
  expect(usage('thread').input).toBe(0)
  appendFileSync(file, `${line(10)}not JSON\n${line(20).slice(0, 9)}`)
  expect(usage('thread').input).toBe(10)
  appendFileSync(file, line(20).slice(9))
  expect(usage('thread').input).toBe(30)
  rmSync(file)
  expect(usage('thread').input).toBe(30)
})
