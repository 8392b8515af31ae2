import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLaneMerged } from '@harness/core/effects/merge-lane'
import { isChecksFinished } from '@harness/core/effects/run-checks'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { expect, it, onTestFinished } from 'vitest'
import { handbookRegistration } from '../../playbooks/handbook/registration.ts'
import { folderOfRun } from '../../store/layout/run-folder.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { configIn } from '../../test-support/config-in.ts'
import { rolesDir } from '../../test-support/sample-delivery.ts'
import { drive, handbookOf, handbookRepo } from '../../test-support/sample-handbook.ts'
import type { TargetRepo } from '../../test-support/target-repo.ts'
import { replayRegistered } from '../registered-defaults.ts'
import type { ReplayResult } from './replay-run.ts'

const writes = (match: string, path: string, text: string) => ({
  role: 'prompt-worker',
  match,
  do: [{ write: { path, text } }],
  reply: `Wrote ${path}.`,
})

const handbook = handbookOf([
  { id: '0.1', text: '/impeccable document the design' },
  { id: '1.1', text: '/impeccable critique the first page' },
  { id: '1.2', text: '/impeccable audit the second page' },
  { id: '3.1', text: '/impeccable harden the first page' },
])

async function replay(repo: TargetRepo, runId: string, stateDir = repo.stateDir): Promise<ReplayResult> {
  const result = await replayRegistered(
    {
      repoRoot: repo.root,
      stateDir,
      config: await configIn(repo.root),
      environment: { PATH: process.env.PATH, HOME: tmpdir() },
      rolesDir,
      run: { subject: 'handbook', runId },
      until: null,
      keep: true,
      onEvent: () => {},
      stop: new AbortController().signal,
    },
    handbookRegistration,
  )
  onTestFinished(() => rmSync(result.repoRoot ?? '', { recursive: true, force: true }))
  return result
}

/** The same run, with another journal: whole, and each record with its checksum. */
async function retold(
  repo: TargetRepo,
  runId: string,
  tell: (event: AnyEvent) => readonly AnyEvent[],
): Promise<string> {
  const stateDir = mkdtempSync(join(tmpdir(), 'harness-retold-'))
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }))
  const run = { subject: 'handbook', runId }
  const { store } = await openRunStore(stateDir).open(run)
  const events = (await openRunStore(repo.stateDir).read(run))?.events ?? []
  for (const event of events.flatMap(tell)) await store.append(event)
  await store.close()
  const calls = join(folderOfRun(repo.stateDir, run), 'calls')
  cpSync(calls, join(folderOfRun(stateDir, run), 'calls'), { recursive: true })
  return stateDir
}

it('AG-10 a handbook that people edited and committed to meanwhile is played again to the same, and a recording that is not true is found out', async () => {
  const repo = handbookRepo(handbook, [
    writes('document the design', 'DESIGN.md', '## Tokens\n'),
    writes('soften the first page', 'src/a.txt', 'soft\n'),
  ])
  let edits = 0
  const { result, events } = await drive(repo, {
    onState(event) {
      if (!isLaneMerged(event) || edits++ > 0) return
      const now = repo.read('IMPECCABLE_HANDBOOK.md')
      writeFileSync(join(repo.root, 'IMPECCABLE_HANDBOOK.md'), now.replace('harden', 'soften'))
      writeFileSync(join(repo.root, 'theirs.txt'), 'theirs\n')
      repo.git('add', 'theirs.txt')
      repo.git('commit', '-qm', 'Others')
    },
  })
  expect(result.rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
  const again = await replay(repo, result.runId)
  expect(again).toMatchObject({ same: true, difference: null, diverged: null })
  expect(repo.gitIn(again.repoRoot ?? '', 'rev-parse', 'main')).toBe(repo.git('rev-parse', 'main'))

  const failed = await retold(repo, result.runId, (event) =>
    isChecksFinished(event)
      ? [{ ...event, evidence: event.evidence.map((item) => ({ ...item, exitCode: 1 })) }]
      : [event],
  )
  expect((await replay(repo, result.runId, failed)).difference).toMatchObject({
    type: 'ChecksFinished',
    field: 'evidence.0.exitCode',
    recorded: 1,
    replayed: 0,
  })
  const [lastRead] = events
    .flatMap((event) => (event.type === 'DocumentsEdited' ? [event.commandId] : []))
    .slice(-1)
  const unticked = await retold(repo, result.runId, (event) =>
    'commandId' in event && event.commandId === lastRead ? [] : [event],
  )
  const { same, diverged } = await replay(repo, result.runId, unticked)
  expect({ same, diverged }).toEqual({
    same: false,
    diverged: expect.stringContaining('recorded run wanted'),
  })

  rmSync(join(result.runDir, 'calls'), { recursive: true })
  await expect(replay(repo, result.runId)).rejects.toMatchObject({ code: 'not-replayable' })
})

it('AG-10, HB-23 a run that halted at a file which git ignores is played again to the same halt', async () => {
  const design = handbookOf([{ id: '0.1', text: '/impeccable document the design' }])
  const repo = handbookRepo(design, [writes('document', 'DESIGN.md', '# Ink\n')], {
    '.gitignore': '.harness/run\nDESIGN.md\n',
  })
  const { result } = await drive(repo)
  expect(result.rest).toMatchObject({ end: { outcome: 'halted' } })
  expect(await replay(repo, result.runId)).toMatchObject({ difference: null, diverged: null })
})
