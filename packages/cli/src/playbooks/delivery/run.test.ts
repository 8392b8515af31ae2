import { targetRepo } from '@harness/shell/test-support/target-repo'
import { expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.ts'

const config = JSON.stringify({ checks: [{ name: 'a', run: 'true' }], agent: { provider: 'claude' } })

test.each(['prepare-pr', 'merge-check'])(
  'DL-03 harness run --phase %s says that there is no such phase without pull requests',
  async (phase) => {
    const { root } = targetRepo({ 'harness.config.json': config })
    expect(await runHere(root, ['run', '0001', '--phase', phase])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`There is no phase ${phase} with the forge local`),
    })
  },
)
