import { expect, test } from 'vitest'
import { createBell } from '../loop/bell.ts'
import { untilAborted } from './linked-abort.ts'

test('DL-13 a wait that was aborted before it began rejects once, and leaves no rejection that nobody hears', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  const stop = AbortSignal.abort(new Error('stopped'))
  await expect(untilAborted(stop, Promise.reject(new Error('late')))).rejects.toThrow('stopped')
  const moment = Promise.reject(new Error('stopped'))
  await expect(createBell().wait(moment, stop)).rejects.toThrow('stopped')
  // Node tells of an unheard rejection before it goes on to the next turn.
  await new Promise(setImmediate)
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})
