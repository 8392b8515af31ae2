import { planStatuses } from '@harness/core/work/plan-graph'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { parsePlanHeader } from './parse-plan.ts'
import { setPlanStatus } from './set-plan-status.ts'

const text = `---
# status: active stands below
title: "status: active"
id: "0042"
phase: x
status:   active   # by hand
depends_on: []
estimated_passes: 1
acceptance_tags: []
---
status: active
`

it('DL-02 changes the word of the status and no other byte', () => {
  expect(setPlanStatus(text, 'completed', 'f')).toEqual({
    ok: true,
    value: text.replace('status:   active   #', 'status:   completed   #'),
  })
})

it.each(['"active"', "'active'"])('DL-02 keeps the quotes of %s', (word) => {
  const quoted = text.replace('   active   ', ` ${word} `)
  expect(setPlanStatus(quoted, 'blocked', 'f')).toEqual({
    ok: true,
    value: quoted.replace(word, word.replace('active', 'blocked')),
  })
})

it('DL-02 changes nothing where the status is that already', () => {
  expect(setPlanStatus(text, 'active', 'f')).toEqual({ ok: true, value: text })
})

it('DL-02 refuses a status that is folded over lines', () => {
  expect(setPlanStatus(text.replace('  active   # by hand', ' >-\n  active'), 'blocked', 'f')).toMatchObject({
    ok: false,
    problems: [{ field: 'status', expected: 'the status as one word' }],
  })
})

it('DL-02 leaves everything else as it was, whatever the file', () => {
  fc.assert(
    fc.property(
      textsLike(text, text.replaceAll('\n', '\r\n')),
      fc.constantFrom(...planStatuses),
      (file, status) => {
        const before = parsePlanHeader(file, 'f')
        const result = setPlanStatus(file, status, 'f')
        expect(result.ok).toBe(before.ok)
        if (!before.ok || !result.ok) return
        expect(parsePlanHeader(result.value, 'f')).toEqual({ ok: true, value: { ...before.value, status } })
        expect(result.value.length - file.length).toBe(status.length - before.value.status.length)
      },
    ),
    { numRuns: runs(100) },
  )
})
