import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '@harness/core/event'
import { describe, expect, it } from 'vitest'
import { drive, handbookOf, handbookRepo, type Rule } from '../test-support/sample-handbook.ts'
import type { TargetRepo } from '../test-support/target-repo.ts'

const worker = (match: string, path: string, text = 'made\n'): Rule => ({
  role: 'prompt-worker',
  match,
  do: [{ write: { path, text } }],
  reply: `Wrote ${path}.`,
})
const scope = (paths: string, signal = 'allow_empty'): string =>
  `paths={${paths}}; symbols={}; budget=loc:5±0,files:1; expected_signal=${signal}; success="It holds."; failure_modes="It was not looked at."`
const box = (repo: TargetRepo, id: string): string => {
  const text = repo.read('IMPECCABLE_HANDBOOK.md')
  return /^- \[.\]/m.exec(text.slice(text.indexOf(`### ${id}`)))?.[0] ?? 'none'
}
const halt = (repo: TargetRepo): string => repo.read('.impeccable-halt.md')
const sidecar = (repo: TargetRepo) => JSON.parse(repo.read('.impeccable-state.json'))
const lines = (repo: TargetRepo, file: string): readonly unknown[] =>
  repo
    .read(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const isAgentFor =
  (subject: string) =>
  (event: Event): boolean =>
    event.type === 'AgentFinished' && event.commandId.split('/')[2] === subject
const once = (when: (event: Event) => boolean, deed: () => void) => {
  let done = false
  return (event: Event): void => {
    if (done || !when(event)) return
    done = true
    deed()
  }
}

describe('halts', { timeout: 60_000 }, () => {
  it('HB-20, HB-21 a failed verification halts at once: npm run check that package.json does not have', async () => {
    const config = {
      checks: [{ name: 't', run: 'true' }],
      agent: { provider: 'scripted', script: 'script.json' },
    }
    const repo = handbookRepo(
      handbookOf([
        { id: '3.1', text: '/impeccable harden the first page' },
        { id: '3.2', text: '/impeccable harden the second page' },
      ]),
      [worker('harden', 'src/b.txt')],
      { 'harness.config.json': JSON.stringify(config), 'package.json': '{"name":"x","scripts":{}}' },
    )
    const { result, events } = await drive(repo)
    expect(result.rest).toMatchObject({
      end: { exitCode: 1, reason: expect.stringContaining('npm run check') },
    })
    expect(halt(repo)).toMatch(
      /Prompt: 3\.1[\s\S]*Wrote src\/b\.txt\.[\s\S]*`npm run check`[\s\S]*Missing script/,
    )
    expect([box(repo, '3.1'), box(repo, '3.2')]).toEqual(['- [ ]', '- [ ]'])
    expect(events.filter(({ type }) => type === 'AgentFinished')).toHaveLength(1)
    const [worktree] = readdirSync(join(repo.root, '.worktrees')).filter((name) => name !== '.gitignore')
    expect(repo.read(`.worktrees/${worktree}/src/b.txt`)).toBe('made\n')
    expect(sidecar(repo).iteration_state).toMatchObject({
      status: 'halted',
      termination_reason: 'verification_failed',
      last_outcome: 'fail',
    })
    rmSync(join(repo.root, '.impeccable-halt.md'))
    const again = await drive(repo)
    expect(again.result.runId).not.toBe(result.runId)
    expect(sidecar(repo).iteration_state.iteration).toBe(2)
  })

  it('HB-15 a conflict on the way back halts and leaves worktree and branch', async () => {
    const repo = handbookRepo(handbookOf([{ id: '3.1', text: '/impeccable harden the first page' }]), [
      worker('harden', 'src/a.txt', 'the agent’s\n'),
    ])
    const { result } = await drive(repo, {
      onState: once(isAgentFor('3.1'), () => {
        writeFileSync(join(repo.root, 'src/a.txt'), 'a person’s\n')
        repo.git('commit', '-qam', 'meanwhile')
      }),
    })
    expect(result.rest).toMatchObject({ end: { exitCode: 1, reason: expect.stringContaining('conflict') } })
    expect(repo.read('src/a.txt')).toBe('a person’s\n')
    expect(repo.git('branch', '--list', 'impeccable/*')).toContain('impeccable-3-3.1')
    expect(box(repo, '3.1')).toBe('- [ ]')
  })

  it('HB-10 a close of a phase that fails', async () => {
    const repo = handbookRepo(
      handbookOf(
        [
          { id: '1.1', text: '/impeccable critique it' },
          { id: '3.1', text: '/impeccable harden it' },
        ],
        {
          1: '```sh\ntest -e src/never\n```',
        },
      ),
      [],
    )
    const { result, events } = await drive(repo)
    expect(result.rest).toMatchObject({ end: { exitCode: 1 } })
    expect(halt(repo)).toContain('test -e src/never')
    expect([box(repo, '1.1'), box(repo, '3.1')]).toEqual(['- [x]', '- [ ]'])
    expect(events.filter(({ type }) => type === 'AgentFinished')).toHaveLength(1)
  })

  it('HB-12 a critic that answers in prose: asked once more each time, and three failures exhaust the brief', async () => {
    const repo = handbookRepo(handbookOf([{ id: '2.1', text: '/impeccable shape the page' }]), [
      { role: 'shaper', reply: 'One of these two designs.' },
      { role: 'brief-critic', reply: 'Looks fine to me.' },
    ])
    const { result } = await drive(repo)
    expect(result.rest).toMatchObject({
      end: { exitCode: 1, reason: expect.stringContaining('self_critique_exhausted') },
    })
    expect(halt(repo)).toContain('One of these two designs.')
    expect(halt(repo).match(/No verdict was given, twice\./g)).toHaveLength(3)
  })

  it('HB-26 a timeout that has passed by the time it is resumed: told before anything is dispatched', async () => {
    const repo = handbookRepo(handbookOf([{ id: '1.1', text: '/impeccable critique it' }]), [], {
      '.impeccable-state.json': JSON.stringify({
        iteration_state: {
          iteration: 7,
          max_iterations: 9,
          timeout_minutes: 5,
          started_at: '2026-01-01T00:00:00Z',
        },
      }),
    })
    const { result, events } = await drive(repo, {
      environment: { PATH: process.env.PATH, IMPECCABLE_TIMEOUT_MINUTES: '999999999' },
    })
    expect(result.exitCode).toBe(5)
    expect(events.some((event) => event.type === 'CommandIssued' && event.command.type === 'RunAgent')).toBe(
      false,
    )
    expect(halt(repo)).toMatch(/Reason: timeout[\s\S]*1\.1 \(critique\)/)
    expect(sidecar(repo).iteration_state).toMatchObject({
      iteration: 7,
      timeout_minutes: 5,
      status: 'halted',
    })
  })
})

describe('budgets and people', { timeout: 60_000 }, () => {
  it('HB-22 a craft that edits only files outside its scope is an overrun, written down once, and goes on', async () => {
    const repo = handbookRepo(
      handbookOf([{ id: '3.1', text: '/impeccable harden the first page', scope: scope('src/pages') }]),
      [worker('harden', 'src/elsewhere.txt')],
    )
    const { result } = await drive(repo)
    expect(result.exitCode).toBe(0)
    expect(lines(repo, '.impeccable-overruns.jsonl')).toEqual([
      expect.objectContaining({
        prompt_id: '3.1',
        actual_loc: 0,
        actual_files: 0,
        out_of_scope_files: ['src/elsewhere.txt'],
        sub_agent_summary: 'Wrote src/elsewhere.txt.',
      }),
    ])
    expect(lines(repo, '.impeccable-patterns.jsonl')).toHaveLength(1)
    expect(repo.read('.impeccable-calibration.md')).toContain('tighten sizing')
  })

  it('HB-24, HB-28 a person unticks a box, edits elsewhere and takes a phase away while a prompt runs', async () => {
    const text = handbookOf([
      { id: '1.1', text: '/impeccable critique it', box: '- [x] COMPLETE' },
      { id: '3.1', text: '/impeccable harden the page' },
      { id: '4.1', text: '/impeccable polish the page' },
    ])
    const repo = handbookRepo(text, [worker('harden the page', 'src/a.txt', 'hardened\n')])
    const edited = text
      .slice(0, text.indexOf('## Phase 4'))
      .replace('- [x]', '- [ ]')
      .replace('What part 3 is about.', 'What a person wrote.')
    const { result, events } = await drive(repo, {
      onState: once(isAgentFor('3.1'), () =>
        writeFileSync(join(repo.root, 'IMPECCABLE_HANDBOOK.md'), edited),
      ),
    })
    expect(result.exitCode).toBe(0)
    expect(repo.read('IMPECCABLE_HANDBOOK.md')).toBe(edited.replaceAll('- [ ]', '- [x]'))
    const dispatched = events.flatMap((event) =>
      event.type === 'AgentFinished' ? [event.commandId.split('/')[2]] : [],
    )
    expect(dispatched).toEqual(['3.1', '1.1', 'final'])
  })

  it('HB-01 PRODUCT.md deleted during the run: it stops and says so, and goes on when it is there again', async () => {
    const repo = handbookRepo(
      handbookOf([
        { id: '1.1', text: '/impeccable critique it' },
        { id: '3.1', text: '/impeccable harden it' },
      ]),
      [worker('harden it', 'src/a.txt', 'b\n')],
    )
    const { result } = await drive(repo, {
      onState: once(isAgentFor('1.1'), () => rmSync(join(repo.root, 'PRODUCT.md'))),
    })
    expect(result.rest).toMatchObject({
      end: {
        exitCode: 1,
        resumable: true,
        reason: expect.stringContaining('There is no PRODUCT.md'),
        next: expect.stringMatching(/^Put it there .*: harness handbook$/),
      },
    })
    expect(halt(repo)).toContain('There is no PRODUCT.md')
    expect(sidecar(repo).iteration_state).toMatchObject({ status: 'halted', iteration: 2 })
    await expect(drive(repo)).rejects.toMatchObject({ code: 'handbook-missing', exitCode: 2 })
    repo.git('checkout', '-q', 'PRODUCT.md')
    const again = await drive(repo)
    expect(again.result).toMatchObject({ runId: result.runId, exitCode: 0 })
    expect(sidecar(repo).prompts).toHaveLength(2)
    expect(existsSync(join(repo.root, '.impeccable-halt.md'))).toBe(false)
  })

  it('HB-23 an allowed empty result passes; a required one is tried once more, then halts', async () => {
    const nothing: Rule = { role: 'prompt-worker', reply: 'Nothing found.' }
    const passes = handbookRepo(
      handbookOf([{ id: '3.1', text: '/impeccable harden it', scope: scope('src') }]),
      [nothing],
    )
    expect((await drive(passes)).result.exitCode).toBe(0)
    expect(sidecar(passes).prompts[0]).toMatchObject({ empty_result: true, prompt_id: '3.1' })
    const halts = handbookRepo(
      handbookOf([{ id: '3.1', text: '/impeccable harden it', scope: scope('src', 'require_nonempty') }]),
      [nothing],
    )
    const { events } = await drive(halts)
    expect(events.filter(({ type }) => type === 'AgentFinished')).toHaveLength(2)
    expect(halt(halts).match(/Nothing found\./g)?.length).toBeGreaterThanOrEqual(2)
  })

  it('HB-03 a handbook of 5 MB, and a skeleton that names prompts that do not exist', async () => {
    const text = handbookOf([{ id: '1.1', text: '/impeccable critique it' }])
    const repo = handbookRepo(
      text.replace('What part 1 is about.', `Long. ${'Prose that nobody needs. '.repeat(200_000)}`),
      [],
      { '.impeccable-skeleton.json': JSON.stringify([{ id: '1.1' }, { id: '9.9' }]) },
    )
    const { result } = await drive(repo)
    expect(result.exitCode).toBe(0)
    expect(result.state.notes).toContain('The skeleton names prompt 9.9, which the handbook does not have.')
    expect(box(repo, '1.1')).toBe('- [x]')
  })
})

describe('what others began', { timeout: 60_000 }, () => {
  it('HB-25, HB-26, HB-28 a state file of another tool is gone on from: its counts, limits, records and fields stay', async () => {
    const foreign = {
      tool: 'another harness',
      prompts: [
        {
          prompt_id: '0.1',
          started_at: '2026-11-16T08:00:00.000Z',
          completed_at: '2026-11-16T08:05:00.000Z',
          sub_agent_summary: 'Wrote DESIGN.md',
          verification_digests: { check: 'ok', test: 'ok', build_data: null, build: null },
          worktree: null,
          empty_result: false,
          overrun: false,
          actual_loc: 12,
          actual_files: 1,
          anchor_path: 'DESIGN.md',
          mood: 'content',
        },
      ],
      iteration_state: {
        iteration: 1,
        max_iterations: 50,
        timeout_minutes: 500_000_000,
        started_at: '2026-11-16T08:00:00.000Z',
        last_step_at: '2026-11-16T08:05:00.000Z',
        last_outcome: 'pass',
        status: 'running',
      },
    }
    const repo = handbookRepo(
      handbookOf([
        { id: '0.1', text: '/impeccable document the design', box: '- [x] COMPLETE' },
        { id: '1.1', text: '/impeccable critique it' },
      ]),
      [],
      { '.impeccable-state.json': JSON.stringify(foreign) },
    )
    const { result } = await drive(repo, {
      environment: { PATH: process.env.PATH, IMPECCABLE_MAX_ITERATIONS: '3' },
    })
    expect(result.state.notes[0]).toBe('Resuming at prompt 1.1 (iter 1/50) in Phase 1.')
    expect(result.exitCode).toBe(0)
    expect(sidecar(repo)).toMatchObject({
      tool: 'another harness',
      prompts: [{ prompt_id: '0.1', mood: 'content', actual_loc: 12 }, { prompt_id: '1.1' }],
      iteration_state: { iteration: 2, max_iterations: 50, started_at: foreign.iteration_state.started_at },
    })
  })

  it('HB-25 a state file that cannot be read is refused, and nothing is written', async () => {
    const repo = handbookRepo(handbookOf([{ id: '1.1', text: '/impeccable critique it' }]), [], {
      '.impeccable-state.json': '{"iteration_state": {"iteration": "many"}}',
    })
    rmSync(repo.stateDir, { recursive: true })
    await expect(drive(repo)).rejects.toMatchObject({ code: 'state-file-damaged', exitCode: 12 })
    expect(existsSync(repo.stateDir)).toBe(false)
  })

  it('HB-25 a process that died before its last sidecar has it written by the next one, and a person’s limits stay', async () => {
    const repo = handbookRepo(handbookOf([{ id: '3.1', text: '/impeccable harden it' }]), [
      worker('harden it', 'src/broken'),
    ])
    await drive(repo)
    const ended = sidecar(repo)
    const older = (more: object) =>
      writeFileSync(
        join(repo.root, '.impeccable-state.json'),
        JSON.stringify({
          ...ended,
          iteration_state: { ...ended.iteration_state, iteration: 0, status: 'running', ...more },
        }),
      )
    older({ termination_reason: null, last_outcome: null })
    await drive(repo)
    expect(sidecar(repo).iteration_state.iteration).toBe(2)
    older({ max_iterations: 77, started_at: sidecar(repo).iteration_state.started_at })
    await drive(repo)
    expect(sidecar(repo).iteration_state).toMatchObject({ iteration: 1, max_iterations: 77 })
  })

  it('HB-26 the environment’s limits count when a handbook is begun', async () => {
    const repo = handbookRepo(
      handbookOf([
        { id: '1.1', text: '/impeccable critique it' },
        { id: '3.1', text: '/impeccable harden it' },
      ]),
      [worker('harden it', 'src/b.txt')],
    )
    const { result } = await drive(repo, {
      environment: { PATH: process.env.PATH, IMPECCABLE_MAX_ITERATIONS: '1' },
    })
    expect(result.exitCode).toBe(5)
    expect(halt(repo)).toContain('Reason: max_iterations')
    expect([box(repo, '1.1'), box(repo, '3.1')]).toEqual(['- [x]', '- [ ]'])
    mkdirSync(join(repo.root, 'elsewhere'))
    await expect(
      drive(handbookRepo(handbookOf([{ id: '1.1', text: '/impeccable critique it' }]), []), {
        environment: { IMPECCABLE_MAX_ITERATIONS: 'many' },
      }),
    ).rejects.toMatchObject({ code: 'usage', exitCode: 2 })
  })
})
