import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import { expect, onTestFinished, test } from 'vitest'
import { createRedactor } from '../../../machine/redaction/redactor.ts'
import { openEventLog } from './event-log.ts'

const secret = 'correct-horse-battery-staple-9921'
const redact = createRedactor({ secrets: [{ name: 'MY_TOKEN', value: secret }] })

async function logged(events: readonly AgentEvent[]): Promise<readonly Record<string, string>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'harness-events-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'events.ndjson')
  const log = openEventLog(
    path,
    () => 0,
    redact,
    () => {},
  )
  for (const event of events) log.add(event)
  await log.close()
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('QA-07 a secret at the place where a detail is shortened is taken out as a whole', async () => {
  for (const chars of [460, 480, 499]) {
    const detail = `${'x'.repeat(chars)}${secret}`
    const [event] = await logged([{ type: 'tool', tool: 'shell', detail }])
    expect(event?.detail).toBe(`${'x'.repeat(chars)}[redacted:MY_TOKEN]`.slice(0, 500))
  }
})

test('QA-07 however long an agent talks, no secret is cut in two, and nothing else is lost', async () => {
  const said = Array.from({ length: 5_000 }, (_, n) => `${n} is ${secret}, ${'y'.repeat(n % 37)}\n`).join('')
  const pieces = said.match(/[\s\S]{1,777}/g) ?? []
  const events = await logged(pieces.map((text) => ({ type: 'text', text })))
  expect(events.length).toBeGreaterThan(2)
  expect(events.map(({ text }) => text).join('')).toBe(said.replaceAll(secret, '[redacted:MY_TOKEN]'))
})
