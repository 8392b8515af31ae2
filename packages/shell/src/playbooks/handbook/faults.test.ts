import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import { box, halt, isAgentFor, once, sidecar, worker } from '../../test-support/handbook-look.ts'
import { drive, handbookOf, handbookRepo } from '../../test-support/sample-handbook.ts'

describe('budgets, empty results and people', () => {
  it.skipIf(whyNoSandbox !== null)(
    'HB-24, HB-28 TR-07 in a confined run a person unticks a box, edits elsewhere and takes a phase away while a prompt runs',
    async () => {
      const text = handbookOf([
        { id: '1.1', text: '/impeccable critique it', box: '- [x] COMPLETE' },
        { id: '3.1', text: '/impeccable harden the page' },
        { id: '4.1', text: '/impeccable polish the page' },
      ])
      const repo = handbookRepo(text, [worker('harden the page', 'src/a.txt', 'hardened\n')], {
        'harness.config.json': JSON.stringify({
          checks: [{ name: 'test', run: 'true' }],
          agent: { provider: 'scripted', script: 'script.json' },
          sandbox: 'required',
        }),
      })
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
    },
  )

  it('HB-24 a handbook that is half saved when a prompt is done: it stops, and ticks the box once it is whole', async () => {
    const text = handbookOf([{ id: '3.1', text: '/impeccable harden it' }])
    const repo = handbookRepo(text, [worker('harden it', 'src/a.txt', 'b\n')])
    const file = join(repo.root, 'IMPECCABLE_HANDBOOK.md')
    const { result } = await drive(repo, {
      onState: once(isAgentFor('3.1'), () => writeFileSync(file, text.slice(0, text.indexOf('- [ ]')))),
    })
    expect(result.rest).toMatchObject({
      end: {
        exitCode: 1,
        resumable: true,
        next: expect.stringMatching(/lint; then resume: harness handbook$/),
      },
    })
    expect(sidecar(repo).prompts).toEqual([])
    writeFileSync(file, text)
    const again = await drive(repo)
    expect(again.result).toMatchObject({ runId: result.runId, exitCode: 0 })
    expect(repo.read('IMPECCABLE_HANDBOOK.md')).toBe(text.replace('- [ ]', '- [x]'))
    const calls = again.events.flatMap((event) =>
      event.type === 'AgentFinished' ? [event.commandId.split('/')[2]] : [],
    )
    expect(calls).toEqual(['final'])
  })

  it('HB-24 no box is ticked in another branch’s handbook', async () => {
    const text = handbookOf([{ id: '1.1', text: '/impeccable critique it' }])
    const repo = handbookRepo(text, [])
    const other = `${text}\nMore.\n`
    const { result } = await drive(repo, {
      onState: once(isAgentFor('1.1'), () => {
        repo.git('switch', '-qc', 'feature')
        writeFileSync(join(repo.root, 'IMPECCABLE_HANDBOOK.md'), other)
        repo.git('commit', '-qam', 'Another handbook')
      }),
    })
    expect(result.rest).toMatchObject({
      end: { exitCode: 1, resumable: true, next: 'git switch main; then: harness resume' },
    })
    expect(repo.read('IMPECCABLE_HANDBOOK.md')).toBe(other)
    repo.git('switch', '-q', 'main')
    const again = await drive(repo)
    expect(again.result).toMatchObject({ runId: result.runId, exitCode: 0 })
    expect(repo.read('IMPECCABLE_HANDBOOK.md')).toBe(text.replace('- [ ]', '- [x]'))
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
