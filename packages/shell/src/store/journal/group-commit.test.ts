import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { describe, expect, it } from 'vitest'
import { anEvent, someEvents } from '../../test-support/events.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { journalStart } from '../port/run-store.ts'
import { GroupCommit } from './group-commit.ts'
import { type JournalFile, journalFile, openJournalFile } from './journal-file.ts'
import { openJournal } from './open-journal.ts'
import { encodeRecord } from './record.ts'

/** No event here has a long text. */
const noTexts = { keep: async (): Promise<void> => {} }

const errno = (code: string): Error => Object.assign(new Error(code), { code })

/** A file whose syncs end when the test says so. */
function slowFile() {
  const writes: string[] = []
  const syncs: (() => void)[] = []
  const file: JournalFile = {
    path: 'journal.ndjson',
    write: (bytes) => void writes.push(bytes.toString()),
    sync: () => new Promise((resolve) => syncs.push(resolve)),
    close: () => {},
  }
  return { file, writes, syncs }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('QA-10 appends share syncs', () => {
  it('all of one turn in one write and one sync; those that come meanwhile in the next', async () => {
    const { file, writes, syncs } = slowFile()
    const store = new GroupCommit(file, noTexts, journalStart)
    const done: number[] = []
    const append = (n: number) => store.append(anEvent(n)).then(() => done.push(n))
    const first = [append(1), append(2)]
    await turn()
    const second = [append(3), append(4)]
    await turn()
    const third = append(5)
    expect(writes).toEqual([encodeRecord(1, anEvent(1)) + encodeRecord(2, anEvent(2))])
    expect(done).toEqual([])
    syncs[0]?.()
    await Promise.all(first)
    await turn()
    expect(done).toEqual([1, 2])
    expect(writes).toHaveLength(2)
    expect(writes[1]).toBe([3, 4, 5].map((n) => encodeRecord(n, anEvent(n))).join(''))
    syncs[1]?.()
    await Promise.all([...second, third])
    expect(syncs).toHaveLength(2)
  })

  it('and none resolves before its sync has ended', async () => {
    const { file, syncs } = slowFile()
    const store = new GroupCommit(file, noTexts, journalStart)
    let resolved = false
    const append = store.append(anEvent(1)).then(() => {
      resolved = true
    })
    await turn()
    expect(resolved).toBe(false)
    expect(store.settledEnd).toBeNull()
    syncs[0]?.()
    await append
    expect(store.settledEnd).toMatchObject({ events: 1 })
  })
})

describe('QA-02 a disk that fails', () => {
  const codes = {
    ENOSPC: 'disk-full',
    EDQUOT: 'disk-full',
    EIO: 'journal-unwritable',
    EROFS: 'journal-unwritable',
  }

  it.each(Object.entries(codes))('%s rejects with %s, and every later append too', async (code, expected) => {
    const dir = await temporaryDir()
    const real = openJournalFile(join(dir, 'journal.ndjson'))
    let broken = false
    const store = new GroupCommit(
      {
        ...real,
        write: (bytes) => {
          if (broken) throw errno(code)
          real.write(bytes)
        },
      },
      noTexts,
      journalStart,
    )
    await store.append(anEvent(1))
    broken = true
    const failures = await Promise.allSettled([store.append(anEvent(2)), store.append(anEvent(3))])
    broken = false
    failures.push(...(await Promise.allSettled([store.append(anEvent(4))])))
    for (const failure of failures) {
      expect(failure).toMatchObject({
        status: 'rejected',
        reason: {
          code: expected,
          exitCode: exitCode.halted,
          cause: { code },
          next: expect.stringContaining('resume'),
        },
      })
    }
    await store.close()
    expect((await openJournal(dir)).events).toEqual([anEvent(1)])
  })

  it('in the middle of a record, wherever it is, leaves a journal that opens with all that was durable', async () => {
    const batch = [2, 3].map((n) => encodeRecord(n, anEvent(n))).join('')
    for (let room = 0; room < batch.length; room += 7) {
      const dir = await temporaryDir()
      const path = join(dir, 'journal.ndjson')
      writeFileSync(path, encodeRecord(1, anEvent(1)))
      const fd = openSync(path, 'a')
      const store = new GroupCommit(
        {
          ...journalFile(path, fd, 0),
          write: (bytes) => {
            writeSync(fd, bytes.subarray(0, room))
            throw errno('ENOSPC')
          },
        },
        noTexts,
        { events: 1, bytes: 0, crc: 0 },
      )
      await Promise.all(
        [2, 3].map((n) => expect(store.append(anEvent(n))).rejects.toMatchObject({ code: 'disk-full' })),
      )
      await store.close()
      const { events, store: next } = await openJournal(dir)
      expect(events).toEqual(someEvents(events.length))
      expect(events.length).toBeGreaterThanOrEqual(1)
      await next.append(anEvent(events.length + 1))
      await next.close()
      expect((await openJournal(dir)).events).toEqual(someEvents(events.length + 1))
    }
  })

  it('when syncing: the append rejects although its bytes were written, and no later sync makes it good', async () => {
    const dir = await temporaryDir()
    const real = openJournalFile(join(dir, 'journal.ndjson'))
    let syncs = 0
    const sync = (): Promise<void> | undefined => {
      if (syncs++ === 1) throw errno('EIO')
      return real.sync()
    }
    const store = new GroupCommit({ ...real, sync }, noTexts, journalStart)
    await store.append(anEvent(1))
    await expect(store.append(anEvent(2))).rejects.toMatchObject({ code: 'journal-unwritable' })
    await expect(store.append(anEvent(3))).rejects.toMatchObject({ code: 'journal-unwritable' })
    expect(syncs).toBe(2)
    await store.close()
  })

  it.runIf(existsSync('/dev/full'))('that is full for real', async () => {
    const fd = openSync('/dev/full', 'a')
    const store = new GroupCommit(journalFile('/dev/full', fd, 0), noTexts, journalStart)
    await expect(store.append(anEvent(1))).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringContaining('/dev/full'),
    })
    closeSync(fd)
  })
})

describe('QA-02 a journal that somebody else touches while a run writes it', () => {
  it.each([
    ['removed', 'journal-removed', (path: string) => rmSync(path)],
    ['lengthened', 'journal-unwritable', (path: string) => writeFileSync(path, 'x', { flag: 'a' })],
    ['emptied', 'journal-unwritable', (path: string) => writeFileSync(path, '')],
  ])('%s: nothing more is written to it', async (_what, code, touch) => {
    const dir = await temporaryDir()
    const path = join(dir, 'journal.ndjson')
    const { store } = await openJournal(dir)
    await store.append(anEvent(1))
    touch(path)
    const left = existsSync(path) ? readFileSync(path, 'utf8') : null
    await expect(store.append(anEvent(2))).rejects.toMatchObject({
      code,
      message: expect.stringContaining('by someone else'),
    })
    expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(left)
    await store.close()
  })
})
