import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { abandonRun } from '../../engine/registered-defaults.ts'
import { systemClock } from '../../machine/clock/clock-system.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { configIn } from '../../test-support/config-in.ts'
import { drive, handbookOf, handbookRepo } from '../../test-support/sample-handbook.ts'
import type { TargetRepo } from '../../test-support/target-repo.ts'
import { handbookRegistration } from './registration.ts'

const handbook = handbookOf([
  { id: '1.1', text: '/impeccable critique the first page' },
  { id: '1.2', text: '/impeccable critique the second page of the layout' },
])

/** A run that was stopped after its first prompt, and another checkout of the same repository. */
async function interrupted(): Promise<{ readonly repo: TargetRepo; readonly other: string }> {
  const repo = handbookRepo(handbook, [])
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'harness-linked-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const other = join(folder, 'other')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', other)
  const stop = new AbortController()
  const { result } = await drive(repo, {
    stop: stop.signal,
    onState: (event) => void (event.type === 'DocumentsEdited' && stop.abort()),
  })
  expect(result.rest.type).toBe('interrupted')
  return { repo, other }
}

async function giveUp(repo: TargetRepo, repoRoot: string, { stateDir }: Pick<TargetRepo, 'stateDir'> = repo) {
  const [run] = await openRunStore(stateDir).list('handbook')
  if (run === undefined) throw new Error('no run was recorded')
  const config = await configIn(repoRoot)
  const place = { repoRoot, stateDir, config, environment: {}, clock: systemClock }
  return abandonRun({ ...place, run, by: 'ada', reason: 'not so' }, handbookRegistration)
}

const sidecar = '.impeccable-state.json'

describe('HB-28 an unfinished handbook of another checkout', () => {
  it('is not gone on with here, and can be given up here to begin one', async () => {
    const { repo, other } = await interrupted()
    await expect(drive(repo, { repoRoot: other })).rejects.toMatchObject({
      code: 'run-elsewhere',
      next: expect.stringContaining(repo.root),
    })
    expect(existsSync(join(other, sidecar))).toBe(false)
    expect(await giveUp(repo, other)).toMatchObject({ outcome: 'blocked' })
    expect(existsSync(join(other, sidecar))).toBe(false)
    expect(JSON.parse(repo.read(sidecar)).iteration_state).toMatchObject({ status: 'halted' })
    const { result } = await drive(repo, { repoRoot: other })
    expect(result.rest).toMatchObject({ end: { outcome: 'done' } })
    expect(readFileSync(join(other, 'IMPECCABLE_HANDBOOK.md'), 'utf8')).not.toContain('- [ ]')
    expect(repo.read('IMPECCABLE_HANDBOOK.md')).toContain('- [ ]')
  })

  it('is the same one where a link leads to it', async () => {
    const { repo, other } = await interrupted()
    const link = join(other, '../link')
    symlinkSync(repo.root, link)
    const untilRead = async (repoRoot: string) => {
      const stop = new AbortController()
      const onState = (event: { readonly type: string }) =>
        void (event.type === 'DocumentsRead' && stop.abort())
      const { result } = await drive(repo, { repoRoot, stop: stop.signal, onState })
      expect(result.rest.type).toBe('interrupted')
      return result.runId
    }
    await untilRead(link)
    await giveUp(repo, link)
    const runId = await untilRead(link)
    const { result } = await drive(repo)
    expect(result).toMatchObject({ runId, rest: { end: { outcome: 'done' } } })
  })

  it('given up in a copy of the repository, the run there goes on as it was', async () => {
    const { repo, other } = await interrupted()
    const copy = join(other, '../copy')
    cpSync(repo.root, copy, { recursive: true, verbatimSymlinks: true })
    const before = repo.read(sidecar)
    const here = { repoRoot: copy, stateDir: join(copy, '.harness/run') }
    await expect(drive(repo, here)).rejects.toMatchObject({
      code: 'run-elsewhere',
      message: expect.stringMatching(`belongs to ${repo.root}. This repository is a copy.`),
      next: expect.stringContaining('harness refuse handbook-'),
    })
    expect(await giveUp(repo, copy, here)).toMatchObject({ outcome: 'blocked' })
    expect(repo.read(sidecar)).toBe(before)
    expect(existsSync(join(repo.root, '.impeccable-halt.md'))).toBe(false)
    expect(JSON.parse(readFileSync(join(copy, sidecar), 'utf8')).iteration_state.status).toBe('halted')
    expect((await drive(repo)).result.rest).toMatchObject({ end: { outcome: 'done' } })
  })

  it('given up where the whole repository was moved to, its files there tell of the halt', async () => {
    const { repo, other } = await interrupted()
    const moved = join(other, '../moved')
    renameSync(repo.root, moved)
    const stateDir = join(moved, '.harness/run')
    const before = JSON.parse(readFileSync(join(moved, sidecar), 'utf8'))
    expect(await giveUp(repo, moved, { stateDir })).toMatchObject({ outcome: 'blocked' })
    const { iteration_state, prompts } = JSON.parse(readFileSync(join(moved, sidecar), 'utf8'))
    expect(iteration_state.status).toBe('halted')
    expect(prompts).toEqual(before.prompts)
    expect(existsSync(join(moved, '.impeccable-halt.md'))).toBe(true)
    expect(existsSync(repo.root)).toBe(false)
  })

  it('is given up also where that checkout is gone', async () => {
    const { repo, other } = await interrupted()
    await giveUp(repo, repo.root)
    const stop = new AbortController()
    const onState = (event: { readonly type: string }) =>
      void (event.type === 'DocumentsEdited' && stop.abort())
    await drive(repo, { repoRoot: other, stop: stop.signal, onState })
    rmSync(other, { recursive: true })
    expect(await giveUp(repo, repo.root)).toMatchObject({ outcome: 'blocked' })
    expect(JSON.parse(repo.read(sidecar)).iteration_state).toMatchObject({ status: 'halted' })
    expect(existsSync(other)).toBe(false)
  })
})
