/** Owns how a control test is called and written for each runner that is known. */
import type { Calling } from './control-line.ts'
import { programOf } from './entry-files.ts'

export interface Runner extends Calling {
  readonly files: RegExp
  /** In a new layer it builds all again, so it is called a second time only if that is quick. */
  readonly compiles?: true
  /** The test that must fail. `marker` is an expression: the word does not stand in the file. */
  control(original: string, at: string, marker: string): string
}

const script = /\.[cm]?jsx?$/
const typed = /\.[cm]?[jt]sx?$/

const isModule = (path: string, text: string): boolean =>
  /\.m[jt]s$/.test(path) ||
  (!/\.c[jt]s$/.test(path) && /^\s*(?:import|export)\b|^(?:[\w{}, ]+ = )?\(?await /m.test(text))

const isTyped = (path: string): boolean => /\.[cm]?tsx?$/.test(path)

/** Fails with the marker unless one of these lets something wrong pass. */
function unlessRefused(original: string, at: string, marker: string, wrong: string): string {
  const typed = isTyped(at) ? ': () => unknown' : ''
  const all = bringsAssert.test(original) ? `${wrong}, ${ownWrong(isTyped(at))}` : wrong
  return `
  const refuses = (one${typed}) => { try { one() } catch { return true } return false }
  if ([${all}].every(refuses)) throw new Error(${marker})
`
}

/** The library that a test calls `assert` may be another one after the change. */
const bringsAssert = /^\s*(?:import|const|let|var)\b.*\bassert\b/m
const ownWrong = (isTyped: boolean): string =>
  ["'ok', false", "'equal', 1, 2", "'strictEqual', 1, 2", "'deepEqual', [1], [2]"]
    .map((call) => {
      const [name] = call.split(',')
      const own = isTyped ? '(assert as any)' : 'assert'
      return `() => { if (typeof ${own}[${name}] !== 'function') throw 0; ${own}[${call.replace(', ', '](')}) }`
    })
    .join(', ')
const assertions = [
  ...['check(false)', 'check.ok(false)', 'check.equal(1, 2)', 'check.strictEqual(1, 2)'],
  ...['check.deepEqual({ a: 1 }, { a: 2 })', 'check.deepStrictEqual({ a: 1 }, { a: 2 })'],
  ...['check.notEqual(1, 1)', "check.match('a', /b/)", 'check.throws(() => {})', "check.fail('x')"],
]
const wrongAssertions = ['harnessAssert', 'harnessAssert.strict']
  .flatMap((check) => assertions.map((call) => `() => ${call.replace('check', check)}`))
  .join(', ')
const wrongExpectations = (expect: string): string =>
  [
    ...['(1).toBe(2)', '({ a: 1 }).toEqual({ a: 2 })', "('').toBeTruthy()", '([1]).toContain(2)'],
    ...["('a').toMatch(/b/)", '(() => {}).toThrow()'],
  ]
    .map((call) => `() => ${expect}${call}`)
    .join(', ')

const importing = (isEsm: boolean, what: string, from: string): string =>
  isEsm ? `import ${what} from '${from}'` : `const ${what.replaceAll(' as ', ': ')} = require('${from}')`

const name = "'control of the harness'"
const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const called =
  (...names: readonly string[]) =>
  (words: readonly string[]): number =>
    words.findIndex((word) => names.includes(programOf(word)))

export const runners: readonly Runner[] = [
  {
    at: (words) =>
      words.some((word) => /^(?:node|tsx)$/.test(programOf(word))) ? words.indexOf('--test') : -1,
    valued: set(
      '-r --require --import --loader --experimental-loader -C --conditions --env-file --test-reporter --test-reporter-destination --test-name-pattern --test-skip-pattern --test-shard --test-concurrency --test-timeout --test-isolation --test-coverage-include --test-coverage-exclude --test-coverage-lines --test-coverage-branches --test-coverage-functions --test-global-setup',
    ),
    choosing: set('--test-name-pattern --test-skip-pattern --test-shard --test-only --watch'),
    commands: [],
    added: [],
    files: typed,
    control: (original, at, marker) => {
      const isEsm = isModule(at, original)
      return `${importing(isEsm, 'harnessAssert', 'node:assert')}\n${importing(isEsm, '{ test as harnessTest }', 'node:test')}\nharnessTest(${name}, () => {${unlessRefused(original, at, marker, wrongAssertions)}})`
    },
  },
  {
    at: called('vitest'),
    valued: set(
      '-c --config --project --reporter --root -r --dir --mode --environment --pool --outputFile -t --testNamePattern --shard --exclude --maxWorkers --minWorkers --testTimeout --hookTimeout --bail --retry --changed --config-loader',
    ),
    choosing: set('-t --testNamePattern --shard --changed --watch -w --exclude'),
    commands: ['run', 'watch', 'dev'],
    added: [],
    files: typed,
    control: (original, at, marker) =>
      `import { expect as harnessExpect, test as harnessTest } from 'vitest'\nharnessTest(${name}, () => {${unlessRefused(original, at, marker, wrongExpectations('harnessExpect'))}})`,
  },
  {
    at: called('jest'),
    valued: set(
      '-c --config --rootDir --env --testEnvironment --maxWorkers -w --reporters --projects --selectProjects --testTimeout --shard --testPathPattern --testPathPatterns --testPathIgnorePatterns -t --testNamePattern --coverageDirectory --coverageProvider --changedSince --setupFilesAfterEnv --globals --seed',
    ),
    choosing: set(
      '--shard --testPathPattern --testPathPatterns --testPathIgnorePatterns -t --testNamePattern --changedSince -o --onlyChanged --lastCommit --findRelatedTests --runTestsByPath --watch --watchAll -f --onlyFailures',
    ),
    commands: [],
    added: ['--ci', '--runTestsByPath'],
    files: typed,
    control: (original, at, marker) => {
      const isImported = original.includes('@jest/globals')
      const [expect, test] = isImported ? ['harnessExpect', 'harnessTest'] : ['expect', 'test']
      const head = isImported
        ? `${importing(isModule(at, original), '{ expect as harnessExpect, test as harnessTest }', '@jest/globals')}\n`
        : ''
      return `${head}${test}(${name}, () => {${unlessRefused(original, at, marker, wrongExpectations(expect))}})`
    },
  },
  {
    at: called('mocha', '_mocha'),
    valued: set(
      '-r --require --import --loader --experimental-loader -n --node-option --config --package --reporter -R --reporter-option -O --ui -u --timeout -t --slow -s --extension --file --ignore --exclude -g --grep -f --fgrep -j --jobs --retries --spec',
    ),
    choosing: set('-g --grep -f --fgrep --spec --ignore --exclude --watch -w -i --invert'),
    commands: [],
    added: [],
    files: typed,
    control: (original, at, marker) =>
      `${importing(isModule(at, original), 'harnessAssert', 'node:assert')}\n;(globalThis.it ?? globalThis.test)(${name}, () => {${unlessRefused(original, at, marker, wrongAssertions)}})`,
  },
  {
    at: called('pytest', 'py.test'),
    valued: set(
      '-k -m -c --rootdir -p -n -o --override-ini --tb -W --maxfail --ignore --ignore-glob --deselect --junitxml --junit-xml --durations --timeout --import-mode --confcutdir --cov-report --cov-config --numprocesses --dist',
    ),
    choosing: set(
      '-k -m --deselect --ignore --ignore-glob --lf --last-failed --ff --failed-first --nf --sw --stepwise --collect-only --co',
    ),
    commands: [],
    added: [],
    files: /\.py$/,
    control: (_original, _at, marker) => `def test_control_of_the_harness():\n    assert 1 == 2, ${marker}`,
  },
  {
    at: (words) => {
      const at = words.indexOf('unittest')
      return words[at - 1] === '-m' ? at : -1
    },
    valued: set('-s --start-directory -p --pattern -t --top-level-directory -k'),
    choosing: set('-s --start-directory -p --pattern -t --top-level-directory -k'),
    commands: [],
    added: [],
    files: /\.py$/,
    control: (_original, _at, marker) => `
import unittest as harness_unittest


class ControlOfTheHarness(harness_unittest.TestCase):
    def test_control(self):
        for wrong in (
            lambda: self.assertEqual(1, 2),
            lambda: self.assertTrue(False),
            lambda: self.assertIn(1, []),
            lambda: self.assertIsNone(1),
            lambda: self.fail(),
        ):
            try:
                wrong()
            except AssertionError:
                continue
            return
        raise Exception(${marker})`,
  },
]

/** A loader, or a pattern of the check's own, shows that the runner takes TypeScript. */
export function filesOf({ files }: Runner, words: readonly string[], patterns: readonly string[]): RegExp {
  if (files !== typed) return files
  const endings = patterns.map((pattern) => /\.([cm]?[jt]sx?|\{[^}]*\})$/.exec(pattern)?.[1] ?? '')
  if (endings.some((ending) => ending !== ''))
    return endings.some((ending) => /ts/.test(ending)) ? typed : script
  const isNode = words.includes('--test') || words.some((word) => /mocha$/.test(programOf(word)))
  return !isNode || words.some((word) => /tsx|ts-node|swc|esbuild|strip-types/.test(word)) ? typed : script
}
