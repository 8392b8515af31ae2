/** Own playbooks with a mistake in them: each is named, and no run is lost. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { asks, ownConfig, ownRepo } from './support/own-playbook.ts'
import { runDirs } from './support/sample-repo.ts'

const reportOnceAnswered = (broken: string): string => `report: (state) => {
  if (state.answer !== null) ${broken}
  return { title: 'Ask', phase: 'ask' }
},`
const yes = `return done('yes')`

const refusal = async (root: string, ...command: readonly string[]) => {
  const { code, value } = await harnessJson(root, command)
  return { code, error: value.error }
}

const total = async (root: string): Promise<number> => (await harnessJson(root, ['runs'])).value.total

describe('a mistake in an own playbook', () => {
  it.each([
    ['two playbooks with one name', ['ask'], [asks(), asks()], 'Two playbooks are called "ask"'],
    [
      'the name of a built-in playbook',
      ['delivery'],
      [asks("name: 'delivery',")],
      'Two playbooks are called "delivery"',
    ],
    [
      'the name of a command',
      ['doctor'],
      [asks("name: 'runs',")],
      'The playbook "runs" of harness.config.ts has the name of a command',
    ],
  ])('%s is refused', async (_what, _command, playbooks, message) => {
    const root = ownRepo(...playbooks)
    expect(await refusal(root, 'ask')).toMatchObject({
      code: 2,
      error: { code: 'playbook-name-taken', message: expect.stringContaining(message) },
    })
    expect((await refusal(root, 'next')).error.code).toBe('playbook-name-taken')
  })

  it.each([
    [
      'a text',
      `contracts: { verdict: 'best or worst' },`,
      'contracts.verdict: expected a JSON schema of an object for the contract verdict of the playbook ask, with type: "object", found "best or worst"',
    ],
    [
      'a schema of an unknown type',
      `contracts: { verdict: { type: 'object', properties: { best: { type: 'txt' } } } },`,
      '(Unsupported type: txt), found an object',
    ],
    [
      'a name that no contract has',
      `roles: { judge: { mode: 'review', prompt: 'Judge.', contract: 'verdict' } },`,
      'roles.judge.contract: expected a contract of the playbook ask',
    ],
    [
      'no function where one must be',
      'decide: null,',
      'playbooks[0].decide: expected a function, found null',
    ],
    [
      'a section that does not fit its schema',
      `config: { type: 'object', required: ['depth'], properties: { depth: { type: 'number' } } },`,
      'ask.depth: expected a number, found nothing',
    ],
  ])('%s is refused: nothing starts', async (_what, more, message) => {
    const root = ownRepo(asks(more))
    expect(await refusal(root, 'ask')).toMatchObject({
      code: 2,
      error: { code: 'config-invalid', message: expect.stringContaining(message) },
    })
  })

  it('an effect that nothing performs is refused before a run starts', async () => {
    const root = ownRepo(asks(`decide: (_state, run) => perform({ ...run.openLane('a'), type: 'Deploy' }),`))
    expect(await refusal(root, 'ask')).toMatchObject({
      code: 2,
      error: { code: 'effect-unknown', message: 'Nothing performs Deploy, which the playbook ask wants.' },
    })
    expect(await total(root)).toBe(0)
  })

  it('a role without a text is refused before a run starts', async () => {
    const root = ownRepo(asks(`roles: { judge: { mode: 'review' } },`))
    expect((await refusal(root, 'ask')).error).toMatchObject({ code: 'role-missing' })
    expect(await total(root)).toBe(0)
  })

  it('a secret in its program is refused before a run starts', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    const root = ownRepo(asks(`description: '${key}',`))
    const { error } = await refusal(root, 'ask')
    expect(error).toMatchObject({ code: 'program-holds-secret' })
    expect(JSON.stringify(error)).not.toContain(key)
  })

  it.each([
    [
      'throws in decide',
      `throw new Error('no such phase: jugde')`,
      '',
      'throws in decide: no such phase: jugde.',
    ],
    ['ends without a reason', 'return done()', '', 'throws in decide: done(…) needs a reason, in words.'],
    ['throws in report', yes, `throw new Error('state is broken')`, 'throws in report: state is broken.'],
    [
      'reports no title',
      yes,
      `return { phase: 'ask' }`,
      'throws in report: title of the report must be a text.',
    ],
    [
      'reports lines that are no texts',
      yes,
      `return { title: 'Ask', phase: 'ask', sections: [{ title: 'Costs', lines: [3] }] }`,
      'throws in report: sections of the report must be a list of {title, lines}, all of them texts.',
    ],
    [
      'answers differently when it is asked twice',
      'return done(String(calls++))',
      '',
      'answers differently when decide is asked twice',
    ],
  ])(
    'a playbook that %s keeps its journal, and the fixed one resumes the run',
    async (_what, broken, brokenReport, message) => {
      const ending = 'done(state.answer)'
      const report = brokenReport === '' ? '' : reportOnceAnswered(brokenReport)
      const root = ownRepo(asks(report).replace(ending, `(() => { ${broken} })()`))
      expect((await harness(root, ['ask'])).code).toBe(8)
      const journal = (): string =>
        readFileSync(join(root, '.harness/run/runs/ask', runId, 'journal.ndjson'), 'utf8')
      const { runId } = (await harnessJson(root, ['runs'])).value.runs[0]

      const failed = await refusal(root, 'answer', 'ask', 'yes')
      expect(failed).toMatchObject({
        code: 1,
        error: { code: 'playbook-broken', message: expect.stringContaining(message) },
      })
      expect(failed.error.next).toContain('harness resume --reload')
      expect(journal()).toContain('GateAnswered')
      expect((await refusal(root, 'resume', 'ask')).error.code).toBe('playbook-broken')

      writeFileSync(join(root, 'harness.config.ts'), ownConfig(asks()))
      const resumed = await harnessJson(root, ['resume', 'ask', '--reload'])
      expect(resumed).toMatchObject({ code: 0, value: { outcome: 'done', reason: 'yes' } })
    },
  )

  it('other words than the unfinished run was told are refused', async () => {
    const root = ownRepo(asks(`words: [{ name: 'what' }],`))
    expect((await harness(root, ['ask', 'this'])).code).toBe(8)
    expect((await refusal(root, 'ask', 'that')).error).toMatchObject({ code: 'run-unfinished' })
    expect((await harness(root, ['ask', 'this'])).code).toBe(8)
    expect(await total(root)).toBe(1)
    expect((await harness(root, ['refuse', 'ask', '--give-up', '-m', 'enough'])).code).toBe(0)
    expect((await harness(root, ['ask', 'that'])).code).toBe(8)
  })

  it('a run whose program is missing from the store is named as damaged, also to an answer', async () => {
    const root = ownRepo(asks(`description: '${'long '.repeat(90)}',`))
    await harness(root, ['ask'])
    const [dir = ''] = runDirs(root, 'ask')
    for (const name of readdirSync(join(dir, 'texts'))) rmSync(join(dir, 'texts', name))
    for (const command of [
      ['answer', 'ask', 'yes'],
      ['logs', 'ask'],
      ['resume', 'ask'],
    ])
      expect(await refusal(root, ...command), command[0]).toMatchObject({
        code: 12,
        error: { code: 'text-missing' },
      })
  })
})
