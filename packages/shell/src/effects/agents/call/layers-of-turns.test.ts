import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shellCommand } from '../../../machine/process/shell-command.ts'
import { runConfined } from '../../../machine/sandbox/run-confined.ts'
import { canLayer, testSandbox } from '../../../machine/sandbox/test-support/confined-shell.ts'
import { agentWorld, rule, shell } from '../../../test-support/agent-world.ts'
import { unconfined } from '../../../test-support/unconfined.ts'
import { laneCell } from '../../lanes/lane-cell.ts'

const setup = ['mkdir -p node_modules/dep && echo 1 > node_modules/dep/index.js']

/** A check that built something, then a turn of an agent at the same commit, then a check that looks. */
async function turn(mode: 'exec' | 'review', line: string) {
  const sandbox = { ...unconfined, ...(await testSandbox()), allowed: unconfined.allowed }
  const files = { 'a.txt': 'a\n', '.gitignore': 'node_modules\n' }
  const world = await agentWorld([rule([shell(line)])], files, { setup, sandbox })
  const { lane, start, ports } = world
  const check = async (run: string) => {
    const cell = laneCell({ path: lane }, ports, { purpose: 'checks', commit: start })
    const result = await runConfined(sandbox, cell, {
      ...shellCommand(run),
      env: { PATH: process.env.PATH ?? '' },
      limits: { wallMs: 30_000, outputBytes: 1024 * 1024 },
      capture: true,
    })
    return result.stdout.toString()
  }
  await check('echo built > node_modules/built')
  const outcome = await world.run({ mode })
  expect(outcome).toMatchObject({ type: 'AgentFinished' })
  return { seen: await check('ls node_modules; cat node_modules/dep/index.js'), lane }
}

describe.skipIf(!canLayer)('TR-03 what checks wrote over a template', () => {
  test('is gone once an agent worked in the lane, and the agent’s own writes are not in its place', async () => {
    const line = 'test ! -e node_modules/built && echo stub > node_modules/dep/index.js'
    const { seen, lane } = await turn('exec', line)
    expect(seen).toBe('dep\n1\n')
    const [template = ''] = readdirSync(`${lane}.layers`)
    expect(readdirSync(join(`${lane}.layers`, template))).toHaveLength(2)
  })

  test('stays if a reviewer looked at it, who cannot change it', async () => {
    const line = 'cat node_modules/built && rm node_modules/built && echo x > node_modules/dep/index.js'
    const { seen } = await turn('review', line)
    expect(seen).toBe('built\ndep\n1\n')
  })
})
