import { expect, it } from 'vitest'
import { sharedAnswer } from './shared-answer.ts'

function asked() {
  const made: ((failed?: Error) => void)[] = []
  const ask = sharedAnswer(
    () =>
      new Promise<number>((resolve, reject) => {
        const turn = made.length + 1
        made.push((failed) => (failed === undefined ? resolve(turn) : reject(failed)))
      }),
  )
  return { made, ask }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('QA-10 many who ask while an answer is made share the next one, which began after they asked', async () => {
  const { made, ask } = asked()
  const first = ask()
  await turn()
  const rest = [ask(), ask(), ask()]
  expect(made).toHaveLength(1)
  made[0]?.()
  expect(await first).toBe(1)
  await turn()
  expect(made).toHaveLength(2)
  const late = ask()
  made[1]?.()
  expect(await Promise.all(rest)).toEqual([2, 2, 2])
  await turn()
  made[2]?.()
  expect(await late).toBe(3)
})

it('QA-10 all who ask in one turn of the event loop share an answer, and who asks later gets a new one', async () => {
  const { made, ask } = asked()
  const first = ask()
  made[0]?.()
  expect(await first).toBe(1)
  expect(await ask()).toBe(1)
  await turn()
  const later = ask()
  made[1]?.()
  expect(await later).toBe(2)
})

it('QA-10 an answer that fails is the failure of those alone who asked for it', async () => {
  const { made, ask } = asked()
  const first = ask()
  await turn()
  const second = ask()
  made[0]?.(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await turn()
  made[1]?.()
  expect(await second).toBe(2)
})
