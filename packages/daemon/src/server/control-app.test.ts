import { expect, test } from 'vitest'
import { controlApp } from './control-app.ts'
import type { Serving } from './route.ts'

test('DL-13 a request that fails for no known reason is told of in the log, as its answer says', async () => {
  const failed: string[] = []
  const serving: Pick<Serving, 'stateText' | 'failed'> = {
    stateText: () => Promise.reject(new Error('the folder is gone')),
    failed: (what) => void failed.push(what),
  }
  const answer = await controlApp(serving as Serving).request('/state')
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('Its log says why')
  expect(failed).toEqual(['GET /state: the folder is gone'])
})
