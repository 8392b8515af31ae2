import { describe, expect, it } from 'vitest'
import type { Evidence } from '../kernel/evidence.ts'
import { asTreeHash } from '../kernel/ids.ts'
import { checkedSections } from './project-checks.ts'

const commands = { build: 'make', test: null, lint: null, typeCheck: null }
const built: Evidence = {
  ...{ check: 'Build', run: 'make', tree: asTreeHash('tree-1'), exitCode: 0, problem: null },
  ...{ outputDigest: '', outputTail: '', durationMs: 1, claims: [] },
}

describe('TR-03 the sections of a report tell where their evidence is from', () => {
  it('if it is of the folder that a run works in', () =>
    expect(checkedSections(commands, [{ ...built, room: 'in-place' }])[0]).toMatchObject({ inPlace: true }))
  it.each(['clean', undefined] as const)('and nothing of a room that is %s', (room) =>
    expect(
      checkedSections(commands, [{ ...built, ...(room === undefined ? {} : { room }) }])[0],
    ).not.toHaveProperty('inPlace'),
  )
})
