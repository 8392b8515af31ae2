/**
 * Owns the control test: a copy of one of the product's own tests with one more, which must fail. It asks the assertions that
 * tests use if they still refuse what is wrong. If it passes, the product has disarmed the runner, or no test counts.
 */
import type { CommandLine } from './entry-files.ts'
import { isTest } from './test-files.ts'

/** How a control test is written and run for one runner. */
interface Runner {
  readonly called: RegExp
  readonly files: RegExp
  readonly run: string
  /** The test that must fail; `isModule` says how a file imports. */
  control(isModule: boolean): string
}

const script = /\.[cm]?jsx?$/
const typed = /\.[cm]?[jt]sx?$/

/** Fails unless one of the assertions lets something wrong pass. */
const assertions = `
  const wrong = [harnessAssert, harnessAssert.strict].flatMap((check) => [
    () => check(false), () => check.ok(false), () => check.equal(1, 2), () => check.strictEqual(1, 2),
    () => check.deepEqual({ a: 1 }, { a: 2 }), () => check.deepStrictEqual({ a: 1 }, { a: 2 }),
    () => check.notEqual(1, 1), () => check.match('a', /b/), () => check.throws(() => {}), () => check.fail('x'),
  ])
  const refuses = (one) => { try { one() } catch { return true } return false }
  if (wrong.every(refuses)) throw new Error('this control test must fail')
`
const expectations = `
  const wrong = [
    () => harnessExpect(1).toBe(2), () => harnessExpect({ a: 1 }).toEqual({ a: 2 }), () => harnessExpect('').toBeTruthy(),
    () => harnessExpect([1]).toContain(2), () => harnessExpect('a').toMatch(/b/), () => harnessExpect(() => {}).toThrow(),
  ]
  const refuses = (one) => { try { one() } catch { return true } return false }
  if (wrong.every(refuses)) throw new Error('this control test must fail')
`
const imports = (isModule: boolean, what: string, from: string): string =>
  isModule ? `import ${what} from '${from}'` : `const ${what.replaceAll(' as ', ': ')} = require('${from}')`

const runners: readonly Runner[] = [
  {
    called: /\bnode\b[^;&|\n]*\s--test\b/,
    files: script,
    run: 'node --test',
    control: (isModule) =>
      `${imports(isModule, 'harnessAssert', 'node:assert')}\n${imports(isModule, '{ test as harnessTest }', 'node:test')}\nharnessTest('control of the harness', () => {${assertions}})`,
  },
  {
    called: /(?:^|[\s/])vitest(?=$|\s)/,
    files: typed,
    run: 'vitest run',
    control: () =>
      `import { expect as harnessExpect, test as harnessTest } from 'vitest'\nharnessTest('control of the harness', () => {${expectations}})`,
  },
  {
    called: /(?:^|[\s/])jest(?=$|\s)/,
    files: typed,
    run: 'jest --ci --runTestsByPath',
    control: () =>
      `test('control of the harness', () => {${expectations.replaceAll('harnessExpect', 'expect')}})`,
  },
  {
    called: /(?:^|[\s/])mocha(?=$|\s)/,
    files: script,
    run: 'mocha',
    control: (isModule) =>
      `${imports(isModule, 'harnessAssert', 'node:assert')}\nit('control of the harness', () => {${assertions}})`,
  },
  {
    called: /(?:^|[\s/])(?:pytest|py\.test)(?=$|\s)/,
    files: /\.py$/,
    run: 'python3 -m pytest -q -p no:cacheprovider',
    control: () => 'def test_control_of_the_harness():\n    assert 1 == 2, "this control test must fail"',
  },
]

export interface ControlPlan {
  /** A test of the product. The control stands in its place, so that nothing can tell them apart by their name. */
  readonly at: string
  readonly run: string
  text(original: string, isModule: boolean): string
}

/** Null if the check calls no runner that is known here, or if it has no test that could be copied. */
export function planControl(
  lines: readonly Pick<CommandLine, 'run'>[],
  paths: readonly string[],
): readonly ControlPlan[] {
  const runner = runners.find(({ called }) => lines.some(({ run }) => called.test(run)))
  if (runner === undefined) return []
  return paths
    .filter((path) => isTest(path) && runner.files.test(path) && /^[\w./@+-]+$/.test(path))
    .map((at) => ({
      at,
      run: `PATH="$PWD/node_modules/.bin:$PATH" ${runner.run} '${at}'`,
      text: (original, isModule) => `${original}\n${runner.control(isModule)}\n`,
    }))
}
