/** The daemon as operators use it: it delivers plans by their dependencies, survives its death, and is steered. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { daemonRepo, startDaemon, stateFile, statusOf, statusWhen } from './support/daemon-repo.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { git } from './support/sample-repo.ts'

const three = { '0001': [], '0002': ['0001'], '0003': ['0002'] }
const completed = (root: string): readonly string[] => {
  const folder = join(root, 'docs/exec-plans/completed')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
const merges = (root: string): readonly string[] =>
  git(root, 'log', '--merges', '--reverse', '--format=%s', 'main').split('\n')

describe('DL-12 three plans in a row', () => {
  test('DL-12 are delivered in the order of their dependencies, to verified merges', async () => {
    const root = daemonRepo({ plans: three })
    const daemon = startDaemon(root, '--run')
    const status = await statusWhen(root, ({ state, plans }) => state === 'idle' && plans?.completed === 3)
    expect(status.merges).toBe(3)
    expect(merges(root).map((line) => /plan (\d+)/.exec(line)?.[1])).toEqual(['0001', '0002', '0003'])
    expect(completed(root)).toEqual(['0001-hello.md', '0002-hello.md', '0003-hello.md'])
    expect(stateFile(root)).toMatchObject({
      version: 1,
      mode: 'idle',
      active: null,
      blocked: {},
      runsFired: 3,
    })
    expect(await harnessJson(root, ['daemon', 'stop'])).toMatchObject({ code: 0, value: { ended: true } })
    expect((await daemon.ended).code).toBe(0)
    const after = await statusOf(root)
    expect(after).toMatchObject({ state: 'stopped', pid: null, merges: 3, runsFired: 3 })
  })

  test('DL-14 are delivered all the same if the daemon is killed again and again', async () => {
    const root = daemonRepo({ plans: three })
    let kills = 0
    for (;;) {
      const daemon = startDaemon(root, '--run')
      await daemon.saw('The daemon runs')
      if (kills < 4) {
        await statusWhen(root, ({ work, plans }) => work.length > 0 || plans?.completed === 3)
        daemon.process.kill('SIGKILL')
        await daemon.ended
        expect(stateFile(root).version).toBe(1)
        kills++
        continue
      }
      await statusWhen(root, ({ plans }) => plans?.completed === 3)
      await harness(root, ['daemon', 'stop', '--now'])
      await daemon.ended
      break
    }
    expect(merges(root)).toHaveLength(3)
    expect(completed(root)).toHaveLength(3)
  })
})
