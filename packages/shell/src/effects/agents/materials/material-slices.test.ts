import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Materials, ShownLog } from '@harness/core/effects/run-agent'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { isSoak } from '@harness/formats/test-support/runs'
import { expect, test } from 'vitest'
import { type AgentWorld, agentWorld, rule, secret, shell } from '../../../test-support/agent-world.ts'
import { materialSlices } from './material-slices.ts'

const files = {
  'a.txt': 'a\n',
  'old name.txt': 'one\ntwo\nthree\nfour\nfive\n',
  'gone.txt': 'gone\n',
  'package.json': '{"scripts": {"test": "node all.mjs"}}\n',
  'all.mjs': '// all\n',
  'docs/main.acceptance.md':
    '## Release criteria\n- [ ] **tag: `sum/adds`** — "It adds."\n  - Tested by: `sum.test.js`\n',
}

/** Commits in the lane as the harness does it, by its own git folder. */
function commitIn(
  world: AgentWorld,
  change: Readonly<Record<string, string | Uint8Array | null>>,
): CommitHash {
  for (const [path, content] of Object.entries(change)) {
    if (content === null) continue
    mkdirSync(join(world.lane, path, '..'), { recursive: true })
    writeFileSync(join(world.lane, path), content)
  }
  const gone = Object.keys(change).filter((path) => change[path] === null)
  if (gone.length > 0) world.inLane('rm', '--quiet', '--', ...gone)
  world.inLane('add', '--all')
  world.inLane('commit', '--quiet', '--allow-empty', '-m', 'work')
  return asCommitHash(world.inLane('rev-parse', 'HEAD'))
}

const shown = async (world: AgentWorld, shows: Materials): Promise<Readonly<Record<string, string>>> => {
  const ports = { ...world.ports, rules: { ...world.ports.rules, checks: [{ run: 'npm test' }] } }
  const slices = await materialSlices({ shows, startCommit: world.start }, world.lane, ports)
  return Object.fromEntries(slices.map(({ label, text }) => [label, text]))
}

test('AG-14 a change is shown with its files, its diff and what bears on its proof', async () => {
  const world = await agentWorld([], files)
  const first = commitIn(world, {
    'a.txt': `a\nkey ${secret}\n`,
    'new name.txt': 'one\ntwo\nthree\nfour\nFIVE\n',
    'old name.txt': null,
    'gone.txt': null,
    'logo.png': Uint8Array.of(0x89, 0x50, 0, 1, 2, 3),
    'all.mjs': '// fewer\n',
    'sum.test.js': 'test("adds", () => {})\n',
  })
  const to = commitIn(world, { 'b.txt': 'b\n' })
  const slices = await shown(world, {
    change: { from: world.start, to, since: first },
    acceptance: ['sum/adds', 'sum/unknown'],
  })
  const list = slices['Files of the change']
  expect(list).toContain('7 files, 5 lines added, 3 removed.')
  for (const row of [
    'M +1 -0 a.txt',
    'R +1 -1 old name.txt -> new name.txt',
    'D +0 -1 gone.txt',
    'A binary logo.png',
    'M +1 -1 all.mjs',
    'A +1 -0 b.txt',
  ])
    expect(list).toContain(`${row}\n`)
  const bearing = slices['Tests and settings that the change touches']
  expect(bearing).toContain('test: A +1 -0 sum.test.js')
  expect(bearing).toContain('script of a check: M +1 -1 all.mjs')
  expect(bearing).not.toContain('a.txt')
  const diff = slices['Diff of the change']
  expect(diff).toContain('+key [redacted]')
  expect(diff).toContain('rename to new name.txt')
  expect(diff).toContain('Binary files /dev/null and b/logo.png differ')
  expect(diff).toContain('deleted file mode')
  expect(diff).not.toContain('Shortened')
  expect(slices['What changed since the last pass']).toContain('+++ b/b.txt')
  expect(slices['What changed since the last pass']).not.toContain('sum.test.js')
  expect(slices['Acceptance criteria of the plan']).toContain(
    '- sum/adds: It adds.\n  - Tested by: `sum.test.js`\n- sum/unknown: no acceptance file of the base has it',
  )
  expect(existsSync(join(world.lane, '.git/harness'))).toBe(false)
})

test('AG-14 an empty change, and one that git does not know, are said in words', async () => {
  const world = await agentWorld([], files)
  const same = await shown(world, { change: { from: world.start, to: commitIn(world, {}) } })
  expect(Object.keys(same)).toEqual(['Files of the change'])
  expect(same['Files of the change']).toContain('The change is empty')
  const to = asCommitHash('0123456789'.repeat(4))
  const unknown = await shown(world, { change: { from: world.start, to } })
  expect(unknown['Diff of the change']).toContain('The harness could not show it: git diff')
})

test('AG-14 a diff far over its limit is shortened, and the rest is a file that no commit can hold', async () => {
  const world = await agentWorld([rule([shell('cat .git/harness/change.diff > copy.txt')])], files)
  // In the soak the file in the lane is over its own limit, too.
  const lines = isSoak ? 2_000_000 : 20_000
  const long = Array.from({ length: lines }, (_, at) => `line ${at} of a long file\n`).join('')
  const to = commitIn(world, { 'a-lock.json': long, 'z.txt': 'the small one\n' })
  const command = { startCommit: to, baseCommit: world.start, shows: { change: { from: world.start, to } } }
  await world.run(command)
  const envelope = world.recorded('envelope.md')
  expect(envelope.length).toBeLessThan(65_000)
  expect(envelope).toContain('+the small one')
  expect(envelope).toContain(`A +${lines} -0 a-lock.json`)
  expect(envelope).toMatch(/… \(\d+ more lines of this file\)/)
  expect(envelope).toContain(
    isSoak
      ? 'change.diff in the lane has the beginning of every file: 1 of 2 files are cut there, and marked.'
      : 'change.diff in the lane has all of it.',
  )
  const copy = readFileSync(join(world.lane, 'copy.txt'), 'utf8')
  expect(copy).toContain('+line 10000 of a long file\n')
  expect(copy.includes('… (cut)\n')).toBe(isSoak)
  expect(copy.endsWith('+the small one\n')).toBe(true)
  expect(world.inLane('show', '--stat', '--format=', 'HEAD')).not.toContain('harness')
})

test('AG-14 logs are files in the lane, quoted around their errors; a missing one is said', async () => {
  const world = await agentWorld([], files)
  const folder = join(world.ports.runDir, 'ci/await-ci-0001-1')
  mkdirSync(folder, { recursive: true })
  const noise = 'installing\n'.repeat(isSoak ? 3_000_000 : 5_000)
  const log = `${noise}##[group]Run npm test\nexpected 3, got 2\n##[error]exit code 1\n`
  writeFileSync(join(folder, '1-build.log'), log)
  const of = (name: string, quoted: boolean): ShownLog => ({
    title: `the job ${name}`,
    log: `ci/await-ci-0001-1/${name}`,
    quoted,
  })
  const { Logs = '' } = await shown(world, {
    logs: [of('1-build.log', true), of('1-build.log', false), of('2-gone.log', true)],
  })
  expect(Logs).toContain(
    'The whole log of the job 1-build.log: .git/harness/await-ci-0001-1-1-build.log in the lane.',
  )
  expect(Logs.match(/expected 3, got 2/g)).toHaveLength(1)
  expect(Logs).toContain('There is no log of the job 2-gone.log')
  expect(Logs.length).toBeLessThan(10_000)
  const whole = readFileSync(join(world.lane, '.git/harness/await-ci-0001-1-1-build.log'), 'utf8')
  expect(whole === log).toBe(true)
})
