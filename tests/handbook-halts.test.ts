import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness } from './support/harness-here.ts'
import { boxOf, smallRepo, worktreesOf } from './support/small-handbook.ts'

const worker = { role: 'prompt-worker' }
const haltOf = (root: string): string => readFileSync(join(root, '.impeccable-halt.md'), 'utf8')
const stateFile = (root: string): string => join(root, '.impeccable-state.json')
const stateOf = (root: string) => JSON.parse(readFileSync(stateFile(root), 'utf8'))

describe('HB-30 a handbook halts', () => {
  it('HB-21 verification_failed: not ticked, not retried, the worktree left, everything in the report', async () => {
    const root = smallRepo(
      [
        { id: '3.1', verb: 'harden' },
        { id: '3.2', verb: 'polish' },
      ],
      [{ ...worker, do: [{ write: { path: 'broken', text: 'x\n' } }], reply: 'All is well.' }],
    )
    const { code, stdout } = await harness(root, ['handbook'])
    expect(code).toBe(1)
    expect(stdout.match(/^dispatch /gm)).toHaveLength(1)
    expect([boxOf(root, '3.1'), boxOf(root, '3.2')]).toEqual([' ', ' '])
    const [worktree] = worktreesOf(root)
    expect(worktree).toMatch(/^impeccable-3-3\.1-/)
    expect(existsSync(join(root, '.worktrees', worktree ?? '', 'broken'))).toBe(true)
    expect(existsSync(join(root, 'broken'))).toBe(false)
    const halt = haltOf(root)
    for (const part of [
      'Reason: verification_failed',
      'Prompt: 3.1',
      'All is well.',
      'test ! -e broken',
      'it is broken',
      '.impeccable-state.json',
      '## Suggested human action',
      worktree ?? '',
    ])
      expect(halt).toContain(part)
    expect(stateOf(root).iteration_state).toMatchObject({
      iteration: 1,
      last_outcome: 'fail',
      status: 'halted',
      termination_reason: 'verification_failed',
    })

    // A person fixes the cause: the next run begins at the same prompt.
    writeFileSync(
      join(root, 'script.json'),
      JSON.stringify({
        rules: [
          { ...worker, do: [{ write: { path: 'fine', text: 'x\n' } }], reply: 'Now it is.' },
          { role: 'prompt-reader', reply: 'No findings.' },
        ],
      }),
    )
    const again = await harness(root, ['handbook'])
    expect(again.stdout).toContain('Resuming at prompt 3.1 (iter 1/200) in Phase 3.')
    expect(again.code).toBe(0)
    expect([boxOf(root, '3.1'), boxOf(root, '3.2')]).toEqual(['x', 'x'])
    expect(existsSync(join(root, '.worktrees', worktree ?? '', 'broken'))).toBe(true)
  })

  it('HB-23 a prompt that must not be empty and is so twice: both summaries', async () => {
    const root = smallRepo(
      [{ id: '3.1', verb: 'polish', signal: 'require_nonempty', failureModes: 'It stays as it was.' }],
      [
        { ...worker, match: 'It stays as it was.\n\n# Prompt 3.1', reply: 'Still nothing.' },
        { ...worker, reply: 'Looked, and left it.' },
      ],
    )
    expect((await harness(root, ['handbook'])).code).toBe(1)
    const halt = haltOf(root)
    for (const part of [
      'Reason: verification_failed',
      'require_nonempty',
      'Looked, and left it.',
      'Still nothing.',
    ])
      expect(halt).toContain(part)
    expect(halt).toContain('tick the checkbox manually or rewrite the prompt')
    expect(boxOf(root, '3.1')).toBe(' ')
  })

  it('HB-12 self_critique_exhausted: the brief and the whole trail; prose is no verdict', async () => {
    const root = smallRepo(
      [
        { id: '2.1', verb: 'shape' },
        { id: '2.2', verb: 'craft' },
      ],
      [
        { role: 'shaper', reply: 'One of three ways.' },
        { role: 'brief-critic', call: 1, json: { pass: false, failures: ['It is a menu.'] } },
        { role: 'brief-critic', call: 2, json: { pass: false, failures: ['It still is.'] } },
        { role: 'brief-critic', reply: 'Looks fine to me!' },
      ],
    )
    const { code, stdout } = await harness(root, ['handbook'])
    expect(code).toBe(1)
    expect(stdout.match(/dispatch 2\.1 work/g)).toHaveLength(3)
    expect(stdout).not.toContain('start 2.2')
    const halt = haltOf(root)
    for (const part of [
      'Reason: self_critique_exhausted',
      'One of three ways.',
      'It is a menu.',
      'It still is.',
      'No verdict was given, twice.',
    ])
      expect(halt).toContain(part)
  })

  it('HB-26 max_iterations, and a timeout that has passed when the run is taken up: before anything is dispatched', async () => {
    const root = smallRepo(
      [
        { id: '3.1', verb: 'clarify' },
        { id: '3.2', verb: 'clarify' },
      ],
      [{ ...worker, reply: 'It is clear.' }],
    )
    const env = { IMPECCABLE_MAX_ITERATIONS: '1', IMPECCABLE_TIMEOUT_MINUTES: '60' }
    const limited = await harness(root, ['handbook'], { env })
    expect(limited.code).toBe(5)
    expect([boxOf(root, '3.1'), boxOf(root, '3.2')]).toEqual(['x', ' '])
    const halt = haltOf(root)
    for (const part of [
      'Reason: max_iterations',
      'iteration: 1 of 1',
      'timeout_minutes: 60',
      '3.2 (clarify)',
      'IMPECCABLE_MAX_ITERATIONS',
    ])
      expect(halt).toContain(part)

    const state = stateOf(root)
    state.iteration_state.max_iterations = 200
    state.iteration_state.started_at = '2020-01-01T00:00:00.000Z'
    writeFileSync(stateFile(root), JSON.stringify(state))
    const late = await harness(root, ['handbook'], { env: { IMPECCABLE_TIMEOUT_MINUTES: '99999999' } })
    expect(late.code).toBe(5)
    expect(late.stdout).not.toContain('dispatch')
    expect(haltOf(root)).toContain('Reason: timeout')
    expect(boxOf(root, '3.2')).toBe(' ')
    expect(stateOf(root).iteration_state).toMatchObject({ status: 'halted', termination_reason: 'timeout' })
  })
})
