import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import { isSoak } from '@harness/formats/test-support/runs'
import { expect, onTestFinished, test } from 'vitest'
import { createRedactor } from '../../../machine/redaction/redactor.ts'
import { openEventLog } from './event-log.ts'

const secret = 'correct-horse-battery-staple-9921'
const redact = createRedactor({ secrets: [{ name: 'MY_TOKEN', value: secret }] })

/** What a recording has of these events, if it was `bytes` long before. */
async function logged(events: readonly AgentEvent[], bytes = 0): Promise<readonly Record<string, string>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'harness-events-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'events.ndjson')
  writeFileSync(path, '')
  truncateSync(path, bytes)
  const log = openEventLog(
    path,
    () => 0,
    redact,
    () => {},
  )
  for (const event of events) log.add(event)
  await log.close()
  return readFileSync(path)
    .subarray(bytes)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const half = 128 * 1024
const marker = /\n\[harness: (\d+) characters are left out here\]\n/

test('AG-17 QA-07 a secret at the place where a text is shortened is taken out as a whole', async () => {
  for (const chars of [half - 40, half - 20, half - 1]) {
    const detail = `${'x'.repeat(chars)}${secret}${'y'.repeat(2 * half)}`
    const [event] = await logged([{ type: 'tool', tool: 'shell', detail }])
    const [head] = event!.detail!.split(marker)
    expect(head).toHaveLength(half)
    expect(head?.slice(chars)).toBe(`[redacted:MY_TOKEN]${'y'.repeat(40)}`.slice(0, half - chars))
  }
})

test('AG-17 an output far over its limit keeps its two ends and says how much is missing, before and after redaction', async () => {
  const chars = isSoak ? 400_000_000 : 3_000_000
  const text = `first ${secret} ${'z'.repeat(chars)} last ${secret}`
  const [event] = await logged([{ type: 'output', id: '1', tool: 'run', exitCode: 0, text }])
  expect(event?.text?.length).toBeLessThan(2 * half + 200)
  expect(event?.text?.slice(0, 30)).toBe(`first [redacted:MY_TOKEN] ${'z'.repeat(4)}`)
  expect(event?.text?.slice(-30)).toBe(`${'z'.repeat(5)} last [redacted:MY_TOKEN]`)
  expect(event?.text).toMatch(marker)
})

test('AG-17 a recording that is long keeps the ends of texts, and a full one only what matters; each is said once', async () => {
  const output = { type: 'output', id: '1', tool: 'run', exitCode: 0, text: 'z'.repeat(10_000) } as const
  const events = (bytes: number) =>
    logged([output, output, { type: 'denied', tool: 'run', detail: 'ls' }], bytes)
  const said = (all: readonly Record<string, string>[]) =>
    all.map(({ type, text }) => (type === 'output' ? text?.length : (text ?? type)))
  const brief = 'This recording is long: from here on, only the ends of long texts are kept.'
  const full = 'This recording is full: what the agent does from here on is left out.'
  expect(said(await events(16 * 1024 * 1024 - 1))).toEqual([10_000, brief, expect.any(Number), 'denied'])
  expect((await events(17 * 1024 * 1024))[0]?.text?.length).toBeLessThan(2_200)
  expect(said(await events(20 * 1024 * 1024 - 1))).toEqual([expect.any(Number), full, 'denied'])
  expect(said(await events(21 * 1024 * 1024))).toEqual(['denied'])
})

test('AG-17 tokens that only move are recorded once', async () => {
  const usage = (input: number): AgentEvent => ({
    type: 'usage',
    usage: { input, output: 0, cacheRead: 0, cacheWrite: 0 },
  })
  const events = await logged([
    usage(1),
    usage(2),
    { type: 'denied', tool: '', detail: '' },
    usage(3),
    usage(4),
  ])
  expect(events).toMatchObject([usage(2), { type: 'denied' }, usage(4)])
})

test('QA-07 however long an agent talks, no secret is cut in two, and nothing else is lost', async () => {
  const said = Array.from({ length: 5_000 }, (_, n) => `${n} is ${secret}, ${'y'.repeat(n % 37)}\n`).join('')
  const pieces = said.match(/[\s\S]{1,777}/g) ?? []
  const events = await logged(pieces.map((text) => ({ type: 'text', text })))
  expect(events.length).toBeGreaterThan(2)
  expect(events.map(({ text }) => text).join('')).toBe(said.replaceAll(secret, '[redacted:MY_TOKEN]'))
})
