import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canLayer, testSandbox, whyNoSandbox } from '../../../machine/sandbox/test-support/confined-shell.ts'
import { agentWorld, reply, rule, secret, shell, write } from '../../../test-support/agent-world.ts'
import { repeatedAttempt } from '../../../test-support/target-repo.ts'
import { unconfined } from '../../../test-support/unconfined.ts'

const inCopy = { mode: 'review', commitMessage: null, copy: true } as const
const files = { 'a.txt': 'a\n', '.gitignore': 'node_modules\n' }

/** Rooms, and what else is beside the lane. */
const beside = (lane: string): readonly string[] =>
  readdirSync(dirname(lane))
    .filter((name) => name !== basename(lane) && !name.endsWith('.lock'))
    .sort()

describe.each([
  ['confined', whyNoSandbox === null],
  ['unconfined', true],
] as const)('MI-23 an agent in a copy, %s', (how, isPossible) => {
  const world = async (rules: Parameters<typeof agentWorld>[0], setup: readonly string[] = []) => {
    const sandbox =
      how === 'confined' ? { ...(await testSandbox()), allowed: unconfined.allowed } : unconfined
    return agentWorld(rules, files, { setup, sandbox })
  }

  it.skipIf(!isPossible)('may write and run anything, and none of it is left or counts', async () => {
    const made = await world(
      [
        rule(
          [
            write('a.txt', 'changed\n'),
            shell(
              'cat a.txt; echo more >> a.txt; mkdir -p data node_modules; echo x > data/db; rm .gitignore',
            ),
            shell('git diff --stat HEAD; pwd > where; echo kept > node_modules/tool/kept || true'),
          ],
          { answer: reply('No findings.') },
        ),
      ],
      ['mkdir -p node_modules/tool && echo tool > node_modules/tool/index.js'],
    )
    const event = await made.run(inCopy)
    expect(event).toMatchObject({
      type: 'AgentFinished',
      commit: made.start,
      tree: made.inLane('rev-parse', `${made.start}^{tree}`),
      changedFiles: [],
      violation: null,
    })
    expect(made.inLane('status', '--porcelain')).toBe('')
    expect(readFileSync(join(made.lane, 'a.txt'), 'utf8')).toBe('a\n')
    expect(made.setAside()).toEqual([])
    const room = join(dirname(made.lane), 'copy-1')
    expect(readFileSync(join(room, 'a.txt'), 'utf8')).toBe('a\n')
    for (const name of ['data', 'where', 'node_modules/tool/kept'])
      expect(existsSync(join(room, name))).toBe(false)
    expect(beside(made.lane).filter((name) => /pristine|scratch|layers/.test(name))).toEqual([])
    expect(made.recorded('events.ndjson')).toMatch(/ a\.txt +\| 3 \+\+-/)
  })

  it.skipIf(!isPossible || (how === 'confined' && !canLayer))(
    'sees nothing of what the one before it wrote, over the set-up neither',
    async () => {
      const look = shell(
        'cat node_modules/tool/index.js; ls; echo spoilt > node_modules/tool/index.js; touch left',
      )
      const made = await world(
        [rule([look])],
        ['mkdir -p node_modules/tool && echo tool > node_modules/tool/index.js'],
      )
      await made.run(inCopy)
      const again = '20260101-000000/implement/0001/2' as never
      await made.run({ ...inCopy, id: again })
      const events = made.recorded('events.ndjson', '20260101-000000-implement-0001-2')
      expect(events).toContain('tool\\n')
      expect(events).not.toContain('spoilt\\n')
      expect(events).not.toContain('left\\n')
    },
  )

  it.skipIf(!isPossible)('has the lane’s port, and its path is that of the copy', async () => {
    const made = await world([rule([shell('echo "port $HARNESS_LANE_PORT at $HARNESS_LANE_PATH"')])])
    await made.run(inCopy)
    expect(made.recorded('events.ndjson')).toMatch(/port \d+ at [^ ]*copy-1/)
  })

  it.skipIf(!isPossible)('that was killed is repeated, and finds the room as it was', async () => {
    const made = await world([
      rule([shell('cat a.txt'), write('a.txt', `${secret}\n`)], { answer: { type: 'crash' } }),
    ])
    expect(await made.run(inCopy)).toMatchObject({ type: 'AgentFailed' })
    expect(await made.run({ ...inCopy }, repeatedAttempt)).toMatchObject({ type: 'AgentFailed' })
    expect(readFileSync(join(dirname(made.lane), 'copy-1/a.txt'), 'utf8')).toBe('a\n')
    expect(made.inLane('status', '--porcelain')).toBe('')
  })
})
