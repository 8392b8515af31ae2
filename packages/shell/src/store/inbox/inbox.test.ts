import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { asRunId, type CommandId, commandId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { type AnswerWord, printInboxWord, type StopWord } from '@harness/formats/records/inbox-word'
import { describe, expect, it, vi } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import type { BrokenWord, PostedWord } from '../port/run-store.ts'
import { postWord } from './post-word.ts'
import { waitingWords, watchInbox } from './watch-inbox.ts'
import { wordTaken } from './word-taken.ts'

const gate = (n: number): CommandId => commandId(asRunId('20260101-000000'), 'review', 'Plan ü/1', n)
const answer = (n: number, by = 'ada', at = n): AnswerWord => ({
  type: 'answer',
  gate: gate(n),
  answer: { choice: 'grant', reason: 'looks right', by },
  at,
})
const stop = (at: number): StopWord => ({ type: 'stop', by: 'ada', at })

const inboxOf = (dir: string): string => join(dir, 'inbox')
const wordsIn = (dir: string): string[] => readdirSync(inboxOf(dir)).filter((name) => name !== 'taken')

/** Everything the watch says until the test is over. */
function listen(dir: string, lookAgainMs = 20) {
  const heard: (PostedWord | BrokenWord)[] = []
  const abort = new AbortController()
  const done = (async () => {
    for await (const item of watchInbox(dir, abort.signal, { lookAgainMs })) heard.push(item)
  })()
  const words = () => heard.flatMap((item) => (item.type === 'word' ? [item.word] : []))
  return {
    heard,
    words,
    hears: (count: number) => vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 60_000 }),
    async end() {
      abort.abort()
      await done
    },
  }
}

describe('QA-01 people reach a run through its inbox', () => {
  it('a word that a quick listener takes at once is not mistaken for an earlier one', async () => {
    const dir = await temporaryDir()
    mkdirSync(join(inboxOf(dir), 'taken'), { recursive: true })
    const taker = `const { linkSync, readdirSync, rmSync } = require('node:fs')
      for (;;) for (const name of readdirSync('.')) {
        if (!name.endsWith('.json') || name.startsWith('.')) continue
        linkSync(name, 'taken/' + name)
        rmSync(name)
      }`
    const child = spawn(process.execPath, ['-e', taker], { cwd: inboxOf(dir), stdio: 'ignore' })
    try {
      await postWord(dir, stop(1))
      await vi.waitFor(() => expect(wordsIn(dir)).toEqual([]), { timeout: 60_000 })
      for (let n = 2; n <= 40; n++) await postWord(dir, n % 2 === 0 ? stop(n) : answer(n))
    } finally {
      child.kill('SIGKILL')
    }
  })

  it('whether its process is there yet or not, in the order of their times', async () => {
    const dir = await temporaryDir()
    await postWord(dir, stop(30))
    await postWord(dir, answer(1, 'ada', 10))
    await postWord(dir, answer(2, 'ada', 20))
    const listener = listen(dir)
    await listener.hears(3)
    expect(listener.words()).toEqual([answer(1, 'ada', 10), answer(2, 'ada', 20), stop(30)])
    await postWord(dir, answer(3))
    await listener.hears(4)
    await postWord(dir, stop(31))
    await listener.hears(5)
    expect(listener.words().slice(3)).toEqual([answer(3), stop(31)])
    await listener.end()
    expect((await waitingWords(dir)).length).toBe(5)
  })

  it('also where the system gives no notices', async () => {
    const dir = await temporaryDir()
    await postWord(dir, answer(1))
    const listener = listen(dir, 10)
    await listener.hears(1)
    // The watched folder is gone, and another one has its name: no notice will ever come from that one.
    rmSync(inboxOf(dir), { recursive: true })
    await postWord(dir, answer(2))
    await listener.hears(2)
    await listener.end()
  })

  it('once each, and again after a crash, until their effect is journaled', async () => {
    const dir = await temporaryDir()
    await postWord(dir, answer(1))
    await postWord(dir, stop(2))
    const first = listen(dir)
    await first.hears(2)
    // A third word is heard in a later look, and the first two are not heard again in it.
    await postWord(dir, stop(3))
    await first.hears(3)
    await first.end()
    expect(first.words()).toEqual([answer(1), stop(2), stop(3)])
    const again = await waitingWords(dir)
    expect(again).toEqual(first.heard)
    for (const posted of again) if (posted.type === 'word') await wordTaken(dir, posted)
    for (const posted of again) if (posted.type === 'word') await wordTaken(dir, posted)
    expect(await waitingWords(dir)).toEqual([])
    expect(readdirSync(join(inboxOf(dir), 'taken'))).toHaveLength(3)
  })

  it('and end listening at once when the run lets go', async () => {
    const dir = await temporaryDir()
    await postWord(dir, answer(1))
    const listener = listen(dir, 3_600_000)
    // From here on it only waits.
    await listener.hears(1)
    await listener.end()
    const aborted = watchInbox(dir, AbortSignal.abort())
    expect(await aborted.next()).toEqual({ done: true, value: undefined })
  })
})

