import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfigValue } from '@harness/formats/config/parse-config'
import { describeLint } from '@harness/formats/documents/handbook/describe-lint'
import { describe, expect, it } from 'vitest'
import { drive, handbookOf, handbookRepo } from '../../test-support/sample-handbook.ts'
import { type PreflightRequest, preflight } from './preflight.ts'

const one = [{ id: '3.1', text: '/impeccable polish the page' }]
const scoped = (paths: string) =>
  `paths={${paths}}; symbols={}; budget=loc:1,files:1; expected_signal=allow_empty; success="a"; failure_modes="b"`
const agent = { provider: 'scripted', script: 'script.json' }
const look = async (
  repo: { readonly root: string },
  written: object = {},
  more: Partial<PreflightRequest> = {},
) => {
  const read = parseConfigValue({ checks: [{ name: 'test', run: 'true' }], agent, ...written }, 'config', {})
  if (!read.ok) throw new Error('a config')
  const { findings } = await preflight({
    repoRoot: repo.root,
    config: read.value,
    environment: { PATH: process.env.PATH },
    providers: ['scripted'],
    ...more,
  })
  return findings
    .filter(({ rule }) => rule !== 'no-scope')
    .map((finding) => `${finding.severity} ${describeLint(finding)}`)
}
const checks = (run: string) => ({ checks: [{ name: 'check', run }] })

describe('HB-54 the preflight', () => {
  it('has nothing to say of a handbook whose commands are there', async () => {
    const repo = handbookRepo(handbookOf(one), [], {
      'package.json': '{"scripts":{"check":"true"}}',
      'check.sh': '',
    })
    for (const run of ['npm run check && node -v', './check.sh', 'test -e a || (exit 3)', 'cd web && ./x'])
      expect(await look(repo, checks(run)), run).toEqual([])
  })

  it.each([
    ['nonesuch --all', 'nonesuch is not on the PATH.'],
    ['npm run lint', 'the committed package.json has no script lint.'],
    ['true && npm run lint', 'the committed package.json has no script lint.'],
    ['tools/check.sh', 'tools/check.sh is not committed, so no lane has it.'],
    ['sh tools/check.sh', 'tools/check.sh is not committed, so no lane has it.'],
    ['node missing.js', 'missing.js is not committed, so no lane has it.'],
    ['npm run -s lint', 'the committed package.json has no script lint.'],
    ['npm --silent run lint', 'the committed package.json has no script lint.'],
    ['node --run lint', 'the committed package.json has no script lint.'],
    ['true; nonesuch', 'nonesuch is not on the PATH.'],
  ])('HB-56 a check that would not start is an error: %s', async (run, why) => {
    const repo = handbookRepo(handbookOf(one), [])
    repo.write('tools/check.sh', '')
    expect(await look(repo, checks(run))).toEqual([
      `error harness.config.json Verification \`${run}\`: ${why}`,
    ])
  })

  it('HB-56 a check that may pass without the program is no error, nor is one that reads what a build makes', async () => {
    const repo = handbookRepo(handbookOf(one), [], { '.gitignore': 'dist/\n', 'x.sh': '' })
    symlinkSync('..', join(repo.root, 'elsewhere'))
    for (const run of ['nonesuch || true', 'sh x.sh', 'node dist/x.js', 'sh elsewhere/x.sh'])
      expect(await look(repo, checks(run)), run).toEqual([])
  })

  it('what the setup of a lane makes is not looked for', async () => {
    const repo = handbookRepo(handbookOf(one), [])
    const lanes = { setup: ['npm ci'] }
    expect(await look(repo, { ...checks('node_modules/.bin/vitest'), lanes })).toEqual([])
  })

  it('the command of a close only warns: a prompt before it may make it', async () => {
    const repo = handbookRepo(handbookOf(one, { 3: '- `npm run e2e`' }), [])
    expect(await look(repo)).toEqual([
      'warning IMPECCABLE_HANDBOOK.md Phase 3 close `npm run e2e`: the committed package.json has no script e2e.',
    ])
  })

  it('warns if more prompts are open than iterations are left', async () => {
    const two = handbookOf([...one, { id: '3.2', text: '/impeccable polish the other' }])
    const repo = handbookRepo(two, [])
    const env = { PATH: process.env.PATH, IMPECCABLE_MAX_ITERATIONS: '1' }
    expect(await look(repo, {}, { environment: env })).toEqual([
      'warning IMPECCABLE_HANDBOOK.md 2 prompts are open, but only 1 of 1 iterations are left: the run would halt with max_iterations. Raise handbook.maxIterations in the config, or IMPECCABLE_MAX_ITERATIONS.',
    ])
    repo.write(
      '.impeccable-state.json',
      JSON.stringify({
        iteration_state: { iteration: 9, max_iterations: 10, started_at: '2026-01-01T00:00:00.000Z' },
      }),
    )
    expect(await look(repo)).toEqual([
      expect.stringContaining(
        'only 1 of 10 iterations are left: the run would halt with max_iterations. Raise max_iterations in .impeccable-state.json.',
      ),
    ])
  })

  it('HB-53 notes a prompt that may change what it is judged by', async () => {
    const repo = handbookRepo(handbookOf([{ ...one[0], scope: scoped('./PRODUCT.md') } as never]), [])
    expect(await look(repo)).toEqual([
      'note IMPECCABLE_HANDBOOK.md Prompt 3.1: its paths name PRODUCT.md, so its agent may change what prompts are judged by.',
    ])
  })

  it('AG-15 notes that a real provider has no skill /impeccable', async () => {
    const repo = handbookRepo(handbookOf(one), [])
    expect(await look(repo, {}, { providers: ['claude', 'scripted'] })).toEqual([
      expect.stringMatching(
        /^note IMPECCABLE_HANDBOOK\.md \/impeccable, with which prompt 3\.1 begins, is no trusted skill.*"skills": \["impeccable"\]/,
      ),
    ])
    const trusting = { agent: { ...agent, trust: { skills: ['impeccable'] } } }
    expect(await look(repo, trusting, { providers: ['claude'] })).toEqual([])
  })
})

describe('HB-54 the start of a run', () => {
  it('HB-56 refuses if nothing verifies a prompt, and writes nothing', async () => {
    const repo = handbookRepo(handbookOf(one), [], { 'package.json': '{"scripts":{"lint":"true"}}' })
    const read = parseConfigValue({ checks: [{ name: 'test', run: 'true' }], agent }, 'config', {})
    if (!read.ok) throw new Error('a config')
    await expect(drive(repo, { config: { ...read.value, checks: [] } })).rejects.toMatchObject({
      code: 'handbook-invalid',
      exitCode: 2,
      message: expect.stringContaining('Nothing verifies a prompt'),
    })
    expect(existsSync(join(repo.root, '.impeccable-state.json'))).toBe(false)
    expect(existsSync(join(repo.stateDir, 'runs'))).toBe(false)
  })

  it('tells what is doubtful before anybody works', async () => {
    const repo = handbookRepo(
      handbookOf([{ ...one[0], scope: scoped('src/none') } as never], { 3: '- `test -e src/a.txt`' }),
      [{ role: 'prompt-worker', reply: 'Nothing to do.' }],
    )
    const { events, result } = await drive(repo)
    expect(result.exitCode).toBe(0)
    const [first] = events.filter((event) => 'notes' in event)
    expect(first).toMatchObject({
      type: 'DocumentsRead',
      notes: [
        expect.stringMatching(
          /^IMPECCABLE_HANDBOOK\.md:\d+ Prompt 3\.1: the path src\/none does not exist\.$/,
        ),
      ],
    })
  })
})
