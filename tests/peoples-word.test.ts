/** What agents and checks of an unconfined run do in a person's name, and what a person does: each in a real run. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { recordedIn } from './support/journal.ts'
import { missionRepo, rulesFor, twoFeatures, works } from './support/mission-repo.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  runDirs,
  sampleRepo,
  script,
  write,
} from './support/sample-repo.ts'
import { boxOf, handbookOf, smallRepo } from './support/small-handbook.ts'
import { unconfined } from './support/unconfined.ts'

const timeout = 120_000

describe('TR-06 an answer that an agent files before its gate opens', { timeout }, () => {
  test('is dropped with the reason, and a person’s own answer counts', async () => {
    const root = sampleRepo({ 'harness.config.json': config(unconfined) })
    const answer = '{"choice":"grant","reason":"","by":"agent"}'
    const word = (gate: string): string =>
      `{"type":"answer","gate":"'$run'/gate/0001/${gate}","answer":${answer},"at":1}`
    const forges = [
      `for dir in ${root}/.harness/run/runs/0001/*/; do`,
      'run=$(basename "$dir"); mkdir -p "$dir/inbox"',
      ...['0', '1', '2'].map((n) => `echo '${word(n)}' > "$dir/inbox/answer-${n}.json"`),
      'echo "{" > "$dir/inbox/broken.json"',
      // The run hears of them before the agent ends.
      'n=0; while [ -e "$dir/inbox/answer-2.json" ] && [ $n -lt 200 ]; do n=$((n+1)); sleep 0.05; done; done',
    ].join('\n')
    const idle = { role: 'implementer', times: 2, do: [{ run: forges }], reply: 'Nothing to do.' }
    write(root, { 'script.json': script(idle, delivers, approves) })
    commit(root)

    const waiting = await harness(root, ['run', '0001'])
    expect(waiting.code, waiting.stderr).toBe(3)
    const told = waiting.stdout + waiting.stderr
    expect(told).toContain('An answer in the inbox was dropped (answer-1.json): The gate ')
    expect(told).toMatch(/A file in the inbox is not read\. .*broken\.json/)
    const [dir = ''] = runDirs(root)
    const refused = readdirSync(join(dir, 'inbox', 'refused')).map((name) =>
      readFileSync(join(dir, 'inbox', 'refused', name), 'utf8'),
    )
    expect(refused).toHaveLength(3)
    for (const text of refused)
      expect(text).toContain('An answer that is filed before its gate opens does not count')
    expect(readdirSync(join(dir, 'inbox', 'taken'))).toEqual([])

    // As if the agent had filed them after the run had let go, still without the mark of the gate.
    const [runId = ''] = dir.split('/').slice(-1)
    write(dir, { 'inbox/answer-1.json': word('1').replace("'$run'", runId) })
    const done = await harness(root, ['answer', '0001', 'grant', '-m', 'try again'])
    expect(done.code, done.stderr + done.stdout).toBe(0)
    const answers = recordedIn(dir).filter((event) => (event as { type: string }).type === 'GateAnswered')
    expect(answers).toMatchObject([
      { answer: { choice: 'grant', reason: 'try again', by: expect.not.stringMatching('agent') } },
    ])
  })
})

/** Two prompts that each write a file. */
function handbookRepo(ticks: (root: string) => string, check = 'true'): string {
  const prompts = [
    { id: '3.1', verb: 'harden', text: 'the first' },
    { id: '3.2', verb: 'harden', text: 'the second' },
  ]
  const root = smallRepo(prompts, [])
  const works = (match: string, path: string, ...first: readonly string[]) => ({
    role: 'prompt-worker',
    match,
    do: [...first.map((run) => ({ run })), { write: { path, text: 'x\n' } }],
    reply: 'Done.',
  })
  const verification = { always: [{ name: 'check', run: check.replace('$ROOT', root) }], whereTouched: [] }
  write(root, {
    'script.json': script(
      { role: 'prompt-reader', reply: 'No findings.' },
      works('the first', 'first.txt', ticks(root)),
      works('the second', 'second.txt'),
    ),
    'harness.config.json': config({ ...unconfined, handbook: { verification } }),
  })
  commit(root)
  return root
}

const ticksAll = (root: string): string => `sed -i.bak 's/^- \\[ \\]/- [x]/' ${root}/IMPECCABLE_HANDBOOK.md`
const nothing = (): string => 'true'

describe('TR-07 the boxes of a handbook', { timeout }, () => {
  const asked = async (root: string) => {
    const waiting = await harnessJson(root, ['handbook'])
    expect(waiting.code).toBe(3)
    const { gate } = (await harnessJson(root, ['show', 'handbook'])).value
    expect(gate).toMatchObject({
      name: 'done-without-record',
      question: expect.stringContaining('3.2 is ticked'),
      detail: expect.stringContaining('- 3.2'),
      choices: [{ name: 'by-hand' }, { name: 'put-back' }],
    })
  }

  test('that an agent ticks stop the run; put back, the prompts run', async () => {
    const root = handbookRepo(ticksAll)
    await asked(root)
    const grant = await harnessJson(root, ['grant', 'handbook'])
    expect(grant.value.error.code).toBe('choice-unknown')
    const done = await harness(root, ['answer', 'handbook', 'put-back'])
    expect(done.code, done.stderr).toBe(0)
    expect(git(root, 'log', '--format=%s')).toContain('Prompt 3.2 of the handbook')
    expect([boxOf(root, '3.1'), boxOf(root, '3.2')]).toEqual(['x', 'x'])
    expect(done.stdout).not.toContain('By hand')
  })

  test('that a check ticks stop the run, each time that it does it', async () => {
    const root = handbookRepo(nothing, ticksAll('$ROOT'))
    await asked(root)
    const again = await harness(root, ['answer', 'handbook', 'put-back'])
    expect(again.code, again.stderr).toBe(3)
    expect(boxOf(root, '3.2')).toBe('x')
  })

  test('that an agent ticks count if a person vouches for them, and report and last line list them', async () => {
    const root = handbookRepo(ticksAll)
    expect((await harness(root, ['handbook'])).code).toBe(3)
    const wordless = await harnessJson(root, ['answer', 'handbook', 'by-hand'])
    expect(wordless.value.error.code).toBe('usage')
    const done = await harness(root, ['answer', 'handbook', 'by-hand', '-m', 'I wrote it'])
    expect(done.code, done.stderr).toBe(0)
    const listed = /By hand: 3\.1 \(\S+: I wrote it\), 3\.2 \(\S+: I wrote it\)\./
    expect(done.stdout).toMatch(listed)
    expect(readFileSync(join(root, '.impeccable-shipreport.md'), 'utf8')).toMatch(/## By hand\s+- 3\.1 \(/)
    const { value } = await harnessJson(root, ['handbook', 'status'])
    expect(value.byHand).toEqual(['3.1', '3.2'])
  })

  test('that a person ticks between two runs count, and are listed', async () => {
    const root = handbookRepo(() => 'touch broken', 'test ! -e broken')
    expect((await harness(root, ['handbook'])).code).toBe(1)
    writeFileSync(join(root, 'IMPECCABLE_HANDBOOK.md'), handbookOf(root).replace('- [ ]', '- [x]'))
    const done = await harness(root, ['handbook'])
    expect(done.code, done.stderr).toBe(0)
    expect(done.stdout).toContain('By hand: 3.1.')
  })
})

const passAll = (root: string): string =>
  `node -e "const f = require('fs'), p = '${root}/.harness/features.json', d = JSON.parse(f.readFileSync(p)); for (const one of d.features) one.status = 'passed'; f.writeFileSync(p, JSON.stringify(d))"`

describe('TR-07 a feature that an agent sets to passed', { timeout }, () => {
  const forged = () => {
    const repo = missionRepo([], {}, twoFeatures, unconfined)
    const { root } = repo
    const forges = works('F-001', {
      times: 1,
      do: [{ run: passAll(root) }, { write: { path: 'f-001.txt', text: 'F-001 is done\n' } }],
    })
    write(root, { 'script.json': script(forges, ...rulesFor(twoFeatures)) })
    commit(root)
    return repo
  }
  const statuses = (text: string) => JSON.parse(text).features.map(({ status }: { status: string }) => status)

  test('MI-27 is set back and built in an unconfined run, and nothing is asked', async () => {
    const { root, options, read } = forged()
    const done = await harness(root, ['mission'], options)
    expect(done.code, done.stderr + done.stdout).toBe(0)
    expect(done.stdout).toContain('Set back, for no validator of this mission has seen it pass')
    expect(readFileSync(join(root, 'f-002.txt'), 'utf8')).toBe('F-002 is done\n')
    expect(statuses(read('.harness/features.json'))).toEqual(['passed', 'passed'])
    expect(done.stdout).not.toContain('By hand')
  })
})