describe('QA-01 a gate is answered once', () => {
  it('the second answer is refused and hears of the first', async () => {
    const dir = await temporaryDir()
    await postWord(dir, answer(1, 'ada'))
    const refusal = await postWord(dir, answer(1, 'bob')).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UserError)
    expect(refusal).toMatchObject({ code: 'gate-already-answered', exitCode: 2 })
    expect((refusal as UserError).message).toMatch(/ada granted it at 1970-01-01T.*: looks right/)
    expect(wordsIn(dir)).toHaveLength(1)
    await postWord(dir, answer(2, 'bob'))
  })

  it('also when the first has been taken already', async () => {
    const dir = await temporaryDir()
    await postWord(dir, answer(1, 'ada'))
    for (const posted of await waitingWords(dir)) if (posted.type === 'word') await wordTaken(dir, posted)
    await expect(postWord(dir, answer(1, 'bob'))).rejects.toMatchObject({ code: 'gate-already-answered' })
    expect(wordsIn(dir)).toEqual([])
  })

  it('by one of twenty who answer at the same time, while the run takes what it hears', async () => {
    const dir = await temporaryDir()
    const abort = new AbortController()
    const taken: string[] = []
    const run = (async () => {
      for await (const item of watchInbox(dir, abort.signal, { lookAgainMs: 1 })) {
        if (item.type !== 'word' || item.word.type !== 'answer') continue
        taken.push(item.word.answer.by)
        await wordTaken(dir, item)
      }
    })()
    const won: string[] = []
    for (let round = 0; round < 5; round++) {
      const answers = Array.from({ length: 20 }, (_, i) =>
        postWord(dir, answer(1, `person ${round}-${i}`)).then(
          () => won.push(`person ${round}-${i}`),
          (error) => expect(error).toMatchObject({ code: 'gate-already-answered' }),
        ),
      )
      await Promise.all(answers)
    }
    await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 60_000 })
    abort.abort()
    await run
    expect(won).toEqual(taken)
    expect(wordsIn(dir)).toEqual([])
  })

  it('an answer that slipped in while the first was being put away is dropped, not heard', async () => {
    const dir = await temporaryDir()
    await postWord(dir, answer(1, 'ada'))
    const [name = ''] = wordsIn(dir)
    // As after a crash between the two steps of putting a word away, and then another person's answer in its place.
    linkSync(join(inboxOf(dir), name), join(inboxOf(dir), 'taken', name))
    rmSync(join(inboxOf(dir), name))
    writeFileSync(join(inboxOf(dir), name), printInboxWord(answer(1, 'bob')))
    expect(await waitingWords(dir)).toEqual([])
    expect(wordsIn(dir)).toEqual([])
    expect(readFileSync(join(inboxOf(dir), 'taken', name), 'utf8')).toContain('ada')
  })

  it('TR-06 also if a file for the gate was put there before it opened, in the inbox or among the taken', async () => {
    const dir = await temporaryDir()
    await postWord(dir, answer(1, 'agent'))
    const [forged = ''] = wordsIn(dir)
    writeFileSync(join(inboxOf(dir), 'taken', forged), printInboxWord(answer(1, 'agent')))
    await postWord(dir, { ...answer(1, 'ada'), opening: 'the mark' })
    expect(await waitingWords(dir)).toMatchObject([{ word: { answer: { by: 'ada' } } }])
    await expect(postWord(dir, { ...answer(1, 'bob'), opening: 'the mark' })).rejects.toMatchObject({
      code: 'gate-already-answered',
    })
  })

  it('gates whose names look alike are different gates', async () => {
    const dir = await temporaryDir()
    for (const id of [
      'r/a b/c/1',
      'r/a-b/c/1',
      'r/a/b-c/1',
      `r/${'x'.repeat(300)}/1`,
      `r/${'x'.repeat(300)}/2`,
    ]) {
      await postWord(dir, { ...answer(1), gate: id as CommandId })
    }
    expect(wordsIn(dir)).toHaveLength(5)
  })
})

