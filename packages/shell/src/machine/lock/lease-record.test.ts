import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LeaseRecord, parseLeaseRecord, printLeaseRecord, standingOf } from './lease-record.ts'

const record: LeaseRecord = {
  pid: 7,
  startTime: '100',
  host: 'here',
  bootId: 'boot',
  purpose: 'harness run 0042',
  at: 5,
  token: 'a-b-c',
}
const seen = { host: 'here', bootId: 'boot', startTimeOfPid: '100' }

describe('QA-01 a record stands for its process', () => {
  it.each([
    ['live', {}],
    ['stale', { startTimeOfPid: null }],
    ['stale', { startTimeOfPid: '101' }],
    ['stale', { bootId: 'later' }],
    ['unknown', { host: 'there' }],
    ['unknown', { host: 'there', bootId: 'later', startTimeOfPid: null }],
    ['live', { startTimeOfPid: 'unknown' }],
    ['live', { bootId: 'unknown' }],
    ['stale', { bootId: 'unknown', startTimeOfPid: null }],
  ] as const)('%s when this machine sees %j', (standing, change) => {
    expect(standingOf(record, { ...seen, ...change })).toBe(standing)
  })

  it('QA-03 is read back as it was written, and nothing else is taken for one', () => {
    expect(parseLeaseRecord(printLeaseRecord(record))).toEqual(record)
    expect(parseLeaseRecord(printLeaseRecord({ ...record, token: '../../etc/passwd' }))).toBeNull()
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseLeaseRecord(text)).toBeNull()
      }),
    )
  })
})
