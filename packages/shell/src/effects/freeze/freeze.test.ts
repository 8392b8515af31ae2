import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Freeze } from '@harness/core/effects/freeze'
import { expect, it } from 'vitest'
import { firstAttempt, idOf, repeatedAttempt, testNow } from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { freeze, freezeRepository, frozenMark } from './freeze.ts'

const command: Freeze = { type: 'Freeze', id: idOf('20260101-000000/freeze/0001/1'), reason: 'over budget' }
const portsIn = (stateDir: string, now = testNow) => ({
  stateDir,
  clock: { now: () => now, until: () => Promise.reject(new Error('no waiting here')) },
  sanitise: (text: string) => text,
})

it('DL-15 freezes by a JSON file that says when and why, until a person removes it', async () => {
  const dir = join(await temporaryDir(), 'run')
  expect(await frozenMark(dir)).toBe(null)
  expect(await freezeRepository(command, firstAttempt, portsIn(dir))).toEqual({
    type: 'Frozen',
    at: testNow,
    commandId: command.id,
    reason: 'over budget',
  })
  expect(JSON.parse(readFileSync(join(dir, 'FROZEN'), 'utf8'))).toEqual({
    frozenAt: new Date(testNow).toISOString(),
    reason: 'over budget',
  })
  expect((await frozenMark(dir))?.reason).toBe('over budget')
  rmSync(join(dir, 'FROZEN'))
  expect(await frozenMark(dir)).toBe(null)
})

it('DL-15 frozen again it stays as it was frozen first', async () => {
  const dir = await temporaryDir()
  await freeze(dir, 'first', testNow)
  const before = readFileSync(join(dir, 'FROZEN'), 'utf8')
  const again = await freezeRepository(command, repeatedAttempt, portsIn(dir, testNow + 1))
  expect(again).toMatchObject({ type: 'Frozen' })
  expect(readFileSync(join(dir, 'FROZEN'), 'utf8')).toBe(before)
})

it.each([
  ['stop, the demo is on\n', 'stop, the demo is on'],
  ['', 'no reason given'],
  ['{"frozenAt": "2026-01-01", "reason": "by hand"}', 'by hand'],
  ['{"reason": 7}', '{"reason": 7}'],
  ['[1', '[1'],
])('DL-15 a file with %j freezes too', async (text, reason) => {
  const dir = await temporaryDir()
  writeFileSync(join(dir, 'FROZEN'), text)
  expect((await frozenMark(dir))?.reason).toBe(reason)
})

it('DL-15 whatever cannot be read there freezes', async () => {
  const dir = await temporaryDir()
  mkdirSync(join(dir, 'FROZEN'))
  expect((await frozenMark(dir))?.reason).toContain('EISDIR')
})

it('DL-15 a freeze that cannot be written is a failed command', async () => {
  const dir = await temporaryDir()
  writeFileSync(join(dir, 'file'), '')
  expect(await freezeRepository(command, firstAttempt, portsIn(join(dir, 'file')))).toMatchObject({
    type: 'CommandFailed',
    code: 'disk-failed',
  })
})
