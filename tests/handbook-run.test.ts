import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handbookConfig, handbookRepo, handbookText } from './support/handbook-repo.ts'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { commit, write } from './support/sample-repo.ts'

describe('harness handbook', () => {
  it('HB-28, HB-31, AG-10 one line on standard output per start, dispatch and completion; Ctrl-C, stop, resume and replay', async () => {
    const repo = handbookRepo()
    const first = start(repo, ['handbook'])
    await first.saw('dispatch 1.1')
    first.process.kill('SIGINT')
    const interrupted = await first.ended
    expect(interrupted.code).toBe(130)
    expect(interrupted.stdout.split('\n').slice(0, 5)).toEqual([
      'Starting fresh at prompt 0.1.',
      'Skeleton absent: fallback envelope-only mode.',
      'start 0.1 document Document',
      'dispatch 0.1 work to the prompt-worker (1)',
      'done 0.1',
    ])
    expect((await harnessJson(repo, ['runs'])).value.runs).toMatchObject([
      { plan: 'handbook', state: 'interrupted' },
    ])

    const second = start(repo, ['resume', 'handbook'])
    await second.saw('dispatch 2.1')
    const stopped = await harness(repo, ['stop', 'handbook'])
    expect(stopped.code, stopped.stderr).toBe(0)
    const resumed = await second.ended
    expect(resumed.code).toBe(130)
    expect(resumed.stdout.split('\n')[0]).toBe('Resuming at prompt 1.1 (iter 1/200) in Phase 1.')

    const third = await harness(repo, ['handbook'])
    expect(third.code, third.stderr).toBe(0)
    expect(third.stdout.trimEnd().split('\n').at(-1)).toBe('done: Every prompt of the handbook is done.')
    const said = [interrupted, resumed, third].flatMap(({ stdout }) => stdout.split('\n'))
    const prompts = ['0.1', '1.1', '1.2', '2.1', '2.2', '3.1']
    for (const word of ['start', 'done'])
      expect(
        said
          .filter((line) => line.startsWith(`${word} `))
          .map((line) => line.split(' ')[1])
          .toSorted(),
      ).toEqual(prompts)
    const dispatches = said.filter((line) => line.startsWith('dispatch '))
    expect(new Set(dispatches).size, 'each dispatch is told once').toBe(dispatches.length)

    expect((await harness(repo, ['show', 'handbook'])).stdout).toContain(
      '3.1: 2 lines in 1 files, check passed',
    )
    expect((await harness(repo, ['logs', 'handbook'])).stdout).toContain(
      'dispatch 3.1 work to the prompt-worker (1)',
    )
    const shown = await harnessJson(repo, ['show', 'handbook', 'work/3.1/1'])
    expect(shown.value.files['envelope.md']).toContain('/impeccable harden the lesson itself')
    const replay = await harnessJson(repo, ['replay', 'handbook'])
    expect(replay).toMatchObject({ code: 0, value: { same: true, difference: null, diverged: null } })
  })

  it('HB-01, HB-04, HB-05 what is wrong is told with exit code 2, and nothing is written', async () => {
    const repo = handbookRepo()
    const told = async (files: Readonly<Record<string, string>>) => {
      write(repo, files)
      commit(repo)
      const before = readdirSync(repo)
      const { code, stderr } = await harness(repo, ['handbook'])
      expect(readdirSync(repo)).toEqual(before)
      return { code, stderr }
    }
    const wrong = (text: string) => ({ 'IMPECCABLE_HANDBOOK.md': text })
    const scoped = handbookText.replace('- [ ]', '<!-- scope: paths={src}; budget=loc:x,files:1 -->\n\n- [ ]')
    expect(await told(wrong(scoped))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/IMPECCABLE_HANDBOOK\.md:\d+:\d+ prompt 0\.1 scope\.budget/),
    })
    expect(await told(wrong(handbookText.replace('- [ ] COMPLETE\n', '')))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('prompt 0.1'),
    })
    expect(
      await told(wrong(handbookText.replace('- [ ] COMPLETE\n', '- [ ] COMPLETE\n- [ ] COMPLETE\n'))),
    ).toMatchObject({ code: 2 })
    expect(await told(wrong(handbookText.replace('### 1.2', '### 1.1')))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('1.1'),
    })
    expect(await told({ ...wrong(handbookText), '.impeccable-skeleton.json': '{"0.1": ' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('.impeccable-skeleton.json'),
    })
    rmSync(join(repo, '.impeccable-skeleton.json'))
    rmSync(join(repo, 'PRODUCT.md'))
    expect(await harness(repo, ['handbook'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no PRODUCT.md'),
    })
    expect(existsSync(join(repo, '.harness'))).toBe(false)
  })

  it('HB-20 runs without a config where somebody says whose agents work; --json tells how it ended', async () => {
    const repo = handbookRepo()
    rmSync(join(repo, 'harness.config.json'))
    const unclear = await harness(repo, ['handbook'])
    expect(unclear).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/harness handbook --provider|cannot work|not installed/),
    })
    expect(await harness(repo, ['handbook', '--provider', 'scripted'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('script'),
    })
    const rules = JSON.parse(readFileSync(join(repo, 'script.json'), 'utf8')).rules
    const fails = handbookConfig.handbook.verification.always.map((check) => ({ ...check, run: 'false' }))
    write(repo, {
      'harness.config.json': JSON.stringify({
        ...handbookConfig,
        handbook: { verification: { always: fails } },
      }),
      'script.json': JSON.stringify({ rules }),
    })
    const { code, value } = await harnessJson(repo, ['handbook'])
    expect(code).toBe(1)
    expect(value).toMatchObject({
      ok: false,
      exitCode: 1,
      outcome: 'halted',
      terminationReason: 'verification_failed',
      reason: expect.stringContaining('`false` failed'),
    })
    expect(existsSync(join(repo, '.impeccable-halt.md'))).toBe(true)
  })
})
