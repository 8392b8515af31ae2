import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PlanContents, ReadPlan } from '@harness/core/playbooks/delivery/documents'
import { describe, expect, it } from 'vitest'
import { DocumentDesk } from '../../effects/documents/document-desk.ts'
import { readDocuments } from '../../effects/documents/read-documents.ts'
import { firstAttempt, idOf, type TargetRepo, targetRepo } from '../../test-support/target-repo.ts'
import { deliveryDocuments } from './delivery-effects.ts'

const path = 'plans/0001-search.md'
const completedPath = 'done/0001-search.md'
const text = '# 0001 Search\n\n## Goal\nFind.\n'
const edited = '# 0001 Search\n\n## Goal\nFind and sort.\n'

const planned = (): TargetRepo => targetRepo({ [path]: text, 'a.txt': 'a\n' })
const redact = (said: string): string => said.replaceAll('hush', '[redacted]')

const tryRead = (repo: TargetRepo, branch = 'main', known: Partial<ReadPlan['known']> = {}) => {
  const command: ReadPlan = {
    type: 'ReadDocuments',
    id: idOf('20260101-000000/read-plan/0001/1'),
    files: {
      plan: [{ place: 'base', branch, path }],
      draft: [{ place: 'draft', branch, path }],
      completion: [{ place: 'history', branch, path: completedPath }],
    },
    known: { plan: null, draft: null, completion: null, ...known },
    branch: null,
  }
  return readDocuments(
    command,
    firstAttempt,
    new DocumentDesk({ ...repo.ports(), redact }, deliveryDocuments),
  )
}

async function read(repo: TargetRepo): Promise<Partial<PlanContents>> {
  const event = await tryRead(repo)
  if (event.type !== 'DocumentsRead') throw new Error(JSON.stringify(event))
  const contents = Object.entries(event.documents).map(([name, { changed }]) => [name, changed?.content])
  return Object.fromEntries(contents)
}
const untouched = { plan: text, draft: null, completion: null }

describe('DL-12 the plan where people edit it', () => {
  it('is on the base; a checkout without edits says nothing', async () => {
    expect(await read(planned())).toEqual(untouched)
  })

  it('is edited in the checkout without a commit, and left as it is', async () => {
    const repo = planned()
    repo.write(path, edited)
    expect(await read(repo)).toEqual({ ...untouched, draft: edited })
    expect(repo.read(path)).toBe(edited)
    expect(repo.git('status', '--porcelain')).toBe(` M ${path}`)
  })

  it('is edited on the base, also while another branch is checked out', async () => {
    const repo = planned()
    repo.commit({ [path]: edited })
    expect(await read(repo)).toEqual({ ...untouched, plan: edited })
    repo.git('checkout', '--quiet', '-b', 'else')
    repo.commit({ [path]: 'something else\n' })
    expect(await read(repo)).toEqual({ ...untouched, plan: edited })
  })

  it('is gone', async () => {
    const repo = planned()
    rmSync(join(repo.root, path))
    repo.commit({})
    expect(await read(repo)).toEqual({ ...untouched, plan: null })
  })

  it('is completed on the base, with the commit, its author and subject, without secrets', async () => {
    const repo = planned()
    repo.git('rm', '--quiet', path)
    const commit = repo.commit({ [completedPath]: text }, 'chore: complete plan 0001 (hush)')
    repo.commit({ 'later.txt': 'x\n' })
    const author = repo.git('log', '-1', '--format=%an', commit)
    const completion = { commit, author, subject: 'chore: complete plan 0001 ([redacted])' }
    expect(await read(repo)).toEqual({ plan: null, draft: null, completion })
  })

  it('is not completed if it was moved in the checkout only', async () => {
    const repo = planned()
    rmSync(join(repo.root, path))
    repo.write(completedPath, text)
    expect(await read(repo)).toEqual(untouched)
  })

  it('is in the checkout only if git ignores it', async () => {
    const repo = targetRepo({ '.gitignore': 'plans/\n' })
    repo.write(path, text)
    expect(await read(repo)).toEqual({ plan: null, draft: text, completion: null })
  })

  it('is told without secrets', async () => {
    const repo = targetRepo({ [path]: 'key hush\n' })
    expect(await read(repo)).toMatchObject({ plan: 'key [redacted]\n' })
  })

  it('is told only if it is another one than the run knows', async () => {
    const repo = planned()
    const first = await tryRead(repo)
    if (first.type !== 'DocumentsRead') throw new Error(JSON.stringify(first))
    const digest = first.documents.plan?.digest ?? null
    expect(await tryRead(repo, 'main', { plan: digest })).toMatchObject({
      documents: { plan: { digest, changed: null } },
    })
  })

  it('cannot be read if the base does not exist', async () => {
    expect(await tryRead(planned(), 'nowhere')).toMatchObject({ type: 'CommandFailed' })
  })
})
