/** From a spec to a release, as docs/planning.md shows it. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownPorts } from '@harness/shell/test-support/own-ports'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { commit, newRepo, write } from './support/sample-repo.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

function tally(): string {
  const root = newRepo()
  cpSync(at('examples/tally'), root, { recursive: true })
  const config = JSON.parse(readFileSync(join(root, 'harness.config.json'), 'utf8'))
  write(root, {
    'harness.config.json': JSON.stringify({ ...config, lanes: { portBase: ownPorts }, sandbox: 'off' }),
  })
  commit(root, 'Begin')
  return root
}

interface Shown {
  readonly command: string
  readonly lines: readonly string[]
}

/** The commands of the page, each with the lines that it shows. */
function shownIn(page: string): readonly Shown[] {
  const [, block = ''] = /```console\n([\s\S]*?)```/.exec(page) ?? []
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...lines] = part.trimEnd().split('\n')
      return { command, lines }
    })
}

describe('from a spec to a release', () => {
  test('DL-18 DL-19 the way of docs/planning.md, command by command', async () => {
    const root = tally()
    const shown = shownIn(readFileSync(at('docs/planning.md'), 'utf8'))
    expect(shown.length).toBeGreaterThan(5)
    for (const { command, lines } of shown) {
      const [program, ...args] = command.split(' ')
      if (program === 'git') {
        commit(root, 'Plan the product')
        continue
      }
      const { stdout, stderr } = await harness(root, args)
      for (const line of lines) expect(stdout, `${command}\n${stdout}${stderr}`).toContain(line)
    }
    expect(existsSync(join(root, '.harness/run/RELEASE_READY'))).toBe(true)

    const { code, value } = await harnessJson(root, ['trace', 'tally/count'])
    expect(value.missing).toEqual([])
    expect([code, value]).toMatchObject([
      0,
      {
        ok: true,
        spec: 'docs/product-specs/main.md',
        plans: [{ id: '0001', status: 'completed' }],
        tests: ['test/count.test.js'],
        merges: [{ planId: '0001', isOnBase: true, checks: ['test'] }],
        gate: { status: 'covered', proof: { check: 'test' } },
      },
    ])

    rmSync(join(root, 'test/count.test.js'))
    commit(root, 'Remove a test')
    const gate = await harnessJson(root, ['release-gate'])
    expect([gate.code, gate.value.missing]).toEqual([
      1,
      ['tally/count: covered-but-test-missing, no test and no check names the tag'],
    ])
    expect(existsSync(join(root, '.harness/run/RELEASE_READY'))).toBe(false)
    const traced = await harnessJson(root, ['trace', 'tally/count'])
    expect([traced.code, traced.value.missing]).toEqual([
      1,
      [
        'test: no test names tally/count',
        'gate: covered-but-test-missing, no test and no check names the tag',
        'release: there is no RELEASE_READY',
      ],
    ])
  })

  test('DL-18 harness trace says what a tag lacks before anything is delivered, and knows misspelt ones', async () => {
    const root = tally()
    const { code, value } = await harnessJson(root, ['trace', 'tally/print'])
    expect([code, value.missing]).toEqual([
      1,
      [
        'plan: no plan has tally/print',
        'test: no test names tally/print',
        'gate: harness release-gate did not judge it yet',
        'release: there is no RELEASE_READY',
      ],
    ])
    expect(await harness(root, ['trace', 'tally/prnt'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean tally/print?'),
    })
  })
})
