import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { box, halt, isAgentFor, once, scope, worker } from '../../test-support/handbook-look.ts'
import { drive, handbookOf, handbookRepo } from '../../test-support/sample-handbook.ts'

describe('halts', () => {
  it('HB-23 a DESIGN.md that git ignores is no result: it is kept where the halt says', async () => {
    const repo = handbookRepo(
      handbookOf([{ id: '0.1', text: '/impeccable document the design' }]),
      [worker('document', 'DESIGN.md', '# Ink\n')],
      { '.gitignore': '.harness/run\nDESIGN.md\n' },
    )
    const { result } = await drive(repo)
    expect(result.rest).toMatchObject({
      end: { exitCode: 1, reason: expect.stringContaining('git ignores DESIGN.md') },
    })
    expect(box(repo, '0.1')).toBe('- [ ]')
    const kept = /It is kept in (.*)/.exec(halt(repo))?.[1] ?? ''
    expect(repo.read(join(kept, 'DESIGN.md'))).toBe('# Ink\n')
  })

  it('HB-30 a halt takes the reports of an earlier end with it, but nothing that others wrote', async () => {
    const repo = handbookRepo(
      handbookOf([{ id: '1.1', text: '/impeccable audit the first page' }], { 1: '- `test -e src/a.txt`' }),
      [],
    )
    const reports = ['.impeccable-shipreport.md', '.impeccable-calibration.md']
    const there = () => reports.filter((name) => existsSync(join(repo.root, name)))
    expect((await drive(repo)).result.exitCode).toBe(0)
    expect(there()).toEqual(reports)
    writeFileSync(join(repo.root, '.impeccable-calibration.md'), 'My own.\n')
    const path = join(repo.root, 'IMPECCABLE_HANDBOOK.md')
    writeFileSync(path, readFileSync(path, 'utf8').replace('- [x]', '- [ ]').replace('test -e', 'test ! -e'))
    expect((await drive(repo)).result.exitCode).toBe(1)
    expect(halt(repo)).toContain('# The handbook halted')
    expect(there()).toEqual(['.impeccable-calibration.md'])
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

  it('HB-20 a worker that edits the script of a check halts: the worktree is left, nothing merged', async () => {
    const judge = {
      role: 'test-judge',
      json: {
        rulings: [{ check: 'check', justified: false, quote: '', why: 'The prompt keeps the check.' }],
      },
    }
    const manifest = (check: string) => JSON.stringify({ name: 'x', scripts: { check } })
    const config = {
      checks: [{ name: 'check', run: 'npm run check' }],
      baseCheck: 'off',
      agent: { provider: 'scripted', script: 'script.json' },
      handbook: { verification: { always: [{ name: 'check', run: 'npm run check' }] } },
    }
    const repo = handbookRepo(
      handbookOf([
        { id: '3.1', text: '/impeccable harden the first page', scope: scope('src') },
        { id: '3.2', text: '/impeccable harden the second page', scope: scope('src') },
      ]),
      [worker('harden', 'package.json', manifest('true')), judge],
      { 'harness.config.json': JSON.stringify(config), 'package.json': manifest('false') },
    )
    const { result, events } = await drive(repo)
    expect(result.rest).toMatchObject({
      end: { exitCode: 1, reason: expect.stringContaining('verification_failed') },
    })
    expect(halt(repo)).toMatch(/Prompt: 3\.1[\s\S]*base’s versions of package\.json/)
    expect(events.some(({ type }) => type === 'LaneMerged')).toBe(false)
    expect([box(repo, '3.1'), box(repo, '3.2')]).toEqual(['- [ ]', '- [ ]'])
    const [worktree] = readdirSync(join(repo.root, '.worktrees')).filter((name) => name !== '.gitignore')
    expect(halt(repo)).toContain(`.worktrees/${worktree}`)
    expect(repo.read(`.worktrees/${worktree}/package.json`)).toBe(manifest('true'))
    expect(repo.read('package.json')).toBe(manifest('false'))
  })
})
