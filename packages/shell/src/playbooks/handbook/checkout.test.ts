import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event } from '@harness/core/playbooks/handbook/effects'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { drive, handbookOf, handbookRepo, type Rule } from '../../test-support/sample-handbook.ts'
import type { TargetRepo } from '../../test-support/target-repo.ts'

const worker = (match: string, ...deeds: readonly Rule[]): Rule => ({
  role: 'prompt-worker',
  match,
  do: deeds,
  reply: 'It is done.',
})
const writes = (path: string, text = 'made\n'): Rule => ({ write: { path, text } })
const sidecar = (repo: TargetRepo) => JSON.parse(repo.read('.impeccable-state.json'))
const lanesOf = (repo: TargetRepo): string => repo.git('branch', '--list', 'impeccable/*')
const beginsWork =
  (deed: () => void) =>
  (event: Event): void => {
    if (event.type === 'CommandIssued' && event.command.type === 'RunAgent') deed()
  }
const critique = handbookOf([{ id: '1.1', text: '/impeccable critique the first page' }])
const ticking = { run: "sed -i 's/- \\[ \\]/- [x]/' IMPECCABLE_HANDBOOK.md" }

/** What a person does in the checkout while others work. */
const weekend = (repo: TargetRepo): void => {
  writeFileSync(join(repo.root, 'src/weekend.txt'), 'a weekend’s work\n')
  repo.git('add', 'src/weekend.txt')
  repo.git('commit', '-qm', 'weekend')
  appendFileSync(join(repo.root, 'src/a.txt'), 'mine\n')
  appendFileSync(join(repo.root, 'PRODUCT.md'), '\n## Mine\n')
  writeFileSync(join(repo.root, 'src/new.txt'), 'new\n')
  rmSync(join(repo.root, 'src/gone.txt'))
}
const expectWeekend = (repo: TargetRepo): void => {
  expect(repo.git('log', '--format=%s')).toBe('weekend\nfirst')
  expect(repo.read('src/weekend.txt')).toBe('a weekend’s work\n')
  expect(repo.read('src/a.txt')).toBe('a\nmine\n')
  expect(repo.read('PRODUCT.md')).toContain('## Mine')
  expect(repo.read('src/new.txt')).toBe('new\n')
  expect(existsSync(join(repo.root, 'src/gone.txt'))).toBe(false)
  expect(sidecar(repo).prompts).toEqual([expect.objectContaining({ violation: null, worktree: null })])
}

