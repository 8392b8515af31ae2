import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyDaemonState } from '@harness/formats/records/daemon-state'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChildProgram, childProgram } from '../../test-support/child-program.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { readStateFile, updateStateFile } from './state-file.ts'

describe('state.json', () => {
  it('DL-14 keeps what other tools put there', async () => {
    const dir = await temporaryDir()
    writeFileSync(join(dir, 'state.json'), '{"version":1,"mode":"paused","theirs":[1]}')
    await updateStateFile(dir, (state) => ({ ...state, runsFired: 2 }))
    expect(JSON.parse(readFileSync(join(dir, 'state.json'), 'utf8'))).toEqual({
      ...emptyDaemonState,
      mode: 'paused',
      runsFired: 2,
      theirs: [1],
    })
  })

  it('is not written if nothing changed', async () => {
    const dir = await temporaryDir()
    await updateStateFile(dir, (state) => state)
    expect(await readStateFile(dir)).toEqual(emptyDaemonState)
    expect(() => readFileSync(join(dir, 'state.json'))).toThrow()
  })

  it('DL-14 loses no change of processes that write at once', async () => {
    const dir = await temporaryDir()
    const more = () => updateStateFile(dir, (state) => ({ ...state, runsFired: state.runsFired + 1 }))
    await Promise.all(Array.from({ length: 20 }, more))
    expect((await readStateFile(dir)).runsFired).toBe(20)
  })

  it.each([
    ['', 'expected'],
    ['{"version":1', 'state.json:1:'],
    ['[]', 'object'],
    ['{"version":"1"}', 'version'],
    ['{"version":2}', 'expected 1, found 2'],
    ['{"mode":"sleeping"}', 'mode'],
    ['{"active":"0001"}', 'active'],
    ['{"blocked":[]}', 'blocked'],
    ['{"history":{}}', 'history'],
    ['{"history":[1]}', 'history'],
    ['{"history":[{"at":"soon","event":"frozen"}]}', 'history[0].at'],
    ['{"blocked":{"0001":{"reason":1}}}', 'blocked.0001.reason'],
    ['{"runsFired":null}', 'runsFired'],
    ['{"lastMergeSha":1}', 'lastMergeSha'],
  ])('damaged (%j) it is refused with exit 12 and left as it is', async (text, named) => {
    const dir = await temporaryDir()
    writeFileSync(join(dir, 'state.json'), text)
    const change = updateStateFile(dir, (state) => ({ ...state, runsFired: 9 }))
    await expect(change).rejects.toMatchObject({
      code: 'state-file-damaged',
      exitCode: 12,
      message: expect.stringContaining(named),
    })
    expect(readFileSync(join(dir, 'state.json'), 'utf8')).toBe(text)
  })

  it('DL-14 a folder in its place is refused like damage', async () => {
    const dir = await temporaryDir()
    mkdirSync(join(dir, 'state.json'))
    await expect(readStateFile(dir)).rejects.toMatchObject({
      code: 'state-file-damaged',
      exitCode: 12,
      message: expect.stringContaining('state.json is a folder'),
    })
  })
})

describe('a process that is killed while it writes', () => {
  let writer: ChildProgram
  beforeAll(async () => {
    writer = await childProgram(new URL('../../test-support/state.child.ts', import.meta.url))
  })
  afterAll(() => writer.remove())

  it('DL-14 leaves a whole state.json, and one that others can go on with', async () => {
    const dir = await temporaryDir()
    let least = 0
    for (let round = 0; round < 8; round++) {
      const child = writer.start(dir)
      // Each time it is killed after a different number of writes.
      for (let writes = 0; writes <= round; writes++) expect(await child.line()).toBe('written')
      child.kill('SIGKILL')
      await child.ended
      const { history } = await readStateFile(dir)
      expect(history.length).toBeGreaterThan(least === 100 ? 99 : least)
      expect(new Set(history.map(({ runId }) => runId)).size).toBe(history.length)
      least = history.length
    }
  })
})
