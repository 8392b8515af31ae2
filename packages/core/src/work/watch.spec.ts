import { expect, test } from 'vitest'
import { looked, nothingWatched, programBegan } from './watch.ts'

test('TR-07 a run that looks at no document for long does not grow: the first programs are named', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `20261116-120000/fix/0001/${index + 1}`)
  const state = ids.reduce(programBegan, nothingWatched)
  expect(state.watched).toHaveLength(8)
  expect(state.watched.at(-1)).toBe('fix/0001/8')
  expect(looked(state).watched).toEqual(state.besideLook)
})
