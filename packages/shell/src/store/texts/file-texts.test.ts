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
const other = `another long text, with an ä\n${digest} 5\n`.repeat(50)
const packOf = (dir: string, number = 1): string => join(dir, 'texts', `${number}.pack`)
const frozen: Frozen = { ...anEvent(1), type: 'Frozen', reason: text }

async function runDir(): Promise<string> {
  const dir = join(await temporaryDir(), 'runs', '0001', '20260101-000000')
  mkdirSync(dir, { recursive: true })
  return dir
}

describe('QA-01 long texts on disk', () => {
  it('are in one pack, each once, and readable as they are', async () => {
    const dir = await runDir()
    const texts = fileTexts(dir)
    await texts.keep(one)
    await texts.keep(new Map([...one, [digestOf(other), other]]))
    expect(readdirSync(join(dir, 'texts'))).toEqual(['1.pack'])
    expect(readFileSync(packOf(dir), 'utf8')).toBe(
      `${digest} ${text.length}\n${text}\n${digestOf(other)} ${Buffer.byteLength(other)}\n${other}\n`,
    )
    expect([digest, digestOf(other)].map((it) => fileTexts(dir).read(it))).toEqual([text, other])
  })

  it('of a later process are in a pack of its own, which has only new ones', async () => {
    const dir = await runDir()
    await fileTexts(dir).keep(one)
    await fileTexts(dir).keep(one)
    expect(readdirSync(join(dir, 'texts'))).toEqual(['1.pack'])
    await fileTexts(dir).keep(new Map([...one, [digestOf(other), other]]))
    expect(readdirSync(join(dir, 'texts'))).toEqual(['1.pack', '2.pack'])
    expect(readFileSync(packOf(dir, 2), 'utf8')).not.toContain(text)
    expect([digest, digestOf(other)].map((it) => fileTexts(dir).read(it))).toEqual([text, other])
  })

  it('are found by one who reads while they are written', async () => {
    const dir = await runDir()
    const reader = fileTexts(dir)
    const writer = fileTexts(dir)
    await writer.keep(one)
    expect(reader.read(digest)).toBe(text)
    await writer.keep(new Map([[digestOf(other), other]]))
    expect(reader.read(digestOf(other))).toBe(other)
  })

  it('that a crash cut short at any byte hide none before them and none of the next process', async () => {
    const dir = await runDir()
    await fileTexts(dir).keep(one)
    const whole = readFileSync(packOf(dir))
    const torn = `${digestOf(other)} ${Buffer.byteLength(other)}\n${other}`
    for (const length of [0, 1, 64, 65, 66, 70, torn.length - 1, torn.length]) {
      writeFileSync(packOf(dir), Buffer.concat([whole, Buffer.from(torn).subarray(0, length)]))
      expect(fileTexts(dir).read(digest)).toBe(text)
      expect(() => fileTexts(dir).read(digestOf(other))).toThrow(
        expect.objectContaining({ code: 'text-missing' }),
      )
    }
    await fileTexts(dir).keep(new Map([[digestOf(other), other]]))
    expect(fileTexts(dir).read(digestOf(other))).toBe(other)
  })

  it('go to another pack after a write failed', async () => {
    const dir = await runDir()
    const texts = fileTexts(dir)
    await texts.keep(one)
    writeFileSync(packOf(dir), 'x', { flag: 'a' })
    const another = new Map([[digestOf(other), other]])
    await expect(texts.keep(another)).rejects.toThrow('was changed by another program')
    await texts.keep(another)
    expect([digest, digestOf(other)].map((it) => fileTexts(dir).read(it))).toEqual([text, other])
  })

  it('are never written over: a changed one refuses its reader and the next writer', async () => {
    const dir = await runDir()
    await fileTexts(dir).keep(one)
    const path = packOf(dir)
    const changed = readFileSync(path, 'utf8').replace('a long', 'A long')
    writeFileSync(path, changed)
    const refusal = {
      code: 'text-damaged',
      exitCode: exitCode.stateDamaged,
      message: `The journal of run 0001-20260101-000000 refers to the text ${digest}, but ${path} has another content there. Nothing was changed.`,
    }
    expect(() => fileTexts(dir).read(digest)).toThrow(expect.objectContaining(refusal))
    await expect(fileTexts(dir).keep(one)).rejects.toMatchObject(refusal)
    expect(readFileSync(path, 'utf8')).toBe(changed)
  })

  it('never leave their folder, whatever a record says', async () => {
    const dir = await runDir()
    writeFileSync(join(dir, 'secret'), text)
    expect(() => fileTexts(dir).read('../secret')).toThrow(expect.objectContaining({ code: 'text-missing' }))
  })

  it('without a record are what a crash leaves, and prove no lost record', async () => {
    const dir = await runDir()
    await fileTexts(dir).keep(one)
    expect(proofOfEvents(dir)).toBeNull()
    const { store, events } = await openJournal(dir)
    expect(events).toEqual([])
    await store.append(frozen)
    await store.close()
    expect(readdirSync(join(dir, 'texts'))).toEqual(['1.pack'])
  })

  it('are on disk before the record that refers to them is written', async () => {
    const dir = await runDir()
    const { store } = await openJournal(dir)
    writeFileSync(join(dir, 'texts'), 'no folder')
    const append = store.append(frozen)
    await expect(append).rejects.toMatchObject({ code: 'text-damaged' })
    await store.close()
    expect(readFileSync(join(dir, 'journal.ndjson'), 'utf8')).toBe('')
  })
})
