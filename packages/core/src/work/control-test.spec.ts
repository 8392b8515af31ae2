import { describe, expect, it } from 'vitest'
import { planControl, planOwnControl } from './control-test.ts'

const paths = [
  'src/greet.ts',
  'src/greet.test.ts',
  'test/greet.test.js',
  'app/test/app.test.js',
  'tests/test_greet.py',
  'tests/greet.rs',
  'crates/shout/tests/shout.rs',
  'crates/shout/tests/helpers/mod.rs',
  'pkg/greet/greet_test.go',
]
const lineOf = (run: string, folder: string | null = ''): string | undefined =>
  planControl([{ run, folder }], paths)[0]?.run.replaceAll(
    'export PATH="$PWD/node_modules/.bin:$PATH"',
    'PATH',
  )

describe('TR-03 the line of a control test is the check’s own, with one file', () => {
  it.each([
    ['node --test', 'PATH; node --test test/greet.test.js'],
    ['node --test test/*.test.js', 'PATH; node --test test/greet.test.js'],
    ['node --test test/', 'PATH; node --test test/greet.test.js'],
    [
      'node --require ./src/set-up.js --test test/*.test.js',
      'PATH; node --require ./src/set-up.js --test test/greet.test.js',
    ],
    ["node --import tsx --test 'src/**/*.test.ts'", 'PATH; node --import tsx --test src/greet.test.ts'],
    [
      'node --test --test-reporter spec --test-name-pattern greets test',
      'PATH; node --test --test-reporter spec test/greet.test.js',
    ],
    ['NODE_ENV=test c8 node --test', 'PATH; NODE_ENV=test c8 node --test test/greet.test.js'],
    [
      'npx vitest run --config ci.config.ts src',
      'PATH; npx vitest run --config ci.config.ts src/greet.test.ts',
    ],
    ['vitest run --some-thing value --shard=1/2', 'PATH; vitest run --some-thing value src/greet.test.ts'],
    [
      'node --experimental-vm-modules node_modules/jest/bin/jest.js --testPathPattern greet',
      'PATH; node --experimental-vm-modules node_modules/jest/bin/jest.js --ci --runTestsByPath src/greet.test.ts',
    ],
    ['mocha -r ./set-up.js --grep fast', 'PATH; mocha -r ./set-up.js test/greet.test.js'],
    ['mocha -r ts-node/register "src/**/*.test.ts"', 'PATH; mocha -r ts-node/register src/greet.test.ts'],
    ['python3 -m pytest -x -k slow tests', 'PATH; python3 -m pytest -x tests/test_greet.py'],
    ['python3 -m unittest discover -s tests -v', 'PATH; python3 -m unittest -v tests/test_greet.py'],
    ['poetry run pytest --cov=greet', 'PATH; poetry run pytest --cov=greet tests/test_greet.py'],
    [
      'cargo test --locked -p shout greets -- --nocapture --test-threads 1',
      'PATH; cargo test --locked --manifest-path Cargo.toml --test greet',
    ],
    [
      'cd crates/shout && cargo t --features loud --lib',
      'PATH; cd crates/shout && PATH && cargo t --features loud --manifest-path Cargo.toml --test shout',
    ],
    [
      'RUST_BACKTRACE=1 cargo test --workspace --manifest-path=crates/shout/Cargo.toml',
      'PATH; RUST_BACKTRACE=1 cargo test --manifest-path Cargo.toml --test greet',
    ],
    [
      'go test -race -run Greet -tags integration ./... -args -fast',
      'PATH; go test -race -tags integration ./pkg/greet',
    ],
    ['cd pkg && go test ./greet', 'PATH; cd pkg && PATH && go test ./greet'],
    ['cd pkg/greet && go test -v', 'PATH; cd pkg/greet && PATH && go test -v ./'],
    ['if vitest run; then true; fi', 'PATH; vitest run src/greet.test.ts'],
    ['vitest run | tee log.txt', 'PATH; vitest run src/greet.test.ts'],
    ['vitest run -t "a b" --reporter="$KIND x"', 'PATH; vitest run --reporter=$KIND\\ x src/greet.test.ts'],
    ['cd app && node --test test/*.js', 'PATH; cd app && PATH && node --test test/app.test.js'],
    ['cd app && node --test ../test/*.test.js', 'PATH; cd app && PATH && node --test ../test/greet.test.js'],
  ])('%s', (run, line) => expect(lineOf(run)).toBe(line))

  it.each([
    'eslint .',
    'echo vitest',
    'npm install vitest',
    'cat vitest.config.ts',
    'node tools/run.js',
    'cargo build',
    'go vet ./...',
  ])('there is none for %s', (run) => expect(lineOf(run)).toBeUndefined())

  it('what compiles is not built again if the check takes long', () => {
    const planned = (run: string) => planControl([{ run, folder: '' }], paths, false).length > 0
    expect(['cargo test', 'go test ./...', 'vitest'].map(planned)).toEqual([false, false, true])
  })

  it('the marker stands in no file: only the failure shows it', () => {
    for (const run of ['node --test', 'vitest', 'jest', 'mocha', 'pytest']) {
      const [plan] = planControl([{ run, folder: '' }], paths)
      expect(plan?.text('', 'abc-123')).toMatch(/321-cba/)
      expect(plan?.text('', 'abc-123')).not.toContain('abc-123')
    }
    for (const run of ['cargo test', 'go test ./...']) {
      const [plan] = planControl([{ run, folder: '' }], paths)
      expect(plan?.text('', 'abc-123')).toMatch(/"abc-".*"123"/)
      expect(plan?.wrong('assert.Equal(t, "Hello", greet())', 'abc-123')).toBe(null)
    }
  })
})

