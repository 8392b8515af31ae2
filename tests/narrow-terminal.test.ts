/** What is printed in a terminal of 60 columns: no line is wider, but for commands and paths, and no word is cut off. */
import { expect, test } from 'vitest'
import { harness } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  delivers,
  newRepo,
  planPath,
  planText,
  sampleRepo,
  script,
  write,
} from './support/sample-repo.ts'

const columns = 60
const title = 'Greet each of the visitors of the hall by name, in the language of the country they come from'

/** Paths and commands are folded by the terminal itself, so that they can be copied whole. */
const isWhole = (line: string): boolean =>
  /^\s*\S*$|^\s*["'`(]?(?:harness|git|node|npm|cd|cat|open|rm|du|ls|less) /.test(line)

const tooWide = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.length > columns && !isWhole(line))

test('QA-21 status, runs, show, doctor, validate, next and config wrap between words', async () => {
  const root = sampleRepo({
    'harness.config.json': config({ mergePolicy: 'ask' }),
    'script.json': script(delivers, approves),
    [planPath('0001')]: planText('0001', { title }),
    [planPath('0002')]: planText('0002', { title }),
  })
  expect((await harness(root, ['run', '0001'])).code).toBe(8)
  for (const command of ['status', 'runs', 'show 0001', 'doctor', 'validate', 'next', 'config', 'roles']) {
    const { stdout, stderr } = await harness(root, command.split(' '), { columns, env: { NO_COLOR: '1' } })
    expect([command, tooWide(stdout), tooWide(stderr)]).toEqual([command, [], []])
    expect([command, stdout.replaceAll('"…"', '')]).toEqual([command, expect.not.stringContaining('…')])
    if (command === 'status') expect(stdout.replace(/\s+/g, ' ')).toContain(`next 0002 ${title}: harness`)
    if (command === 'runs') expect(stdout.replace(/\s+/g, ' ')).toContain('into main?')
  }
})

test('QA-21 init, and a refusal to stderr, wrap between words', async () => {
  const root = newRepo()
  write(root, { Makefile: `test:\n\ttest -f Makefile # ${title}\n`, '.gitmodules': '[submodule "a"]\n' })
  commit(root)
  const { stdout } = await harness(root, ['init', '--yes'], { columns, env: { NO_COLOR: '1' } })
  expect(tooWide(stdout)).toEqual([])
  write(root, { 'some/new file.txt': 'x', 'harness.config.json': '{"baseBranch": 7, "wrong": 1}' })
  const { stderr } = await harness(root, ['run'], { columns, env: { NO_COLOR: '1' } })
  expect(stderr).not.toBe('')
  expect(tooWide(stderr)).toEqual([])
})
