/** The suite about itself: what its files need is declared, and the declaration is true. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { figuresTable } from '../tooling/figures-reporter.ts'
import { ownWorker, pathsOf } from '../tooling/own-worker.ts'
import { packageSources, packageTests } from '../tooling/package-tests.ts'

describe('files with a worker of their own', () => {
  it('are found by their names, in any folder', () => {
    const paths = ['packages/shell/src/a/one.test.ts', 'packages/cli/src/one.test.ts']
    expect(pathsOf(['cli/one.test.ts', 'shell/one.test.ts'], paths)).toEqual(paths.toReversed())
  })

  it('fail the run if there is none, or more than one, of a name', () => {
    const paths = ['packages/shell/src/a/one.test.ts', 'packages/shell/src/b/one.test.ts']
    const names = (name: string) => () => pathsOf([name], paths)
    expect(names('shell/one.test.ts')).toThrow(
      'tooling/own-worker.ts names shell/one.test.ts, but 2 test files have this name.',
    )
    expect(names('shell/two.test.ts')).toThrow(
      'tooling/own-worker.ts names shell/two.test.ts, but 0 test files have this name.',
    )
  })

  it('include every file that replaces modules', () => {
    const declared = pathsOf(Object.keys(ownWorker), packageTests)
    const replaces = (path: string): boolean =>
      readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').includes('vi.mock(')
    expect(packageTests.filter((path) => replaces(path) && !declared.includes(path))).toEqual([])
  })
})

const fileOf = (imported: string, importer: string): string =>
  imported.startsWith('.')
    ? join(dirname(importer), imported)
    : `${imported.replace(/^@harness\/([^/]+)/, 'packages/$1/src')}.ts`

describe('a soak', () => {
  const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const inTests = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  const sources = [...inTests.map((path) => `tests/${path}`), ...packageSources].filter((path) =>
    path.endsWith('.ts'),
  )
  /** Each with the sources that import it. */
  const importers = new Map<string, string[]>()
  for (const path of sources)
    for (const [, from = ''] of read(path).matchAll(/from '([^']+)'/g)) {
      const imported = fileOf(from, path)
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  const isTest = (path: string): boolean => /\.(?:spec|test)\.ts$/.test(path)
  /** By themselves, or by what they import. */
  const testsThatImport = (source: string): readonly string[] =>
    (importers.get(source) ?? []).flatMap((path) => (isTest(path) ? [path] : testsThatImport(path)))

  it('has every file that tries only a part of its values in each run', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const [, names = ''] = /vitest run (.*)/.exec(scripts.soak) ?? []
    const isInSoak = (path: string): boolean => names.split(' ').some((name) => path.includes(name))
    const found = testsThatImport('packages/formats/src/test-support/runs.ts')
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((path) => !isInSoak(path))).toEqual([])
  })
})

describe('the table at the end of a soak', () => {
  it('TR-13 adds up what was tried with a sandbox and without one, and shows what was not tried', () => {
    const counted = [
      { 'lies told, confined': 2, 'lies caught, confined': 1 },
      { 'lies told, confined': 1, 'kills survived, unconfined': 3 },
      {},
    ]
    expect(figuresTable(counted).split('\n')).toEqual([
      '                  confined  unconfined  no sandbox needed',
      'kills survived           -           3                  -',
      'lies told                3           -                  -',
      'lies caught              1           -                  -',
      'attacks tried            -           -                  -',
      'probes refused           -           -                  -',
      'inputs fuzzed            -           -                  -',
    ])
  })
})
