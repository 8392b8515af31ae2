import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Changes, checkedChange } from '../../test-support/checked-change.ts'

const nodeTest = 'node --test test/*.test.js'
/** The same, found through package.json. */
const npmTest = 'npm test'

const files = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: nodeTest } }),
  'src/greet.js': 'export const greet = () => "Hello"\n',
  'test/greet.test.js':
    'import assert from "node:assert"\nimport { test } from "node:test"\nimport { greet } from "../src/greet.js"\ntest("greets", () => assert.equal(greet(), "Hello"))\n',
}

async function checked(changes: Changes, run = nodeTest, base: Readonly<Record<string, string>> = files) {
  const { evidence, logs } = await checkedChange(base, changes, [run])
  return { item: evidence[0], logs: logs.map((name) => name.replace(run, 'test')) }
}

describe('TR-03 a control test that must fail', () => {
  it('fails beside an honest product, and its log stays', async () => {
    const { item, logs } = await checked(
      { 'src/greet.js': 'export const greet = () => "Hello"\n//\n' },
      npmTest,
    )
    expect(item).toMatchObject({ exitCode: 0, problem: null })
    expect(logs).toContain('1-npm-test-control.log')
  })

  const bye = 'export const greet = () => "Bye"\n'
  it.each([
    ['disarms an assertion', `import assert from "node:assert"\nassert.equal = () => {}\n${bye}`],
    [
      'disarms all assertions',
      `import assert from "node:assert"\nfor (const name of Object.keys(assert)) assert[name] = () => {}\n${bye}`,
    ],
    ['ends the process in time', `${bye}process.exit(0)\n`],
  ])('passes beside a product that %s, so that the check proves nothing', async (_what, text) => {
    const { item } = await checked({ 'src/greet.js': text })
    expect(item).toMatchObject({
      exitCode: 0,
      problem: expect.stringContaining('A test that must fail'),
    })
  })

  it('is not told apart from the product’s own tests by its name', async () => {
    const hides = `import assert from "node:assert"\nif (!process.argv.join().includes("control")) assert.equal = () => {}\n${bye}`
    const { item } = await checked({ 'src/greet.js': hides })
    expect(item).toMatchObject({ problem: expect.stringContaining('A test that must fail') })
  })

  it('passes beside a runner that the change brings along', async () => {
    const { item } = await checked(
      { 'src/greet.js': bye, 'node_modules/.bin/node': '#!/bin/sh\nexit 0\n' },
      npmTest,
    )
    expect(item?.exitCode).not.toBe(null)
    expect(item).not.toMatchObject({ exitCode: 0, problem: null })
  })

  it('is not tried for a check whose runner is not known', async () => {
    const { item, logs } = await checked({ 'src/greet.js': bye }, 'grep -q greet src/greet.js')
    expect(item).toMatchObject({ exitCode: 0, problem: null })
    expect(logs).toHaveLength(1)
    expect(item).toMatchObject({ control: 'none' })
  })

  const setUp = {
    ...files,
    'package.json': JSON.stringify({ type: 'module' }),
    'src/set-up.cjs': 'globalThis.word = "Hello"\n',
    'src/greet.js': 'export const greet = () => globalThis.word\n',
  }
  const line = 'node --require ./src/set-up.cjs --test test/*.test.js'
  const disarms = 'require("node:assert").equal = () => {}\nglobalThis.word = "Bye"\n'

  it('keeps the options of the check: they load what may disarm it', async () => {
    const { item } = await checked({ 'src/set-up.cjs': disarms }, line, setUp)
    expect(item).toMatchObject({ exitCode: 0, problem: expect.stringContaining('A test that must fail') })
  })

  it('runs in the folder of the check', async () => {
    const base = Object.fromEntries(Object.entries(setUp).map(([name, text]) => [`app/${name}`, text]))
    const { item } = await checked({ 'app/src/set-up.cjs': disarms }, `cd app && ${line}`, base)
    expect(item).toMatchObject({ exitCode: 0, problem: expect.stringContaining('A test that must fail') })
    const honest = await checked({ 'app/README.md': 'Greets.\n' }, `cd app && ${line}`, base)
    expect(honest.item).toMatchObject({ problem: null, control: 'armed' })
  })

  it('is not armed by a failure without its marker', async () => {
    const ends = `if (process.argv[1].includes('greet.test')) process.exit(/control/.test((await import('node:fs')).readFileSync(process.argv[1])) ? 1 : 0)\n${bye}`
    const { item } = await checked({ 'src/greet.js': ends })
    expect(item).toMatchObject({ exitCode: 0, problem: expect.stringContaining('was not seen to fail') })
  })

  it('is made of the base’s version of a test that the change makes unfit for it', async () => {
    const loaded = `const { test } = process.getBuiltinModule('node:test')\ntest('greets', async () => { if ((await import('../src/greet.js')).greet() !== 'Hello') throw new Error() })\n`
    const { item, logs } = await checked({ 'test/greet.test.js': loaded })
    expect(item).toMatchObject({ exitCode: 0, problem: null, control: 'armed' })
    expect(logs.join()).toContain('like-base')
  })

  it('is none if it cannot be made to fail on the base either', async () => {
    const reporter =
      'export default async function* quiet(source) { for await (const event of source) if (event.type === "x") yield "" }\n'
    const base = { ...files, 'tools/quiet.js': reporter }
    const quiet = 'node --test --test-reporter ./tools/quiet.js test/*.test.js'
    const { item } = await checked({ 'src/greet.js': `${files['src/greet.js']}//\n` }, quiet, base)
    expect(item).toMatchObject({ exitCode: 0, problem: null, control: 'none' })
  })
})

