import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needGate } from '@harness/core/kernel/need'
import { initialState } from '@harness/core/playbooks/delivery/state'
import { input } from '@harness/core/playbooks/delivery/test-support/sample-input'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { openNeedFile } from './need-file.ts'

const need = { kind: 'credential', what: 'a key (hush)', why: 'it refuses us', how: 'into .env' } as const
const working = initialState(input)
const waiting = {
  ...working,
  hurdle: { type: 'gate', gate: needGate(need, 'implementer', 'plan 0001') },
} as const
const elsewhere = {
  ...working,
  hurdle: { type: 'gate', gate: { ...needGate(need, 'implementer', ''), name: 'merge-refused' } },
} as const
const sanitise = (text: string): string => text.replaceAll('hush', '[redacted]')

describe('DL-21 the file of a need', () => {
  it('DL-21 says what, why, how, what waits for it and the command, as long as the need is open', async () => {
    const path = join(await temporaryDir(), 'need.md')
    const file = openNeedFile(path, sanitise)
    await file.follow(working)
    expect(existsSync(path)).toBe(false)
    await file.follow(waiting)
    const run = `${input.plan.id}-${input.runId}`
    expect(readFileSync(path, 'utf8')).toBe(`# The implementer needs a person (credential): a key ([redacted])

**What:** a key ([redacted])

**Why:** it refuses us

**How to give it:** into .env

**What waits for it:** plan 0001

When you have given it, or have decided, say so; what you say is told to the agent, so never put a secret there:

    harness grant ${run} -m "the place, or your decision"

If it is not to be had (the run ends as blocked; its lane is kept):

    harness refuse ${run} -m "why"
`)
    await file.follow(working)
    expect(existsSync(path)).toBe(false)
  })

  it('DL-21 is brought up to date by the next process, and is not there for other gates', async () => {
    const path = join(await temporaryDir(), 'need.md')
    await openNeedFile(path, sanitise).follow(waiting)
    await openNeedFile(path, sanitise).follow(elsewhere)
    expect(existsSync(path)).toBe(false)
    await openNeedFile(path, sanitise).follow(waiting)
    expect(existsSync(path)).toBe(true)
  })
})