describe('HB-15 the checkout is the user’s alone', () => {
  it('what a person commits, edits, makes and deletes there during a critique stays', async () => {
    const flags = mkdtempSync(join(tmpdir(), 'harness-flags-'))
    onTestFinished(() => rmSync(flags, { recursive: true }))
    const [begun, over] = [join(flags, 'begun'), join(flags, 'over')]
    const waits = { run: `touch ${begun}; until [ -e ${over} ]; do sleep 0.02; done` }
    const slow = { role: 'prompt-reader', do: [waits], reply: 'No findings.' }
    const repo = handbookRepo(critique, [slow], { 'src/gone.txt': 'here\n' })
    const person = setInterval(() => {
      if (!existsSync(begun) || existsSync(over)) return
      weekend(repo)
      writeFileSync(over, '')
    }, 20)
    onTestFinished(() => clearInterval(person))
    const { result } = await drive(repo)
    expect(result.rest).toMatchObject({ end: { outcome: 'done' } })
    expectWeekend(repo)
    expect(lanesOf(repo)).toBe('')
  })

  it('HB-01 on no branch nothing is begun, and nothing is made', async () => {
    const repo = handbookRepo(critique, [])
    repo.git('checkout', '-q', '--detach')
    await expect(drive(repo)).rejects.toMatchObject({
      code: 'checkout-moved',
      next: expect.stringContaining('git switch main'),
    })
    expect(existsSync(join(repo.stateDir, 'runs'))).toBe(false)
  })

  it('and so does what happened while a critique that was stopped lay still', async () => {
    const flags = mkdtempSync(join(tmpdir(), 'harness-flags-'))
    onTestFinished(() => rmSync(flags, { recursive: true }))
    const begun = join(flags, 'begun')
    const slow = { role: 'prompt-reader', do: [{ run: `touch ${begun}; sleep 600` }], reply: 'No findings.' }
    const repo = handbookRepo(critique, [slow], { 'src/gone.txt': 'here\n' })
    const stop = new AbortController()
    const stopped = drive(repo, { stop: stop.signal })
    await vi.waitUntil(() => existsSync(begun), { timeout: 60_000 })
    stop.abort()
    await stopped
    weekend(repo)
    // Who reads it now sees the weekend's commit.
    const sees = { run: 'test -e src/weekend.txt' }
    const rules = [{ role: 'prompt-reader', do: [sees], reply: 'No findings.' }]
    writeFileSync(join(repo.root, 'script.json'), JSON.stringify({ rules }))
    const { result } = await drive(repo)
    expect(result.rest).toMatchObject({ end: { outcome: 'done' } })
    expectWeekend(repo)
  })

  it('a checkout on another branch stops the run before anything is read there', async () => {
    const repo = handbookRepo(handbookOf([{ id: '0.1', text: '/impeccable document the design' }]), [
      worker('document the design', writes('DESIGN.md')),
    ])
    const { result } = await drive(repo, {
      onState: beginsWork(() => {
        if (repo.git('branch', '--show-current') === 'main') repo.git('switch', '-qc', 'feature')
      }),
    })
    expect(result.rest).toMatchObject({
      end: {
        resumable: true,
        reason: expect.stringContaining('is on feature'),
        next: expect.stringContaining('git switch main'),
      },
    })
  })

  it('says once what is not committed there: no agent sees it', async () => {
    const repo = handbookRepo(critique, [])
    writeFileSync(join(repo.root, 'notes.txt'), 'mine\n')
    appendFileSync(join(repo.root, 'IMPECCABLE_HANDBOOK.md'), '\nA remark.\n')
    const { events } = await drive(repo)
    const notes = events.flatMap((event) => ('notes' in event ? (event.notes ?? []) : []))
    expect(notes.filter((note) => note.includes('agents see what is committed'))).toEqual([
      expect.stringContaining('not yet: notes.txt; commit'),
    ])
  })
})

