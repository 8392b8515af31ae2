/** The prose check names each new word of the old manner, and lets the count fall only. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../tooling/check-prose.mjs', import.meta.url))

let root: string

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const check = (...args: readonly string[]) =>
  spawnSync(process.execPath, [program, '--root', root, ...args], { encoding: 'utf8' })

const baseline = (): unknown => JSON.parse(readFileSync(join(root, 'tooling', 'prose-baseline.json'), 'utf8'))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'harness-prose-'))
  write('README.md', '# Title\nThe operator starts a run.\n')
  write('docs/old.md', 'Nobody holds it.\n')
  write('tooling/prose-baseline.json', JSON.stringify({ count: 1, files: { 'docs/old.md': 1 } }))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A file with one word of the old manner, and how the check names the place. */
const places = [
  ['docs/doc.md', '# Title\n\nIt is read anew.\n', 'docs/doc.md:3 "anew"'],
  ['roles/worker.md', 'Mend what is broken.\n', 'roles/worker.md:1 "Mend"'],
  ['tests/line-comment.test.ts', 'f()\n// Ask whoever.\n', 'tests/line-comment.test.ts:2 "whoever"'],
  ['tooling/script.mjs', 'f() // the file lies there\n', 'tooling/script.mjs:1 "lies there"'],
  [
    'packages/core/src/two-lines.ts',
    '/**\n * The plan; absent\n * where none is left.\n */\nexport const plan = 1\n',
    'packages/core/src/two-lines.ts:2 "absent where"',
  ],
  [
    'packages/cli/src/message.ts',
    "export const say = 'Somebody holds the run.'\n",
    'packages/cli/src/message.ts:1 "Somebody"',
  ],
  [
    'packages/cli/src/template.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the text of a source file.
    'export const say = `Run ${of({ a: 1 })} is gone on with ${now}`\n',
    'packages/cli/src/template.ts:1 "gone on with"',
  ],
] as const

test('a new word in a doc, a role, a comment or a message fails the check, which names file and line', () => {
  write('packages/core/src/plan.ts', '/** A plan. */\nexport const plan = 1\n')
  for (const [file, text] of places) write(file, text)
  const { status, stderr } = check()
  const named = stderr.split('\n').map((line) => line.split(':').slice(0, 2).join(':'))
  expect(named.slice(0, -2).sort()).toEqual(places.map(([, , place]) => place).sort())
  expect(stderr).toContain('The count rose from 1 to 8.')
  expect(status).toBe(1)
})

test('names, keys, code, strings of tests and plain English are not counted', () => {
  write('packages/core/src/names.ts', "export const nobody = { 'anew': 1, mend: 'mend' }\n")
  write('packages/core/src/pattern.ts', 'export const word = /"anew `\'/\nexport const half = 1 / 2\n')
  write('tests/a.test.ts', "test('nobody mends it', () => {})\n")
  write('docs/code.md', 'Call `nobody` so:\n```ts\n// somebody lies there\n```\n')
  write('docs/plain.md', 'An agent lies about its tests. Name the folder where the lanes are.\n')
  const { status, stdout, stderr } = check()
  expect(stderr).toBe('')
  expect(stdout).toContain('Words of the old manner: 1 in ')
  expect(status).toBe(0)
})

test('a word that moves with its file does not fail the check', () => {
  rmSync(join(root, 'docs/old.md'))
  write('docs/moved.md', 'Nobody holds it.\n')
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

test('a lower count passes and asks for the lower baseline, which --update writes', () => {
  write('docs/old.md', 'No process holds it.\n')
  const { status, stdout } = check()
  expect(stdout).toContain('note: the count of old words fell from 1 to 0;')
  expect(status).toBe(0)
  expect(baseline()).toEqual({ count: 1, files: { 'docs/old.md': 1 } })
  check('--update')
  expect(baseline()).toEqual({ count: 0, files: {} })
  expect(check().stdout).not.toContain('note:')
})

test('a folder without any word fails the check: it sees nothing', () => {
  for (const it of ['README.md', 'docs']) rmSync(join(root, it), { recursive: true })
  const { status, stderr } = check()
  expect(stderr).toBe('No word was read: the prose check sees nothing.\n')
  expect(status).toBe(1)
})
