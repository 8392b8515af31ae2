import { describe, expect, it } from 'vitest'
import { followedLines, type Manifest } from './check-lines.ts'
import type { ChangedFile } from './lost-tests.ts'
import { isOfInterest, planCallsFor, type SuspectFile, suspicionsOf } from './suspicions.ts'

const ruledBy = (...runs: readonly string[]) => {
  const checks = runs.map((run) => ({ run }))
  return { checks, governed: [], largestFileBytes: 5_000_000, lines: followedLines(checks, new Map()).lines }
}
const rules = {
  ...ruledBy('npm test', 'sh ./scripts/lint.sh --all', 'make verify'),
  governed: ['harness.config.json', '.harness', 'docs/plans'],
}
const file = (
  path: string,
  before: string | null,
  after: string | null,
  oldPath: string | null = null,
): ChangedFile => ({
  path,
  before,
  after,
  oldPath,
})
const kinds = (...files: readonly SuspectFile[]) =>
  suspicionsOf(files, rules).map(({ kind, file: at }) => `${kind} ${at}`)

describe('tests that go away', () => {
  it.each([
    'test/a.js',
    'src/a.test.ts',
    'src/a_test.go',
    'tests/test_a.py',
    'src/ATest.java',
    'e2e/login.ts',
    'spec/a_spec.rb',
  ])('%s deleted', (path) => expect(kinds(file(path, 'x', null))).toEqual([`test-removed ${path}`]))
  it('moved elsewhere is no loss, made into something else is', () => {
    expect(kinds(file('test/b.test.js', 'it("a")', 'it("a")', 'test/a.test.js'))).toEqual([])
    expect(kinds(file('src/b.js', 'it("a")', 'it("a")', 'test/a.test.js'))).toEqual([
      'test-removed test/a.test.js',
    ])
  })
  it.each([
    ['a.test.js', 'it("a", f)\nit("b", f)\n', 'it("a", f)\n'],
    ['test_a.py', 'def test_a():\n  pass\ndef test_b():\n  pass\n', 'def test_a():\n  pass\n'],
    [
      'a_test.go',
      'func TestA(t *testing.T) {}\nfunc TestB(t *testing.T) {}\n',
      'func TestA(t *testing.T) {}\n',
    ],
    ['tests/a.rs', '#[test]\nfn a() {}\n#[test]\nfn b() {}\n', '#[test]\nfn a() {}\n'],
  ])('%s with fewer tests than before', (path, before, after) => {
    expect(kinds(file(path, before, after))).toEqual([`test-removed ${path}`])
    expect(kinds(file(path, after, before))).toEqual([])
  })
})

describe('tests that go away while others come along', () => {
  const sums = 'test("adds", () => {\n  assert.equal(sum(1, 2), 3)\n})\n'
  const empty = 'test("is there", () => {})\n'
  const other = 'test("multiplies", () => {\n  assert.equal(product(1, 2), 2)\n})\n'
  it.each<[what: string, files: readonly ChangedFile[]]>([
    ['in another file', [file('a.test.js', sums, null), file('b.test.js', null, empty)]],
    [
      'in another file, that assert something else',
      [file('a.test.js', sums, null), file('b.test.js', null, other)],
    ],
    ['in the same file', [file('a.test.js', sums, other)]],
    ['in the same file, that assert nothing', [file('a.test.js', sums, 'test("adds up", () => {})\n')]],
    [
      'in words not known here',
      [file('test/a.js', 'check(sum(1, 2))', null), file('test/b.js', null, 'ok()')],
    ],
    [
      'under the same title elsewhere',
      [file('a.test.js', sums, null), file('b.test.js', null, 'test("adds")')],
    ],
  ])('%s', (_, files) => expect(kinds(...files)).toContain(`test-removed ${files[0]?.path}`))

  it.each([
    ['a.test.js', sums, 'test("adds", () => {})\n'],
    ['a.test.js', sums + other, `test("adds", () => { sum(1, 2) })\n${other}`],
    ['test_a.py', 'def test_a():\n  assert f() == 1\n', 'def test_a():\n  pass\n'],
    ['a_test.go', 'func TestA(t *testing.T) { t.Fatal("x") }', 'func TestA(t *testing.T) {}'],
    ['spec/a_spec.rb', 'it "adds" do\n  expect(1).to eq 1\nend', 'it "adds" do\nend'],
    ['tests/a.rs', '#[test]\nfn adds() { assert_eq!(1, 1) }', '#[test]\nfn adds() { }'],
    ['src/ATest.java', '@Test void adds() { assertEquals(1, 1); }', '@Test void adds() {}'],
  ])('%s keeps its title and asserts nothing: %j', (path, before, after) =>
    expect(suspicionsOf([file(path, before, after)], rules)).toMatchObject([
      { kind: 'test-removed', detail: expect.stringMatching(/no longer asserts anything/) },
    ]),
  )

  it.each<[what: string, files: readonly ChangedFile[]]>([
    ['another name', [file('a.test.js', sums, sums.replace('adds', 'is the sum'))]],
    [
      'a longer name and another body',
      [file('a.test.js', sums, 'test("adds numbers", () => expect(1).toBe(1))')],
    ],
    ['another file', [file('a.test.js', sums, null), file('b.test.js', null, other + sums)]],
    [
      'another file and another name',
      [file('a.test.js', sums, null), file('b.test.js', null, sums.replace('adds', 'is the sum'))],
    ],
    ['another order', [file('a.test.js', sums + other, other + sums)]],
    ['company', [file('a.test.js', sums, sums + other)]],
    ['other figures', [file('a.test.js', sums, sums.replace('3', '4'))]],
  ])('a test that gets %s is still there', (_, files) => expect(kinds(...files)).toEqual([]))
})

