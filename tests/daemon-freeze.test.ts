/** `harness daemon freeze` and `unfreeze`: they work and say the same with a daemon, after one, and without any. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { daemonRepo, startDaemon, statusWhen } from './support/daemon-repo.ts'
import { harness, harnessJson } from './support/harness-here.ts'

/** All but what differs because no daemon runs, or because time has passed. */
const comparable = (text: string): readonly string[] =>
  text.split('\n').filter((line) => !/^(?:daemon|paused) |^\d{4}-/.test(line) && line !== '')

async function frozenAndThawed(root: string) {
  const isThere = (): boolean => existsSync(join(root, '.harness/run/FROZEN'))
  const freeze = ['daemon', 'freeze', '-m', 'demo']
  const frozen = await harnessJson(root, freeze)
  const wasFrozen = isThere()
  const again = await harness(root, freeze)
  const thawed = await harnessJson(root, ['daemon', 'unfreeze'])
  const wasThawed = !isThere()
  const twice = await harness(root, ['daemon', 'unfreeze'])
  return {
    done: [wasFrozen, wasThawed],
    codes: [frozen.code, again.code, thawed.code, twice.code],
    keys: Object.keys(frozen.value).sort(),
    told: [frozen, thawed].map(({ value }) => [value.ok, value.frozen, value.freezeReason]),
    text: [again, twice].map(({ stdout }) => comparable(stdout)),
  }
}

test('DL-15 freeze and unfreeze answer when it is done, and say the same without a daemon', async () => {
  const root = daemonRepo({ plans: { '0001': [] } })
  const never = await frozenAndThawed(root)
  expect(never).toMatchObject({
    done: [true, true],
    codes: [0, 0, 0, 0],
    told: [
      [true, true, 'demo'],
      [true, false, null],
    ],
    text: [['frozen    demo; lift it with: harness daemon unfreeze'], []],
  })
  const daemon = startDaemon(root)
  await statusWhen(root, ({ plans }) => plans?.open === 1)
  const live = await frozenAndThawed(root)
  daemon.process.kill('SIGKILL')
  await daemon.ended
  const after = await frozenAndThawed(root)
  expect(live).toMatchObject({ done: never.done, codes: never.codes, keys: never.keys, told: never.told })
  expect(after).toEqual(live)
})