describe('TR-03 the library that a test calls assert must refuse what is wrong, too', () => {
  const own = "assert['equal'](1, 2)"
  const textFor = (original: string): string | undefined =>
    planControl([{ run: 'node --test', folder: '' }], paths)[0]?.text(original, 'abc')
  it('if the test brings it', () => {
    expect(textFor("const assert = require('tiny-assert')\n")).toContain(own)
    expect(textFor("import { assert } from 'tiny-assert'\n")).toContain(own)
  })
  it('and not if there is none', () => expect(textFor("test('asserts', () => {})\n")).not.toContain(own))
})

describe('TR-03 a control test for a runner of the repository’s own', () => {
  const scripts = [{ text: 'require("../test/greet.test.js")' }]
  const line = [{ run: 'node tools/run.js', folder: '' }]
  const text = (original: string): string | undefined =>
    planOwnControl('node tools/run.js', line, scripts, paths)[0]?.text(original, 'abc')
  const failure = "throw new Error([...'cba'].reverse().join(''))"
  it('is run by the check’s own line, in the files that such a runner can load', () =>
    expect(planOwnControl('node tools/run.js', line, scripts, paths).map(({ at, run }) => [at, run])).toEqual(
      [
        ['test/greet.test.js', 'node tools/run.js'],
        ['app/test/app.test.js', 'node tools/run.js'],
      ],
    ))
  it('stands behind the imports, and in front of the tests', () => {
    const original = "const { greet } = require('../src/greet.js')\ntest('greets', () => {})\n"
    expect(text(original)?.split('\n')).toEqual([
      "const { greet } = require('../src/greet.js')",
      `;test([...'cba'].reverse().join(''), () => { ${failure} });`,
      "test('greets', () => {})",
      '',
    ])
  })
  it('throws if the file declares no tests', () =>
    expect(text("import {\n  a,\n} from './a.js'\na()\n")).toBe(
      `import {\n  a,\n} from './a.js'\n${failure}\na()\n`,
    ))
  it('there is none if no script of the check is about tests', () =>
    expect(planOwnControl('node tools/lint.js', line, [{ text: 'lint("src")' }], paths)).toEqual([]))
  it('is made of the files that the check itself names as tests, if there are any', () => {
    const run = 'node tools/self-test.js | grep -q passed'
    const plans = planOwnControl(run, [{ run, folder: '' }], [], [...paths, 'tools/self-test.js'])
    expect(plans.map(({ at }) => at)).toEqual(['tools/self-test.js'])
  })
})
