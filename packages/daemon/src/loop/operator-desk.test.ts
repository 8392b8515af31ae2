import { expect, test } from 'vitest'
import { openOperatorDesk } from './operator-desk.ts'

const { signal } = new AbortController()
const pause = (reason: string) => ({ type: 'pause', reason }) as const

test('DL-13 hands out each word once, also while the one before is not yet durable', async () => {
  const desk = openOperatorDesk()
  const said = [desk.say(pause('one'), 'ann'), desk.say(pause('two'), 'bob')]
  expect((await desk.next(signal)).word).toEqual(pause('one'))
  expect((await desk.next(signal)).word).toEqual(pause('two'))
  desk.heard()
  await said[0]
  desk.heard()
  await said[1]
})

test('DL-13 a word that the journal may not have is told of as failed, and a later one still waits', async () => {
  const desk = openOperatorDesk()
  const first = desk.say(pause('one'), 'ann')
  const second = desk.say(pause('two'), 'bob')
  await desk.next(signal)
  desk.failed(new Error('the disk is full'))
  await expect(first).rejects.toThrow('the disk is full')
  expect((await desk.next(signal)).word).toEqual(pause('two'))
  desk.heard()
  await second
})

test('DL-13 a word after the end is refused at once', async () => {
  const desk = openOperatorDesk()
  const waits = desk.say(pause('one'), 'ann')
  desk.close(new Error('it ended'))
  await expect(waits).rejects.toThrow('it ended')
  await expect(desk.say(pause('two'), 'ann')).rejects.toThrow('it ended')
})
