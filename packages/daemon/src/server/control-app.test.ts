import { expect, test } from 'vitest'
import { controlApp } from './control-app.ts'
import type { Serving } from './route.ts'

test('DL-13 a request that fails for no known reason is told of in the log, as its answer says', async () => {
  const failed: string[] = []
  const serving: Pick<Serving, 'stateText' | 'failed'> = {
    stateText: () => Promise.reject(new Error('the folder is gone')),
    failed: (what) => void failed.push(what),
  }
  const written: unknown[] = []
  const outgoing = {
    writeHead: (status: number) => void written.push(status),
    end: (text: string) => void written.push(text),
  }
  await controlApp(serving as Serving).request('/state', {}, { incoming: {}, outgoing })
  expect(written).toEqual([500, expect.stringContaining('Its log says why')])
  expect(failed).toEqual(['GET /state: the folder is gone'])
})
