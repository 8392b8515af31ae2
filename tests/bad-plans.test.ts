/** A plan file with a mistake blocks itself and the plans that depend on it; the others are delivered. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  delivers,
  planPath,
  planText,
  sampleRepo,
  script,
  write,
} from './support/sample-repo.ts'

/** 0001 and 0002 are sound. Every other file has a mistake, or depends on one that has. */
const bad: Readonly<Record<string, string>> = {
  [planPath('0002', 'second')]: planText('0002', { title: 'Second' }),
  [planPath('0011', 'extra-field')]: planText('0011', { extra: 'owner: "me"\n' }),
  [planPath('0012', 'completed-in-active')]: planText('0012').replace('active', 'completed'),
  [planPath('0013', 'wrong-id')]: planText('0014'),
  [planPath('0015', 'no-front-matter')]: '# 0015 No front matter\n\n## Goal\nx\n',
  'docs/exec-plans/active/no-number.md': planText('0016'),
  [planPath('0017', 'one')]: planText('0017'),
  [planPath('0017', 'twin')]: planText('0017'),
  [planPath('0018', 'round')]: planText('0018', { dependsOn: ['0019'] }),
  [planPath('0019', 'about')]: planText('0019', { dependsOn: ['0018'] }),
  [planPath('0020', 'dependant')]: planText('0020', { dependsOn: ['0011'] }),
  [planPath('0021', 'later')]: planText('0021', { dependsOn: ['0020', '0001'] }),
  [planPath('0022', 'untitled')]: planText('0022').replace('# 0022 ', '# '),
}

/** The second plan must change something too. */
const adds = {
  role: 'implementer',
  match: '# 0002',
  do: [{ append: { path: 'hello.txt', text: 'hello again\n' } }],
  reply: 'Done.',
}

interface Blocked {
  readonly planId: string | null
  readonly path: string
  readonly why: string
  readonly by: readonly string[]
}

describe('DL-42 one bad plan file blocks that plan and those that depend on it, nothing else', () => {
  test('next, run and completion go on with the sound plans; each bad one is named with its field', async () => {
    const root = sampleRepo({ ...bad, 'script.json': script(adds, delivers, approves) })
    const { code, value } = await harnessJson(root, ['next'])
    expect({ code, planId: value.planId }).toEqual({ code: 0, planId: '0001' })
    const blocked = value.blocked as readonly Blocked[]
    const ids = ['0011', '0012', '0013', '0014', '0015', '0016', '0017', '0018', '0019', '0020', '0021']
    expect(blocked.map(({ planId }) => planId).sort()).toEqual(ids)
    const why = (id: string): string => blocked.find(({ planId }) => planId === id)?.why ?? ''
    expect(why('0011')).toMatch(/0011-extra-field\.md:9:1 owner: .*“owner: "me"”/)
    expect(why('0015')).toContain('“# 0015 No front matter”')
    expect(why('0017')).toMatch(/0017-one\.md and .*0017-twin\.md/)
    expect(why('0020')).toMatch(/depends on 0011.*0011-extra-field\.md/)
    expect(blocked.find(({ planId }) => planId === '0021')).toMatchObject({ by: ['0011'] })
    expect((await harness(root, ['next'])).stdout).toContain('0011-extra-field.md')

    const completed = (await harness(root, ['completion', '--ids', 'plan'])).stdout.trim().split('\n')
    expect(completed).toEqual(['0001', '0002', '0022'])

    for (const [id, message] of [
      ['0011', /owner: .*“owner: "me"”/],
      ['0017', /duplicate-id/],
      ['0021', /depends on 0020.*0011-extra-field\.md/],
      ['0022', /0022-untitled\.md:10:1: .*“# Say hello”/],
    ] as const) {
      const refused = await harnessJson(root, ['run', id])
      expect(refused).toMatchObject({ code: 2, value: { error: { code: 'plan-invalid' } } })
      expect(refused.value.error.message).toMatch(message)
    }
    const { code: invalid, value: found } = await harnessJson(root, ['validate'])
    expect(invalid).toBe(2)
    for (const file of Object.keys(bad).slice(1, 10)) expect(JSON.stringify(found.problems)).toContain(file)

    expect((await harness(root, ['run', '0001'])).code).toBe(0)
    const second = await harness(root, ['run'])
    expect(second.code, second.stdout + second.stderr).toBe(0)
    expect(second.stderr).toMatch(/Passed over 0011.*owner/)
    expect(readFileSync(join(root, 'docs/exec-plans/completed/0002-second.md'), 'utf8')).toContain('Second')

    const nothing = await harness(root, ['run'])
    expect(nothing.code).toBe(2)
    expect(nothing.stderr).toMatch(/Passed over 0022.*0022-untitled\.md:10:1/)
    expect(nothing.stderr).toContain('No plan can start now')
    const after = await harnessJson(root, ['next'])
    expect(after).toMatchObject({ code: 0, value: { planId: null } })
    expect(JSON.stringify(after.value.blocked)).toContain('0022-untitled.md:10:1')
    write(root, {
      [planPath('0011', 'extra-field')]: planText('0011'),
      [planPath('0022', 'untitled')]: planText('0022'),
    })
    commit(root, 'Correct two plans')
    expect(await harnessJson(root, ['next'])).toMatchObject({ value: { planId: '0011' } })
  })
})

test('DL-42 validate counts the files that it looked at, not their mistakes, and names a config that it cannot read', async () => {
  const root = sampleRepo({
    [planPath('0002', 'second')]: '---\nid: "0002"\nstatus: odd\ntitle: 7\nowner: me\n---\n',
  })
  const { value } = await harnessJson(root, ['validate'])
  expect(value.problems.length).toBeGreaterThan(2)
  expect(value.looked).toContain('2 plans')
  write(root, { 'harness.config.json': '{' })
  expect((await harnessJson(root, ['validate'])).value.looked).toEqual(['the config', '0 journals'])
})

test('DL-42 next names a file with the id of another plan once, by the id in its name', async () => {
  const root = sampleRepo({ [planPath('0013', 'wrong-id')]: planText('0014') })
  const { stdout } = await harness(root, ['next'])
  expect(stdout.match(/^bad .*$/gm)).toEqual([expect.stringMatching(/^bad {2}0013: .*0013-wrong-id/)])
})