describe('QA-03 whatever stands in an inbox', () => {
  it('a file that is no word is told once and passed over, and heard when somebody corrects it', async () => {
    const dir = await temporaryDir()
    mkdirSync(inboxOf(dir), { recursive: true })
    writeFileSync(join(inboxOf(dir), 'note.json'), '{"type":"stop"}')
    await postWord(dir, stop(5))
    const listener = listen(dir)
    await listener.hears(2)
    expect(listener.heard[0]).toMatchObject({
      type: 'broken',
      name: 'note.json',
      problem: expect.stringContaining('by: expected a text'),
    })
    writeFileSync(join(inboxOf(dir), 'note.json'), printInboxWord(stop(7)))
    await vi.waitFor(() => expect(listener.words()).toEqual([stop(5), stop(7)]), { timeout: 60_000 })
    await listener.end()
  })

  it.skipIf(process.platform === 'win32')(
    'links, pipes, folders and giants neither stop nor mislead it',
    async () => {
      const dir = await temporaryDir()
      const inbox = inboxOf(dir)
      mkdirSync(join(inbox, 'folder.json'), { recursive: true })
      writeFileSync(join(dir, 'outside'), printInboxWord(stop(1)))
      symlinkSync(join(dir, 'outside'), join(inbox, 'link.json'))
      symlinkSync(join(dir, 'nowhere'), join(inbox, 'dangling.json'))
      execFileSync('sh', ['-c', 'mkfifo "$0"', join(inbox, 'pipe.json')])
      writeFileSync(join(inbox, 'giant.json'), ' '.repeat(2_000_000))
      writeFileSync(join(inbox, '.half-written.json'), '{')
      writeFileSync(join(inbox, 'readme.txt'), 'hello')
      await postWord(dir, stop(5))
      const heard = await waitingWords(dir)
      expect(heard.map((item) => item.type)).toEqual([...Array(5).fill('broken'), 'word'])
      expect(heard.at(-1)).toMatchObject({ word: stop(5) })
    },
  )

  it('a word that nobody could read is refused before it is posted', async () => {
    const dir = await temporaryDir()
    await expect(postWord(dir, { type: 'stop', by: '', at: 1 })).rejects.toMatchObject({
      code: 'word-refused',
      message: expect.stringContaining('by: expected a text that is not empty'),
    })
    expect(existsSync(inboxOf(dir))).toBe(false)
  })

  it('an unreadable first answer still bars the second, and is named', async () => {
    const dir = await temporaryDir()
    await postWord(dir, answer(1))
    const [name = ''] = wordsIn(dir)
    writeFileSync(join(inboxOf(dir), name), 'garbage')
    await expect(postWord(dir, answer(1, 'bob'))).rejects.toMatchObject({
      code: 'gate-already-answered',
      message: expect.stringContaining(join(inboxOf(dir), name)),
    })
  })
})