/** Go as far as it matters here: tests of a package fail by their text, unless the product ends the process before. */
const fakeGo = `#!/bin/sh
for last; do :; done
case $last in ./...) last=pkg/greet ;; esac
grep -q 'os.Exit(0)' "$last"/greet.go && exit 0
grep -q 't.Fatal("' "$last"/greet_test.go || exit 0
echo "--- FAIL: $(grep 't.Fatal("' "$last"/greet_test.go | tr -d '"+ ')"
exit 1
`
const withGo = mkdtempSync(join(tmpdir(), 'harness-go-'))
writeFileSync(join(withGo, 'go'), fakeGo, { mode: 0o755 })
afterAll(() => rmSync(withGo, { recursive: true }))
const ofGo = {
  'pkg/greet/greet.go': 'package greet\n\nfunc Greet() string { return "Hello" }\n',
  'pkg/greet/greet_test.go':
    'package greet\n\nimport "testing"\n\nfunc TestGreet(t *testing.T) {\n\tif Greet() != "Hello" {\n\t\tt.Fail()\n\t}\n}\n',
}
const ofRust = {
  'Cargo.toml': '[package]\nname = "greeter"\nversion = "0.1.0"\nedition = "2021"\n',
  '.gitignore': 'target/\nCargo.lock\n',
  'src/lib.rs': 'pub fn greet() -> String {\n    "Hello".to_string()\n}\n',
  'tests/greet.rs': '#[test]\nfn greets() {\n    assert_eq!(greeter::greet(), "Hello");\n}\n',
}
/** The programs of rustup find their toolchain by the home folder, and checks have another one. */
const compiler = 'rustc'
const toolchain = spawnSync(compiler, ['--print', 'sysroot'], { encoding: 'utf8' })
const rust = toolchain.status === 0 ? join(toolchain.stdout.trim(), 'bin') : null

describe.each([
  {
    tool: 'go',
    line: `PATH=${withGo}:$PATH go test ./...`,
    base: ofGo,
    file: 'pkg/greet/greet.go',
    disarms:
      'package greet\n\nimport "os"\n\nfunc init() { os.Exit(0) }\n\nfunc Greet() string { return "Bye" }\n',
    isHere: true,
  },
  {
    tool: 'cargo',
    line: `PATH=${rust}:$PATH cargo test --offline -q`,
    base: ofRust,
    file: 'src/lib.rs',
    disarms: 'pub fn greet() -> String {\n    std::process::exit(0)\n}\n',
    isHere: rust !== null,
  },
])('TR-03 a control test of what compiles, with $tool', ({ line, base, file, disarms, isHere }) => {
  it.skipIf(!isHere)('fails beside an honest product', async () => {
    const { item } = await checked(
      { 'README.md': 'Greets.\n', [file]: `${base[file as never]}//\n` },
      line,
      base,
    )
    expect(item).toMatchObject({ exitCode: 0, problem: null, control: 'armed' })
  })
  it.skipIf(!isHere)('is not seen to fail beside a product that ends its process', async () => {
    const { item } = await checked({ [file]: disarms }, line, base)
    expect(item).toMatchObject({ exitCode: 0, problem: expect.stringContaining('was not seen to fail') })
  })
})

describe('TR-03 a test that expects other values must fail, too', () => {
  const lenient = `import assert from "node:assert"\nconst { equal } = assert\nassert.equal = (is, ...rest) => is === "Bye" || equal(is, ...rest)\nexport const greet = () => "Bye"\n`
  it('so a product that lets its own answer pass proves nothing', async () => {
    const { item, logs } = await checked({ 'src/greet.js': lenient })
    expect(item).toMatchObject({
      exitCode: 0,
      problem: expect.stringContaining('passes whatever tests expect'),
    })
    expect(logs.join()).toContain('-wrong')
  })

  it('but shows nothing if it passed on the base as well', async () => {
    const base = {
      ...files,
      'test/greet.test.js': `import assert from "node:assert"\nimport { test } from "node:test"\nimport { greet } from "../src/greet.js"\ntest("greets", () => assert.ok(greet(), "It greets"))\n`,
    }
    const { item } = await checked({ 'src/greet.js': `${files['src/greet.js']}//\n` }, nodeTest, base)
    expect(item).toMatchObject({ exitCode: 0, problem: null, control: 'armed' })
  })

  it('by the base’s version of it, if the change’s expects nothing any more', async () => {
    const weak = files['test/greet.test.js'].replace(
      'assert.equal(greet(), "Hello")',
      'assert.ok(greet(), "It greets")',
    )
    const { item, logs } = await checked({ 'test/greet.test.js': weak })
    expect(item).toMatchObject({ exitCode: 0, problem: null, control: 'armed' })
    expect(logs.join()).toContain('like-base')
  })
})
