import { expect, test } from 'vitest'
import { parseTrustRecord, printTrustRecord, type TrustItem, trustChanges } from './trust-record.ts'

const item = (name: string, digest = name): TrustItem => ({ kind: 'command', name, digest, text: digest })

const record = {
  repository: '/repo',
  at: 1_700_000_000_000,
  by: 'tester',
  contents: ['a', 'b'],
  items: [item('check test', 'npm test')],
  value: { checks: [] },
}

test('TR-08 a record is read as it was written', () => {
  expect(parseTrustRecord(printTrustRecord(record))).toEqual(record)
})

test.each([
  ['no JSON', '{'],
  ['a part of a record', printTrustRecord(record).slice(0, -20)],
  ['another version', printTrustRecord(record).replace('"version":1', '"version":2')],
  ['contents that are no list', printTrustRecord({ ...record, contents: 'all' as never })],
  ['an item of no kind', printTrustRecord({ ...record, items: [{ ...item('x'), kind: 'x' as never }] })],
])('TR-08 %s is no record', (_what, text) => {
  expect(parseTrustRecord(text)).toBeNull()
})

test('TR-08 tells what is new, what changed and what is gone', () => {
  const changes = trustChanges([item('a'), item('b'), item('c')], [item('c'), item('b', 'other'), item('d')])
  expect(changes.map(({ type, item: { name } }) => `${type} ${name}`)).toEqual([
    'changed b',
    'new d',
    'removed a',
  ])
})
