/** A person lets a finding stand: the run goes on, and report, show and pull request name who let it stand and why. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { githubRepo } from './support/github-repo.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { approves, config, delivers, git, runDirs, sampleRepo, script } from './support/sample-repo.ts'

const agent = { provider: 'scripted', script: 'script.json', maxReviewPasses: 1 }
const stubborn = { role: 'reviewer', reply: '- [High] It greets in English (hello.txt:1)' }
const severe = '- [Critical] It leaks the password (hello.txt:1)'
const fixes = { role: 'fixer', do: [{ append: { path: 'hello.txt', text: 'world\n' } }], reply: 'Fixed.' }
const why = 'English is what we want.'

describe('DL-45 a person lets a wrong finding stand', () => {
  test('the change is merged; report and show name the finding, the person and the reason', async () => {
    const root = sampleRepo({
      'script.json': script(delivers, stubborn, fixes),
      'harness.config.json': config({ agent }),
    })
    expect((await harness(root, ['run', '0001'])).code).toBe(3)
    const { value: waiting } = await harnessJson(root, ['show', '0001'])
    expect(waiting.gate.choices.map(({ name }: { name: string }) => name)).toEqual([
      'grant',
      'let-stand',
      'refuse',
    ])
    expect((await harness(root, ['show', '0001'])).stdout).toContain('harness answer 0001')

    const unknown = await harnessJson(root, ['answer', '0001', 'let-stnad', '-m', why])
    expect(unknown).toMatchObject({ code: 2, value: { error: { code: 'choice-unknown' } } })
    expect(unknown.value.error.message).toContain('grant, let-stand, refuse')
    const silent = await harnessJson(root, ['answer', '0001', 'let-stand'])
    expect(silent).toMatchObject({ code: 2, value: { error: { code: 'usage' } } })

    const answered = await harness(root, ['answer', '0001', 'let-stand', '-m', why])
    expect(answered.code, answered.stdout + answered.stderr).toBe(0)
    expect(existsSync(join(root, 'docs/exec-plans/completed/0001-hello.md'))).toBe(true)
    expect(git(root, 'show', 'main:hello.txt')).toBe('hello')
    const report = readFileSync(join(runDirs(root)[0] ?? '', 'report.md'), 'utf8')
    for (const text of [report, (await harness(root, ['show', '0001'])).stdout])
      expect(text).toMatch(
        /It greets in English[\s\S]*Let stand by tester at 20\d\d-[\s\S]*English is what we want\./,
      )
    const { value: shown } = await harnessJson(root, ['show', '0001'])
    expect(shown.waivers).toMatchObject([{ by: 'tester', why, finding: { title: 'It greets in English' } }])
  })

  test('the pull request lists the waiver, also of what the merge check found', async () => {
    const { root, github, env } = await githubRepo(
      [delivers, approves, fixes, { role: 'merge-checker', reply: '- [High] No tests (hello.txt:1)' }],
      {},
      { agent },
    )
    github.onCi(() => ({ runs: [{ name: 'build', status: 'completed', conclusion: 'success' }] }))
    expect((await harness(root, ['run', '0001'], { env })).code).toBe(3)
    expect(github.pulls[0]?.body).not.toContain('Waivers')
    const answered = await harness(root, ['answer', '0001', 'let-stand', '-m', why], { env })
    expect(answered.code, answered.stdout + answered.stderr).toBe(0)
    expect(github.pulls).toHaveLength(1)
    expect(github.pulls[0]?.mergeCommit).not.toBe(null)
    expect(github.pulls[0]?.body).toMatch(
      /## Waivers\n\n- \[High\] No tests[\s\S]*tester[\s\S]*English is what/,
    )
  })

  test('one of two findings is let stand; the other goes to the fixer', async () => {
    const root = sampleRepo({
      'script.json': script(
        delivers,
        { ...stubborn, call: 1, reply: `${stubborn.reply}\n${severe}` },
        stubborn,
        fixes,
      ),
      'harness.config.json': config({ agent }),
    })
    expect((await harness(root, ['run', '0001'])).code).toBe(3)
    expect((await harness(root, ['answer', '0001', 'let-stand-1', '-m', why])).code).toBe(3)
    const { value: waiting } = await harnessJson(root, ['show', '0001'])
    expect(waiting.gate.detail).toContain('It leaks the password')
    const answered = await harness(root, ['grant', '0001'])
    expect(answered.code, answered.stdout + answered.stderr).toBe(0)
    const { value: shown } = await harnessJson(root, ['show', '0001'])
    expect(shown.waivers.map(({ finding }: { finding: { title: string } }) => finding.title)).toEqual([
      'It greets in English',
    ])
  })

  test('a failing check cannot be let stand', async () => {
    const failing = { ...delivers, do: [{ write: { path: 'hello.txt', text: 'bye\n' } }] }
    const root = sampleRepo({
      'script.json': script(failing, { ...fixes, do: [{ append: { path: 'hello.txt', text: 'bye\n' } }] }),
      'harness.config.json': config({ agent: { ...agent, maxCheckFixes: 1 } }),
    })
    expect((await harness(root, ['run', '0001'])).code).toBe(3)
    const refused = await harnessJson(root, ['answer', '0001', 'let-stand', '-m', why])
    expect(refused).toMatchObject({ code: 2, value: { error: { code: 'choice-unknown' } } })
    expect(refused.value.error.message).toContain('grant, check-again, refuse')
    expect(git(root, 'log', '--format=%s', 'main')).toBe('Begin')
    expect((await harness(root, ['answer', '0001', 'check-again'])).code).toBe(3)
    const { value } = await harnessJson(root, ['show', '0001'])
    const calls = (role: string) => value.roles.find((one: { role: string }) => one.role === role)?.calls
    expect([value.gate.name, calls('implementer'), calls('fixer')]).toEqual(['checks-keep-failing', 1, 1])
  })
})
