import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChildProgram, childProgram } from '../../test-support/child-program.ts'
import { someEvents } from '../../test-support/events.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { openJournal } from './open-journal.ts'
import { readJournal } from './read-journal.ts'

let program: ChildProgram
beforeAll(async () => {
  program = await childProgram(new URL('../../test-support/append.child.ts', import.meta.url))
})
afterAll(() => program.remove())

describe('QA-01 a process that is killed while it appends', () => {
  it('loses no event that it was told is durable, and the next one goes on where it ended', async () => {
    const dir = await temporaryDir()
    let before = 0
    for (let kill = 0; kill < 10; kill++) {
      const child = program.start(dir)
      let durable = Number(await child.line())
      expect(durable).toBe(before + 1)
      // Each time it is killed after a different number of records.
      for (let more = 0; more < kill; more++) durable = Number(await child.line())
      expect(await readJournal(dir), 'a reader is not disturbed by the writer').toMatchObject({
        events: expect.any(Array),
      })
      child.kill('SIGKILL')
      for (let line = await child.line(); line !== null; line = await child.line()) durable = Number(line)
      expect(await child.ended).toEqual({ how: 'SIGKILL', stderr: '' })
      const { store, events } = await openJournal(dir)
      await store.close()
      expect(events.length).toBeGreaterThanOrEqual(durable)
      expect(events).toEqual(someEvents(events.length))
      before = events.length
    }
  })
})
