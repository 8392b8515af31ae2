import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { box, halt, once, sidecar, worker } from '../../test-support/handbook-look.ts'
import { drive, handbookOf, handbookRepo } from '../../test-support/sample-handbook.ts'

describe('what others began', () => {
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

  it('HB-26 limits that a person sets in the file of a run that was stopped are kept to, and stay there', async () => {
    const repo = handbookRepo(
      handbookOf([
        { id: '1.1', text: '/impeccable critique it' },
        { id: '3.1', text: '/impeccable harden it' },
      ]),
      [worker('harden it', 'src/b.txt')],
    )
    const stop = new AbortController()
    const first = await drive(repo, {
      environment: { PATH: process.env.PATH, IMPECCABLE_MAX_ITERATIONS: '1' },
      stop: stop.signal,
      onState: (event) => void (event.type === 'AgentFinished' && stop.abort()),
    })
    expect(first.result.rest.type).toBe('interrupted')
    const { iteration_state, ...rest } = sidecar(repo)
    const raised = { ...iteration_state, max_iterations: 7, timeout_minutes: 300 }
    writeFileSync(
      join(repo.root, '.impeccable-state.json'),
      JSON.stringify({ ...rest, iteration_state: raised }),
    )
    const { result } = await drive(repo)
    expect(result.runId).toBe(first.result.runId)
    expect(result.exitCode).toBe(0)
    expect(sidecar(repo).iteration_state).toMatchObject({ max_iterations: 7, timeout_minutes: 300 })
  })

  it('HB-25 what others save into the state file while the run works stays, limits too', async () => {
    const repo = handbookRepo(
      handbookOf([
        { id: '1.1', text: '/impeccable critique it' },
        { id: '1.2', text: '/impeccable critique the layout' },
      ]),
      [],
    )
    const file = join(repo.root, '.impeccable-state.json')
    const saves = once(
      (event) => event.type === 'DocumentsEdited',
      () => {
        const { iteration_state, ...rest } = sidecar(repo)
        const raised = { ...iteration_state, timeout_minutes: 999, note: 'raised by ada' }
        writeFileSync(file, JSON.stringify({ ...rest, mood: 'content', iteration_state: raised }))
      },
    )
    const { result } = await drive(repo, { onState: saves })
    expect(result.exitCode).toBe(0)
    expect(result.state.iteration.timeoutMinutes).toBe(240)
    expect(sidecar(repo)).toMatchObject({
      mood: 'content',
      prompts: [{ prompt_id: '1.1' }, { prompt_id: '1.2' }],
      iteration_state: { iteration: 2, status: 'done', timeout_minutes: 999, note: 'raised by ada' },
    })
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
