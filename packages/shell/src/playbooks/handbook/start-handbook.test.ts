import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHandbookState } from '@harness/formats/documents/handbook/state-file'
import { describe, expect, it } from 'vitest'
import { drive, handbookOf, handbookRepo } from '../../test-support/sample-handbook.ts'

const writes = (match: string, path: string, text = 'made\n') => ({
  role: 'prompt-worker',
  match,
  do: [{ write: { path, text } }],
  reply: `Wrote ${path}.`,
})

const threePhases = handbookOf([
  { id: '0.1', text: '/impeccable document the design' },
  {
    id: '1.1',
    text: '/impeccable critique the first page',
    scope:
      'paths={src/a.txt}; symbols={}; budget=loc:10±5,files:1; expected_signal=allow_empty; success="It is judged."; failure_modes="It is praised."',
  },
  { id: '1.2', text: '/impeccable audit the second page' },
  { id: '3.1', text: '/impeccable harden the first page' },
])

describe('a handbook driven for real', () => {
  it('HB-10, HB-15, HB-24, HB-25 goes through every phase, merges what was verified and ticks every box', async () => {
    const repo = handbookRepo(threePhases, [
      writes('document the design', 'DESIGN.md', '## Tokens\n'),
      writes('harden the first page', 'src/a.txt', 'hardened\n'),
    ])
    writeFileSync(join(repo.root, 'notes.txt'), 'mine\n')
    const { result } = await drive(repo)
    expect(result.rest).toMatchObject({ type: 'ended', end: { outcome: 'done', exitCode: 0 } })
    expect(repo.read('IMPECCABLE_HANDBOOK.md')).toBe(threePhases.replaceAll('- [ ]', '- [x]'))
    expect(repo.git('show', 'main:DESIGN.md')).toBe('## Tokens')
    expect(repo.read('src/a.txt')).toBe('hardened\n')
    expect(repo.git('show', 'main:src/a.txt')).toBe('hardened')
    const left = repo
      .git('status', '--porcelain')
      .split('\n')
      .map((line) => line.trim())
    expect(left).toEqual([
      'M IMPECCABLE_HANDBOOK.md',
      '?? .impeccable-calibration.md',
      '?? .impeccable-patterns.jsonl',
      '?? .impeccable-shipreport.md',
      '?? .impeccable-state.json',
      '?? notes.txt',
    ])
    expect(readdirSync(join(repo.root, '.worktrees'))).toEqual(['.gitignore'])
    const state = parseHandbookState(repo.read('.impeccable-state.json'), 'state')
    expect(state).toMatchObject({ ok: true, value: { iteration: { iteration: 4, status: 'done' } } })
    expect(existsSync(join(repo.root, '.impeccable-overruns.jsonl'))).toBe(false)
  })
})
