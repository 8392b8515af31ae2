/** A verdict that an agent gave counts, also if the harness died or the disk was full before it was recorded. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from './support/harness.ts'
import { harness } from './support/harness-here.ts'
import { killWhen } from './support/killed.ts'
import {
  approves,
  config,
  delivers,
  git,
  type Rule,
  runDirs,
  sampleRepo,
  script,
  stateFromLane,
  write,
} from './support/sample-repo.ts'
import { canMount, onSmallDisk } from './support/small-disk.ts'

const harsh: Rule = { role: 'reviewer', reply: '- [High] It greets no one (hello.txt:1)' }
const settings = {
  'harness.config.json': config({
    agent: { provider: 'scripted', script: 'script.json', maxReviewPasses: 1 },
  }),
}
const counts = 'the reviewer had answered before the harness ended: its answer counts'
const fixer: Rule = { role: 'fixer', reply: 'I changed nothing.' }

/** The folder of the first review; null if it has not begun. */
function reviewIn(root: string): string | null {
  const [run] = existsSync(join(root, '.harness/run/runs/0001')) ? runDirs(root) : []
  const calls = run === undefined ? null : join(run, 'calls')
  const name =
    calls !== null && existsSync(calls)
      ? readdirSync(calls).find((each) => each.includes('-review-'))
      : undefined
  return calls === null || name === undefined ? null : join(calls, name)
}
const has = (root: string, file: string): boolean => {
  const review = reviewIn(root)
  return review !== null && existsSync(join(review, file))
}

test('TR-11 a verdict that was answered when the harness was killed is not replaced by a kinder one', async () => {
  let root = ''
  do {
    root = sampleRepo({ ...settings, 'script.json': script(delivers, harsh, fixer) })
    const run = start(root, ['run', '0001'])
    await killWhen(run, () => has(root, 'turn-1.json'))
    await run.ended
  } while (has(root, 'result.json'))
  write(root, { 'script.json': script(delivers, approves, fixer) })
  const { code, stdout, stderr } = await harness(root, ['resume'])
  expect(code, `${stdout}${stderr}`).toBe(3)
  const shown = (await harness(root, ['show', '0001'])).stdout
  expect(shown).toContain('It greets no one')
  for (const told of [`${stdout}${stderr}`, shown]) expect(told).toContain(counts)
  expect((await harness(root, ['refuse', '0001', '--give-up', '-m', 'no'])).code).toBe(0)
  expect(readFileSync(join(runDirs(root)[0] ?? '', 'report.md'), 'utf8')).toContain(counts)
  expect(git(root, 'log', '--format=%s', 'main')).toBe('Begin')
})

/** Each says when the disk fills up, as a line that runs beside the harness, or as one of the reviewer's own. */
const moments: readonly (readonly [when: string, beside: string, byReviewer: string])[] = [
  ['the reviewer answers', ':', `cat /dev/zero > ${stateFromLane}/fill || true`],
  [
    'its answer was written down',
    'until ls .harness/run/runs/0001/*/calls/*-review-*/turn-1.json; do :; done; cat /dev/zero > .harness/run/fill',
    ':',
  ],
]

test.skipIf(!canMount).each(moments)(
  'TR-11 a disk that is full when %s: no kinder verdict replaces the one that was given',
  (_when, beside, byReviewer) => {
    const root = sampleRepo({
      ...settings,
      'script.json': script(delivers, { ...harsh, do: [{ run: byReviewer }] }, fixer),
      'kind.json': script(delivers, approves, fixer),
    })
    const [ran, , shown] = onSmallDisk(
      root,
      `(${beside}) > /dev/null 2>&1 &
harness run 0001
rm -f .harness/run/fill; cp kind.json script.json; harness resume; harness show 0001`,
    )
    expect(ran).toMatch(/^(1 .*No space left|3 )/)
    expect(shown).toContain('It greets no one')
    expect(git(root, 'log', '--format=%s', 'main')).toBe('Begin')
  },
)