describe('HB-15 what agents do in lanes of their own', () => {
  it('what a reader changed is its own violation, kept as a patch, and none of its neighbour’s', async () => {
    const repo = handbookRepo(
      handbookOf([
        { id: '1.1', text: '/impeccable critique the first page' },
        { id: '1.2', text: '/impeccable critique the second page' },
      ]),
      [
        {
          role: 'prompt-reader',
          match: 'critique the second page',
          do: [{ append: { path: 'src/a.txt', text: 'the agent’s\n' } }, writes('src/new.txt')],
          reply: 'No findings.',
        },
      ],
    )
    appendFileSync(join(repo.root, 'src/a.txt'), 'uncommitted\n')
    await drive(repo)
    expect(repo.read('src/a.txt')).toBe('a\nuncommitted\n')
    expect(repo.git('log', '--format=%s')).toBe('first')
    const violations: { readonly patch: string }[] = sidecar(repo).prompts.flatMap(
      ({ prompt_id, violation }: { prompt_id: string; violation: object | null }) =>
        violation === null ? [] : [{ prompt_id, ...violation }],
    )
    expect(violations).toMatchObject([{ prompt_id: '1.2', files: ['src/a.txt', 'src/new.txt'] }])
    expect(repo.read(violations[0]?.patch ?? '')).toContain('+the agent’s')
  })

  it('HB-24 a critic that ticks boxes has a violation and ticks nothing; so has the final one', async () => {
    const repo = handbookRepo(
      handbookOf([
        { id: '1.1', text: '/impeccable critique the first page' },
        { id: '3.1', text: '/impeccable harden the first page' },
      ]),
      [
        { role: 'prompt-reader', do: [ticking], reply: 'No findings.' },
        worker('harden the first page', writes('src/hard.txt')),
      ],
    )
    const { result } = await drive(repo)
    expect(result.rest).toMatchObject({ end: { outcome: 'done' } })
    expect(repo.git('show', 'main:src/hard.txt')).toBe('made')
    const violation = { files: ['IMPECCABLE_HANDBOOK.md'] }
    const { prompts, violations } = sidecar(repo)
    expect(prompts).toMatchObject([
      { prompt_id: '1.1', violation },
      { prompt_id: '3.1', violation: null },
    ])
    expect(violations).toEqual([{ by: 'The final critique', ...violation, patch: expect.any(String) }])
    expect(repo.read('.impeccable-shipreport.md')).toContain(
      'The final critique changed IMPECCABLE_HANDBOOK.md',
    )
  })

  it('HB-24 a writer that touches the handbook is refused', async () => {
    const repo = handbookRepo(handbookOf([{ id: '0.1', text: '/impeccable extract the tokens' }]), [
      worker('extract the tokens', writes('src/tokens.txt'), ticking),
    ])
    const { result } = await drive(repo)
    const reason = expect.stringContaining('only people and the harness itself may change')
    expect(result.rest).toMatchObject({ end: { resumable: true, reason } })
    expect(repo.git('log', '--format=%s')).toBe('first')
  })

  it('HB-11 a document prompt keeps DESIGN.md and nothing else', async () => {
    const repo = handbookRepo(handbookOf([{ id: '0.1', text: '/impeccable document the design' }]), [
      worker('document', writes('DESIGN.md', '## Tokens\n'), writes('src/a.txt', 'changed\n'), ticking),
    ])
    await drive(repo)
    expect(repo.git('diff', '--name-only', 'main~1', 'main')).toBe('DESIGN.md')
    expect(repo.git('show', 'main:DESIGN.md')).toBe('## Tokens')
    expect(repo.read('DESIGN.md')).toBe('## Tokens\n')
    expect(repo.read('src/a.txt')).toBe('a\n')
    const [{ violation }] = sidecar(repo).prompts
    expect(violation.files).toEqual(['IMPECCABLE_HANDBOOK.md', 'src/a.txt'])
    expect(repo.read(violation.patch)).toContain('+changed')
  })

  it('HB-21 what Phase 0 could not verify stays in its lane; the next run commits it, and later worktrees have it', async () => {
    const repo = handbookRepo(
      handbookOf([
        { id: '0.1', text: '/impeccable document the design' },
        { id: '3.1', text: '/impeccable harden the first page' },
      ]),
      [
        worker('document the design', writes('DESIGN.md', '## Tokens\n')),
        worker('harden the first page', { run: 'cp DESIGN.md src/seen.txt' }),
      ],
      { 'src/broken': 'x\n' },
    )
    // As a handbook usually is: edited, and not committed.
    appendFileSync(join(repo.root, 'IMPECCABLE_HANDBOOK.md'), '\nA remark.\n')
    const halted = await drive(repo)
    expect(halted.result.rest).toMatchObject({ end: { exitCode: 1, outcome: 'halted' } })
    expect(existsSync(join(repo.root, 'DESIGN.md'))).toBe(false)
    const [, lane = ''] = / in (\S+), commit it there/.exec(repo.read('.impeccable-halt.md')) ?? []
    expect(repo.read(join(lane, 'DESIGN.md'))).toBe('## Tokens\n')
    repo.git('rm', '-q', 'src/broken')
    repo.git('commit', '-qm', 'mended')
    const { result } = await drive(repo)
    expect(result.rest).toMatchObject({ end: { outcome: 'done' } })
    expect(repo.git('show', 'main:DESIGN.md')).toBe('## Tokens')
    expect(repo.git('show', 'main:src/seen.txt')).toBe('## Tokens')
    expect(repo.git('status', '--porcelain', '--', 'DESIGN.md', 'src')).toBe('')
    expect(repo.read('IMPECCABLE_HANDBOOK.md')).toContain('A remark.')
  })
})
