/** A gate and its choices, as scripts and people see them; and answers that a gate refuses, each with the reason. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  delivers,
  planPath,
  planText,
  runDirs,
  sampleRepo,
  script,
  write,
} from './support/sample-repo.ts'

const idle = (times: number) => ({ role: 'implementer', times, reply: 'Nothing to do.' })
const idleRepo = (times: number): string =>
  sampleRepo({ 'script.json': script(idle(times), delivers, approves) })

const choices = [
  { name: 'grant', label: 'Grant', leadsTo: 'the implementer is asked again', words: 'optional' },
  {
    name: 'refuse',
    label: 'Refuse',
    leadsTo: 'the run ends as blocked; its lane and findings are kept',
    words: 'required',
  },
]

describe('a gate lists its choices', () => {
  test('when the run waits, in harness show, and for completion', async () => {
    const root = idleRepo(2)
    const waiting = await harnessJson(root, ['run', '0001'])
    expect(waiting).toMatchObject({
      code: 3,
      value: { gates: [{ name: 'nothing-changed', digest: null, choices }] },
    })
    const { value: shown } = await harnessJson(root, ['show', '0001'])
    expect(shown.gate).toMatchObject({ name: 'nothing-changed', attempt: 1, digest: null, choices })
    const { stdout } = await harness(root, ['show', '0001'])
    expect(stdout).toContain('  grant [-m "…"] (Grant): the implementer is asked again\n')
    expect(stdout).toContain('  refuse -m "…" (Refuse): the run ends as blocked')
    const offered = await harness(root, ['completion', '--ids', 'choice', '--of', '0001'])
    expect(offered).toMatchObject({ code: 0, stdout: 'grant\nrefuse\n' })
    const none = await harness(root, ['completion', '--ids', 'choice', '--of', 'nothing'])
    expect(none).toMatchObject({ code: 0, stdout: '' })
  })

  test('before the run starts, with --dry-run', async () => {
    const root = sampleRepo()
    const { value } = await harnessJson(root, ['run', '0001', '--dry-run'])
    const possible = (name: string) => value.gates.find((gate: { name: string }) => gate.name === name)
    expect(possible('checks-keep-failing').choices).toEqual([
      {
        name: 'grant',
        label: 'Grant',
        leadsTo: 'the fixer continues with a fresh budget',
        words: 'optional',
      },
      {
        name: 'check-again',
        label: 'Check again',
        leadsTo: 'the checks run again on the change as it is, without an agent',
        words: 'none',
      },
      choices[1],
    ])
    expect(
      possible('review-oscillates').choices.map(({ name, words }: Record<string, string>) => [name, words]),
    ).toEqual([
      ['grant', 'optional'],
      ['let-stand', 'required'],
      ['refuse', 'required'],
    ])
    expect((await harness(root, ['run', '0001', '--dry-run'])).stdout).toContain(
      'let-stand -m "…" (Let it stand): these findings are waived with your reason',
    )
  })
})

describe('a gate refuses', () => {
  test('a choice that it does not offer, a choice without its words, and an answer for an earlier attempt', async () => {
    const root = idleRepo(4)
    expect((await harness(root, ['run', '0001'])).code).toBe(3)
    const { value: first } = await harnessJson(root, ['show', '0001'])
    const refused = async (...args: readonly string[]) =>
      (await harnessJson(root, ['answer', ...args])).value.error

    expect(await refused('0001', 'approve')).toMatchObject({
      code: 'choice-unknown',
      message: 'The gate nothing-changed does not offer "approve". Its choices: grant, refuse.',
      next: 'harness answer 0001 <grant|refuse> -m "…"',
    })
    expect(await refused('0001', 'refuse', '-m', ' ')).toMatchObject({
      code: 'usage',
      message: 'The choice refuse needs words: the run records them.',
      next: 'harness answer 0001 refuse -m "…"',
    })

    expect((await harness(root, ['grant', '0001'])).code).toBe(3)
    const { value: second } = await harnessJson(root, ['show', '0001'])
    expect([first.gate.attempt, second.gate.attempt]).toEqual([1, 2])
    const earlier = {
      code: 'gate-changed',
      message: `The answer is for attempt 1 of the gate. The run asks attempt 2 now: ${second.gate.question}`,
    }
    expect(await refused(first.gate.id, 'grant')).toMatchObject(earlier)
    expect(await refused('0001', 'grant', '--attempt', '1')).toMatchObject(earlier)
    expect(await refused('0001', 'grant', '--digest', '1a2b3c4d')).toMatchObject({
      code: 'gate-changed',
      message: 'The gate nothing-changed approves no content, so it takes no digest.',
    })
    const done = await harness(root, ['answer', '0001', 'grant', '--attempt', '2'])
    expect(done.code, done.stderr + done.stdout).toBe(0)
  })

  test('an answer for changed content, on the line and in the inbox', async () => {
    const root = sampleRepo()
    expect((await harness(root, ['run', '0001', '--phase', 'implement'])).code).toBe(0)
    write(root, { [planPath('0001')]: planText('0001').replace('Say hello.\n', 'Say hello loudly.\n') })
    commit(root)
    expect((await harness(root, ['resume', '0001'])).code).toBe(3)
    const { gate } = (await harnessJson(root, ['show', '0001'])).value
    const short = gate.digest.slice(0, 8)
    expect(gate.question).toContain(`Continue with the plan as it is now (${short})?`)
    const why = `The answer is for the content 0f0f0f0f. The gate plan-edited asks about ${short}.`
    const other = await harnessJson(root, ['grant', '0001', '--digest', '0f0f0f0f'])
    expect(other).toMatchObject({ code: 2, value: { error: { code: 'gate-changed', message: why } } })

    const inbox = join(runDirs(root)[0] ?? '', 'inbox')
    mkdirSync(inbox, { recursive: true })
    const answer = { choice: 'grant', reason: '', by: 'ada', digest: '0f0f0f0f0f0f' }
    writeFileSync(
      join(inbox, 'answer-by-hand.json'),
      JSON.stringify({ type: 'answer', gate: gate.id, opening: gate.opening, answer, at: 1 }),
    )
    expect((await harness(root, ['resume', '0001'])).code).toBe(3)
    const [kept = ''] = readdirSync(join(inbox, 'refused'))
    expect(JSON.parse(readFileSync(join(inbox, 'refused', kept), 'utf8'))).toMatchObject({
      word: { answer },
      why,
    })

    const { code, stdout, stderr } = await harness(root, ['grant', '0001', '--digest', short])
    expect(code, stderr + stdout).toBe(0)
    expect(stdout).toContain(`granted: ${planPath('0001')} was edited`)
  })
})