describe('tests that are switched off', () => {
  it.each([
    ['a.test.js', 'it("a", f)', 'it.skip("a", f)'],
    ['a.test.js', 'it("a", f)\nit("b", f)', 'it.only("a", f)\nit("b", f)'],
    ['a.test.js', 'it("a", f)', 'it.todo("a")'],
    ['a.test.js', 'test("a", f)', 'xtest("a", f)\ntest("b", f)'],
    ['test_a.py', 'def test_a(): pass', '@pytest.mark.skip\ndef test_a(): pass'],
    ['a_test.go', 'func TestA(t *testing.T) {}', 'func TestA(t *testing.T) { t.Skip("later") }'],
    ['tests/a.rs', '#[test]\nfn a() {}', '#[test]\n#[ignore]\nfn a() {}'],
    ['src/ATest.java', '@Test void a() {}', '@Disabled @Test void a() {}'],
  ])('%s: %j', (path, before, after) =>
    expect(kinds(file(path, before, after))).toContain(`test-skipped ${path}`),
  )
  it('but a page that is skipped in the product is no test', () =>
    expect(kinds(file('a.test.js', 'it("a", f)', 'it("a", () => find({ skip: 10 }))'))).toEqual([]))
  it('but not those that were off before', () =>
    expect(kinds(file('a.test.js', 'it.skip("a", f)', 'it.skip("a", f)\nit("b", f)'))).toEqual([]))
})

describe('what is no loss', () => {
  it.each<[what: string, files: readonly ChangedFile[]]>([
    [
      'tests that moved to another file',
      [file('a.test.js', 'it("a")\nit("b")', 'it("a")'), file('b.test.js', null, 'it("b")')],
    ],
    ['tests that became a table', [file('a.test.js', 'test("a")\ntest("b")', 'test.each([1, 2])("a %i")')]],
    ['a pattern that is no longer asked', [file('a.test.js', 'it("a")\n/x/.test(y)', 'it("a")\n')]],
    ['a fixture', [file('test/fixtures/a.js', 'x', null)]],
    ['a document', [file('specs/api.md', 'x', null)]],
    ['a model that is fitted', [file('test_model.py', 'def test_a(): pass', 'def test_a(): model.fit(x)')]],
  ])('%s', (_, files) => expect(suspicionsOf(files, rules)).toEqual([]))
})

describe('what only looks like a test', () => {
  it.each([
    ['a.test.js', 'test("a", f)\ntest("b", f)', '// test("a", f)\n// test("b", f)\ntest("c", f)'],
    ['a.test.js', 'test("a", f)\ntest("b", f)', '/* test("a", f) */ test("b", f)'],
  ])('%s: %j → %j', (path, before, after) =>
    expect(kinds(file(path, before, after))).toEqual([`test-removed ${path}`]),
  )
  it.each([
    "test('a', { skip: true }, f)",
    "test('a', { skip: 1===1 }, f)",
    "test('a', (t) => t.skip())",
    "if (false) { test('a', f) }",
    "test.skipIf(true)('a', f)",
    "test.runIf(ci)('a', f)",
    "process.exit(0)\ntest('a', f)",
  ])('%s', (after) =>
    expect(kinds(file('a.test.js', "test('a', f)", after))).toEqual(['test-skipped a.test.js']),
  )
})

describe('planCallsFor', () => {
  it.each([
    ['Remove test/a.js.', true],
    ['- `test/a.js` becomes a table', true],
    ['Do not touch test/a.js.', false],
    ['Keep test/a.js as it is', false],
    ['## Out Of Scope\n- test/a.js', false],
    ['## Out Of Scope\n- other\n## Milestones\n- test/a.js goes', true],
    ['test/b.js', false],
    ['Edit ./test/a.js', true],
    ['Edit (test/a.js)', true],
    ['Edit packages/x/test/a.js', false],
    ['Edit test/a.jsx', false],
    ['Edit test/a.js.map', false],
    ['Edit test/a.js/b', false],
  ])('%j: %s', (plan, expected) => expect(planCallsFor(plan, 'test/a.js')).toBe(expected))

  it.each([
    ['Add a link to the page.', 'link', false],
    ['Add the link `link`.', 'link', true],
    ['A plan.', 'A', false],
    ['Edit the Makefile.', 'Makefile', true],
    ['Add `a<U+202E>b`', 'a<U+202E>b', true],
  ])('TR-10 %j calls for a change of %s: %s', (plan, name, expected) =>
    expect(planCallsFor(plan, name)).toBe(expected),
  )
})

