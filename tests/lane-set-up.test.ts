/** A lane's installed dependencies always belong to the lock files of the tree that is checked. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownPorts } from '@harness/shell/test-support/own-ports'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  sampleRepo,
  script,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

/** Adds and never removes, as many installers do: `deps/<version>` for the version that the lock file names. */
const install = 'mkdir -p deps && touch "deps/$(cat app/package-lock.json)"'
/** Passes if exactly the locked version is installed. */
const installed = { name: 'installed', run: 'test "$(ls deps)" = "$(cat app/package-lock.json)"' }

const product = (more: Readonly<Record<string, string>> = {}): string =>
  sampleRepo({
    '.gitignore': 'deps/\n',
    'app/package-lock.json': 'one\n',
    'harness.config.json': settings([install]),
    ...more,
  })

const settings = (setup: readonly string[], checks: readonly unknown[] = [installed]): string =>
  config({ checks, lanes: { setup, portBase: ownPorts, pool: 2 } })

const updates = {
  ...delivers,
  do: [...delivers.do, { write: { path: 'app/package-lock.json', text: 'two\n' } }],
}

describe('DL-44 set-up runs again before the checks', () => {
  test('if the base branch brings another lock file before the merge', async () => {
    const root = product()
    expect((await harness(root, ['run', '0001', '--phase', 'implement'])).code).toBe(0)
    write(root, { 'app/package-lock.json': 'two\n' })
    commit(root, 'Update')
    const { code, value } = await harnessJson(root, ['resume'])
    expect({ code, value }).toMatchObject({ code: 0, value: { outcome: 'done' } })
  })

  test('if lanes.setup changes while the run is paused', async () => {
    const root = product()
    expect((await harness(root, ['run', '0001', '--phase', 'implement'])).code).toBe(0)
    const seen = join(temporaryFolder(), 'seen')
    write(root, { 'harness.config.json': settings([install, `ls deps >> '${seen}'`]) })
    commit(root, 'Another set-up')
    const { code, value } = await harnessJson(root, ['resume'])
    expect({ code, value }).toMatchObject({ code: 0, value: { outcome: 'done' } })
    expect(existsSync(seen) ? readFileSync(seen, 'utf8') : 'never ran').toMatch(/^(one\n)+$/)
  })
})

describe('DL-44 a set-up that fails', () => {
  const picky = settings(['grep -qv broken app/package-lock.json', install])

  test('for the lock file of an agent fails the checks, and the fixer can fix the lock file', async () => {
    const breaks = { ...updates, do: [{ write: { path: 'app/package-lock.json', text: 'broken\n' } }] }
    const fixes = {
      role: 'fixer',
      match: 'grep -qv broken',
      do: [{ write: { path: 'app/package-lock.json', text: 'two\n' } }],
      reply: 'Fixed.',
    }
    const root = product({
      'harness.config.json': picky,
      'script.json': script(breaks, approves, fixes),
    })
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect({ code, value }).toMatchObject({ code: 0, value: { outcome: 'done' } })
    expect(git(root, 'show', 'main:app/package-lock.json')).toBe('two')
  })

  test('for new commands of the operator pauses the run and names the command', async () => {
    const root = product()
    expect((await harness(root, ['run', '0001', '--phase', 'implement'])).code).toBe(0)
    write(root, { 'harness.config.json': settings(['no-such-installer']) })
    commit(root, 'Another set-up')
    const { code, value } = await harnessJson(root, ['resume'])
    expect({ code, value }).toMatchObject({
      code: 1,
      value: { outcome: 'paused', reason: expect.stringContaining('no-such-installer') },
    })
  })
})
