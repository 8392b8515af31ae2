import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'
import { describe, expect, it } from 'vitest'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { openLane } from '../lanes/open-lane.ts'
import { runChecks } from './run-checks.ts'

/** The product is a text; a test is a line that the product must have. */
const files = {
  'package.json': JSON.stringify({ scripts: { test: 'sh test/all.sh' }, dependencies: {} }),
  'product.out': 'hello\n',
  'test/all.sh': 'for file in test/*.txt; do grep -qxf "$file" product.out || exit 1; done\n',
  'test/hello.txt': 'hello\n',
  'lint.config.sh': 'grep -q . product.out\n',
  'scripts/check.sh': 'sh scripts/inner.sh\n',
  'scripts/inner.sh': 'sh test/all.sh\n',
}
type Changes = Readonly<Record<string, string | null>>

async function changed(
  changes: Changes,
  checks: readonly string[] = ['sh test/all.sh'],
  base: Readonly<Record<string, string>> = files,
): Promise<readonly Evidence[]> {
  const repo = targetRepo(base)
  const ports = repo.ports()
  const lane = await openLane(openLaneCommand(), firstAttempt, ports)
  if (lane.type !== 'LaneOpened') throw new Error(JSON.stringify(lane))
  for (const [name, text] of Object.entries(changes)) {
    const path = join(lane.path, name)
    if (text === null) rmSync(path)
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  repo.gitIn(lane.path, 'add', '--all', '--force')
  repo.gitIn(lane.path, 'commit', '--quiet', '--allow-empty', '-m', 'work')
  const event = await runChecks(
    {
      type: 'RunChecks',
      id: idOf('20260101-000000/checks/0001/1'),
      lane: lane.lane,
      commit: commitOf(repo, lane.branch),
      tree: treeAt(repo, lane.branch),
      baseCommit: commitOf(repo, 'main'),
      checks: checks.map(
        (run): Check => ({ name: run.replaceAll('/', ' '), run, timeoutMs: 20_000, claims: [] }),
      ),
    },
    firstAttempt,
    ports,
  )
  if (event.type !== 'ChecksFinished') throw new Error(event.detail)
  expect(repo.git('for-each-ref', '--format=%(refname)')).not.toContain('variant')
  return event.evidence
}

describe('TR-05 a change that weakens its tests', () => {
  it.each<[string, Changes]>([
    ['changes what a test expects', { 'product.out': 'bye\n', 'test/hello.txt': 'bye\n' }],
    ['deletes a test', { 'product.out': 'bye\n', 'test/hello.txt': null, 'test/bye.txt': 'bye\n' }],
    [
      'moves a test',
      {
        'product.out': 'bye\n',
        'test/hello.txt': null,
        'moved/hello.txt': 'hello\n',
        'test/bye.txt': 'bye\n',
      },
    ],
    ['empties the entry file', { 'product.out': 'bye\n', 'test/all.sh': 'true\n' }],
    [
      'puts a folder in the place of a test',
      {
        'product.out': 'bye\n',
        'test/hello.txt': null,
        'test/hello.txt/x': 'x\n',
        'test/bye.txt': 'bye\n',
        'test/all.sh': 'true\n',
      },
    ],
  ])('that %s is tried with the base’s tests, and fails', async (_what, changes) => {
    const [item] = await changed(changes)
    expect(item).toMatchObject({ exitCode: 0, problem: null, tests: { withBase: { exitCode: 1 } } })
    expect(item?.tests?.files).toEqual(
      Object.keys(changes)
        .filter((name) => name.startsWith('test/'))
        .sort(),
    )
  })

  it('that edits a script which a check’s script calls', async () => {
    const [item] = await changed({ 'product.out': 'bye\n', 'scripts/inner.sh': 'exit 0\n' }, [
      'sh scripts/check.sh',
    ])
    expect(item?.tests).toMatchObject({ files: ['scripts/inner.sh'], withBase: { exitCode: 1 } })
  })

  it('that edits the script of a package, whatever else it does there', async () => {
    const manifest = JSON.stringify({ scripts: { test: 'true' }, dependencies: { left: '1' } })
    const [item] = await changed({ 'product.out': 'bye\n', 'package.json': manifest }, ['npm test'])
    expect(item?.tests).toMatchObject({ files: ['package.json'], withBase: { exitCode: 1 } })
  })

  it('that empties the rules of a linter', async () => {
    const base = { ...files, 'biome.json': '{"ban": "bye"}\n' }
    const lint =
      'word=$(sed -n "s/.*ban\\": \\"\\([a-z]*\\).*/\\1/p" biome.json); test -z "$word" || ! grep -q "$word" product.out'
    const [item] = await changed({ 'product.out': 'hello\nbye\n', 'biome.json': '{}\n' }, [lint], base)
    expect(item?.tests).toMatchObject({ files: ['biome.json'], withBase: { exitCode: 1 } })
  })

  it('that puts its own tests there before the check runs them', async () => {
    const loads = 'test -e tools.sh && sh tools.sh; sh test/all.sh'
    const [item] = await changed(
      {
        'product.out': 'bye\n',
        'weak.txt': 'bye\n',
        'test/hello.txt': 'bye\n',
        'tools.sh': 'cp weak.txt test/hello.txt\n',
      },
      [loads],
    )
    expect(item?.tests?.withBase).not.toMatchObject({ exitCode: 0, problem: null })
  })

  it('is told apart from a product that a script of a check names', async () => {
    const base = { ...files, 'product.sh': 'echo hello\n', 'test/hello.txt': 'hello\n' }
    const line = 'sh product.sh > out.txt && grep -qxf test/hello.txt out.txt'
    const [item] = await changed({ 'product.sh': 'echo bye\n', 'test/hello.txt': 'bye\n' }, [line], base)
    expect(item?.tests?.withBase).toMatchObject({ exitCode: 1 })
  })
})

describe('TR-05 a change that keeps its tests', () => {
  it('and touches none of them, is not tried twice', async () => {
    const [item] = await changed({ 'product.out': 'hello\nmore\n' })
    expect(item).not.toHaveProperty('tests')
  })

  it('and brings new ones, which fail over the old product', async () => {
    const [item] = await changed({
      'product.out': 'hello\nmore\n',
      'test/more.test.sh': 'x\n',
      'test/all.sh': `${files['test/all.sh']}grep -q more product.out\n`,
    })
    expect(item?.tests).toEqual({
      files: ['test/all.sh', 'test/more.test.sh'],
      withBase: { exitCode: 0, problem: null, outputTail: '', executed: null },
      failOnBase: true,
    })
  })

  it('and brings new ones that show nothing of the change', async () => {
    const [item] = await changed({ 'product.out': 'hello\nmore\n', 'test/more.test.sh': 'x\n' })
    expect(item?.tests).toMatchObject({ withBase: { exitCode: 0 }, failOnBase: false })
  })

  it('and another package that it needs, whose scripts stay', async () => {
    const manifest = JSON.stringify({
      scripts: { test: 'sh test/all.sh', dev: 'true' },
      dependencies: { left: '1' },
    })
    const [item] = await changed({ 'product.out': 'hello\nmore\n', 'package.json': manifest }, ['npm test'])
    expect(item).toMatchObject({ exitCode: 0 })
    expect(item).not.toHaveProperty('tests')
  })

  it('has its logs beside those of its checks, and failing checks are not compared', async () => {
    const [item] = await changed({ 'product.out': 'bye\n', 'test/all.sh': 'exit 1\n' })
    expect(item).toMatchObject({ exitCode: 1 })
    expect(item).not.toHaveProperty('tests')
  })
})