it.each(['.npmrc', 'vitest.config.ts'])('a new %s decides what a check really does', (path) =>
  expect(kinds(file(path, null, 'x'))).toEqual([`check-edited ${path}`]),
)

describe('what checks run', () => {
  type Scripts = Manifest['scripts']
  const manifest = (
    before: Scripts,
    after: Scripts,
    settings: readonly [was: Scripts, is: Scripts] = [{}, {}],
  ): SuspectFile => ({
    ...file('package.json', 'a', 'b'),
    manifest: {
      before: { scripts: before, settings: settings[0] },
      after: { scripts: after, settings: settings[1] },
    },
  })
  const scripts = { test: 'npm run unit && node lint.js', unit: 'vitest run', dev: 'vite' }
  it.each([{ test: 'true' }, { unit: 'true' }, { pretest: 'rm -rf test' }])(
    'a script that a check calls, directly or not: %j',
    (edit) => {
      expect(kinds(manifest(scripts, { ...scripts, ...edit } as Scripts))).toEqual([
        'check-edited package.json',
      ])
    },
  )
  it('a script that a check calls and that is gone', () =>
    expect(kinds(manifest(scripts, {}))).toEqual(['check-edited package.json']))
  it('another script is free to change', () => {
    expect(kinds(manifest(scripts, { ...scripts, dev: 'next' }))).toEqual([])
    expect(kinds(manifest(scripts, { ...scripts, build: 'tsc' }))).toEqual([])
  })
  it('the settings of a test tool that lie in the manifest', () => {
    expect(kinds(manifest(scripts, scripts, [{}, { jest: '{"testMatch":[]}' }]))).toEqual([
      'check-edited package.json',
    ])
    expect(kinds(manifest(scripts, scripts, [{ jest: '{}' }, { jest: '{}' }]))).toEqual([])
  })
  it.each(
    'scripts/lint.sh Makefile vitest.config.ts vite.config.ts vitest.workspace.ts pytest.ini .mocharc.json eslint.config.mjs .eslintrc.json biome.json packages/a/tsconfig.json tsconfig.build.json .github/workflows/ci.yml'.split(
      ' ',
    ),
  )('%s edited or gone', (path) => {
    expect(kinds(file(path, 'a', 'b'))).toEqual([`check-edited ${path}`])
    expect(kinds(file(path, 'a', null))).toContain(`check-edited ${path}`)
  })
  it.each(['packages/new/tsconfig.json', '.github/workflows/release.yml', 'pyproject.toml'])(
    'a new %s loosens nothing',
    (path) => expect(kinds(file(path, null, 'x'))).toEqual([]),
  )
  it('of pyproject.toml only what tools go by', () => {
    const text = (dependency: string, paths: string): string =>
      `[project]\ndependencies = ["${dependency}"]\n\n[tool.poetry.dependencies]\n${dependency} = "1"\n\n[tool.pytest.ini_options]\ntestpaths = ["${paths}"]\n`
    expect(kinds(file('pyproject.toml', text('a', 'tests'), text('b', 'tests')))).toEqual([])
    expect(kinds(file('pyproject.toml', text('a', 'tests'), text('a', 'none')))).toEqual([
      'check-edited pyproject.toml',
    ])
  })
})

it('what a check only reads is the product', () => {
  const reads = ruledBy('grep -q node hello.txt && npx eslint src/a.js', 'node scripts/a.js src/b.css')
  for (const path of ['hello.txt', 'src/a.js', 'src/b.css'])
    expect(suspicionsOf([file(path, 'a', 'b')], reads)).toEqual([])
})

describe('the rules of the harness', () => {
  it.each(['harness.config.json', '.harness/roles/reviewer.md', 'docs/plans/0001-a.md'])(
    '%s edited, made or gone',
    (path) => {
      for (const [before, after] of [
        ['a', 'b'],
        [null, 'b'],
        ['a', null],
      ] as const)
        expect(kinds(file(path, before, after))).toEqual([`rules-edited ${path}`])
    },
  )
  it('a name that only begins alike is free', () =>
    expect(kinds(file('docs/plans.md', 'a', 'b'), file('.harnessed', 'a', 'b'))).toEqual([]))
})

it('ordinary work raises nothing, and needs not even be read', () => {
  expect(
    kinds(file('src/sum.js', 'a', 'b'), file('src/old.js', 'a', null), file('README.md', null, 'b')),
  ).toEqual([])
  expect(isOfInterest('src/sum.js', rules)).toBe(false)
  expect(isOfInterest('package.json', rules)).toBe(true)
})
