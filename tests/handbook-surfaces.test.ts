import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { commit, config, git, write } from './support/sample-repo.ts'
import { boxOf, smallRepo } from './support/small-handbook.ts'

const worker = { role: 'prompt-worker' }
const reader = { role: 'prompt-reader', reply: 'No findings.' }
const passes = { role: 'brief-critic', json: { pass: true, failures: [] } }
const writes = (path: string) => ({ write: { path, text: 'x\n' } })
const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8')
const stateOf = (root: string) => JSON.parse(read(root, '.impeccable-state.json'))
const recordOf = (root: string, id: string) =>
  stateOf(root).prompts.find((one: { prompt_id: string }) => one.prompt_id === id)

describe('what a prompt of a handbook is told and judged by', () => {
  it('HB-52 two surfaces go through one craft pass with different envelopes; one that stays as it was is an empty result', async () => {
    const root = smallRepo(
      [
        { id: '2.1', verb: 'shape', text: 'the list of lessons', paths: './src/list/' },
        { id: '2.2', verb: 'shape', text: 'the lesson itself', paths: 'src/lesson' },
        { id: '2.8', verb: 'craft', text: 'every surface from its brief: the craft pass' },
      ],
      [
        { role: 'shaper', reply: 'One calm column.' },
        passes,
        { ...worker, match: 'the list of lessons', do: [writes('src/list/a.txt')], reply: 'Crafted.' },
        { ...worker, do: [writes('src/elsewhere.txt')], reply: 'Crafted too.' },
        reader,
      ],
    )
    const { code, stderr } = await harness(root, ['handbook'])
    expect(code, stderr).toBe(0)
    const told = async (id: string): Promise<string> =>
      (await harnessJson(root, ['show', 'handbook', `craft/${id}/1`])).value.files['envelope.md']
    const [list, lesson] = [await told('2.1'), await told('2.2')]
    expect(list).toContain('/impeccable shape the list of lessons')
    expect(list).toContain('src/list')
    expect(list).not.toContain('the lesson itself')
    expect(lesson).toContain('/impeccable shape the lesson itself')
    expect(lesson).not.toContain('the list of lessons')
    expect(recordOf(root, '2.1')).toMatchObject({ empty_result: false, anchor_path: 'src/list' })
    expect(recordOf(root, '2.2')).toMatchObject({ empty_result: true })
  })

  it('HB-53 a worker that edits PRODUCT.md, or DESIGN.md in passing, halts before its checks', async () => {
    for (const file of ['PRODUCT.md', 'DESIGN.md']) {
      const root = smallRepo(
        [{ id: '3.1', verb: 'polish', paths: 'src' }],
        [{ ...worker, do: [writes('src/a.txt'), writes(file)], reply: 'Polished.' }],
        {},
        { 'DESIGN.md': '# Design\n' },
      )
      const { code } = await harness(root, ['handbook'])
      expect(code).toBe(1)
      const halt = read(root, '.impeccable-halt.md')
      for (const part of ['Reason: verification_failed', 'checks_edited', `- ${file}: `])
        expect(halt).toContain(part)
      expect(boxOf(root, '3.1')).toBe(' ')
      expect(git(root, 'show', `main:${file}`)).not.toBe('x')
    }
  })

  it('HB-55 a critic that answers in prose does not stop the run; polish is told what it said', async () => {
    const said = 'Frankly, the page shouts. Everything on it wants to be first.'
    const root = smallRepo(
      [
        { id: '1.1', verb: 'critique', paths: './src/page/' },
        { id: '3.1', verb: 'polish', paths: 'src/page' },
      ],
      [
        { role: 'prompt-reader', match: '# Prompt 1.1', reply: said },
        reader,
        { ...worker, do: [writes('src/page/a.txt')], reply: 'Polished.' },
      ],
    )
    const { code, stderr } = await harness(root, ['handbook'])
    expect(code, stderr).toBe(0)
    expect([boxOf(root, '1.1'), boxOf(root, '3.1')]).toEqual(['x', 'x'])
    expect(stateOf(root).critiques).toEqual({ 'src/page': [said] })
    expect(recordOf(root, '1.1')).toMatchObject({ sub_agent_summary: said, findings_unparsed: true })
    const polish = await harnessJson(root, ['show', 'handbook', 'work/3.1/1'])
    expect(polish.value.files['envelope.md']).toContain(said)
    expect(read(root, '.impeccable-shipreport.md')).toContain(said)
    const tree = await harnessJson(root, ['doctor'])
    git(root, 'commit', '--quiet', '-am', 'Ticks')
    const clean = await harnessJson(root, ['doctor'])
    const evidence = (value: { checks: { id: string; evidence: string }[] }) =>
      value.checks.find(({ id }) => id === 'tree')?.evidence
    expect([evidence(tree.value), evidence(clean.value)]).toEqual([
      'there are uncommitted changes; a new run would be refused',
      'clean',
    ])
  })

  it('HB-56 a repository with checks in its config, and no package.json, is verified by those', async () => {
    const root = smallRepo(
      [{ id: '3.1', verb: 'polish' }],
      [{ ...worker, do: [writes('src/pages/a.txt')], reply: 'Polished.' }, reader],
      {},
      { 'harness.config.json': config({ checks: [{ name: 'made', run: 'test -e src/pages/a.txt' }] }) },
    )
    const { code, stderr } = await harness(root, ['handbook'])
    expect(code, stderr).toBe(0)
    expect(recordOf(root, '3.1').verification_digests).toMatchObject({
      made: { exit_code: 0 },
      check: null,
      build: null,
    })
  })

  it('HB-54 lint, doctor and the start say the same of a command that does not exist, before anybody is paid', async () => {
    const root = smallRepo(
      [{ id: '3.1', verb: 'polish' }],
      [{ ...worker, do: [writes('a.txt')], reply: 'Polished.' }, reader],
      {},
      {
        'harness.config.json': config({ checks: [{ name: 'check', run: 'npm run check' }] }),
        'package.json': '{"scripts":{}}',
      },
    )
    write(root, { 'package.json': '{"scripts":{"check":"true"}}' })
    const said =
      'Verification `npm run check`: the committed package.json has no script check. The one in your checkout has: commit it.'
    const begun = await harness(root, ['handbook'])
    expect(begun).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) })
    expect(existsSync(join(root, '.harness'))).toBe(false)
    expect(await harness(root, ['handbook', 'lint'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(said),
    })
    expect(await harness(root, ['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(said),
    })
    commit(root)
    expect((await harness(root, ['handbook', 'lint'])).code).toBe(0)
    expect((await harness(root, ['handbook'])).code).toBe(0)
  })
})
