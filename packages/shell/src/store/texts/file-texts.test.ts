import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frozen } from '@harness/core/effects/freeze'
import { exitCode } from '@harness/core/kernel/exit-code'
import { describe, expect, it } from 'vitest'
import { anEvent } from '../../test-support/events.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { proofOfEvents } from '../journal/lost-records.ts'
import { openJournal } from '../journal/open-journal.ts'
import { fileTexts } from './file-texts.ts'
import { digestOf } from './text-store.ts'

const text = 'a long text\n'.repeat(100)
const digest = digestOf(text)
const one = new Map([[digest, text]])
const frozen: Frozen = { ...anEvent(1), type: 'Frozen', reason: text }

async function runDir(): Promise<string> {
  const dir = join(await temporaryDir(), 'runs', '0001', '20260101-000000')
  mkdirSync(dir, { recursive: true })
  return dir
}

describe('QA-01 long texts on disk', () => {
  it('are one file each, named by the digest and readable as they are', async () => {
    const dir = await runDir()
    await fileTexts(dir).keep(one)
    await fileTexts(dir).keep(one)
    expect(readdirSync(join(dir, 'texts'))).toEqual([digest])
    expect(readFileSync(join(dir, 'texts', digest), 'utf8')).toBe(text)
    expect(fileTexts(dir).read(digest)).toBe(text)
  })

  it('are never written over: a changed file refuses its reader and the next writer', async () => {
    const dir = await runDir()
    await fileTexts(dir).keep(one)
    const path = join(dir, 'texts', digest)
    writeFileSync(path, 'changed')
    const refusal = {
      code: 'text-damaged',
      exitCode: exitCode.stateDamaged,
      message: `The journal of run 0001-20260101-000000 refers to the text ${digest}, but ${path} has another content. Nothing was changed.`,
    }
    expect(() => fileTexts(dir).read(digest)).toThrow(expect.objectContaining(refusal))
    await expect(fileTexts(dir).keep(one)).rejects.toMatchObject(refusal)
    expect(readFileSync(path, 'utf8')).toBe('changed')
  })

  it('never leave their folder, whatever a record says', async () => {
    const dir = await runDir()
    writeFileSync(join(dir, 'secret'), text)
    expect(() => fileTexts(dir).read('../secret')).toThrow(expect.objectContaining({ code: 'text-damaged' }))
  })

  it('without a record are what a crash leaves, and prove no lost record', async () => {
    const dir = await runDir()
    await fileTexts(dir).keep(one)
    expect(proofOfEvents(dir)).toBeNull()
    const { store, events } = await openJournal(dir)
    expect(events).toEqual([])
    await store.append(frozen)
    await store.close()
    expect(readdirSync(join(dir, 'texts'))).toEqual([digest])
  })

  it('are on disk before the record that refers to them is written', async () => {
    const dir = await runDir()
    const { store } = await openJournal(dir)
    mkdirSync(join(dir, 'texts'))
    mkdirSync(join(dir, 'texts', digest))
    const append = store.append(frozen)
    await expect(append).rejects.toMatchObject({ code: 'text-damaged' })
    await store.close()
    expect(readFileSync(join(dir, 'journal.ndjson'), 'utf8')).toBe('')
  })
})
