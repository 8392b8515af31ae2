import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadPlan } from '@harness/core/effects/read-plan'
import { describe, expect, it } from 'vitest'
import { firstAttempt, idOf, type TargetRepo, targetRepo, testNow } from '../../test-support/target-repo.ts'
import { readPlan } from './read-plan.ts'

const path = 'plans/0001-search.md'
const text = '# 0001 Search\n\n## Goal\nFind.\n'
const edited = '# 0001 Search\n\n## Goal\nFind and sort.\n'
const digest = createHash('sha256').update(edited).digest('hex')
const id = idOf('20260101-000000/read-plan/0001/1')

const planned = (): TargetRepo => targetRepo({ [path]: text, 'a.txt': 'a\n' })
const redact = (said: string): string => said.replaceAll('hush', '[redacted]')
const read = (repo: TargetRepo, changes: Partial<ReadPlan> = {}) =>
  readPlan(
    { type: 'ReadPlan', id, path, baseBranch: 'main', known: text, agreed: [], ...changes },
    firstAttempt,
    {
      ...repo.ports(),
      redact,
      sanitise: redact,
    },
  )
const found = (edit: unknown) => ({ type: 'PlanRead', at: testNow, commandId: id, edit })

describe('reading the plan again', () => {
  it('finds nothing where nobody touched it', async () => {
    expect(await read(planned())).toEqual(found(null))
  })

  it('finds an edit in the checkout that is not committed, and leaves it as it is', async () => {
    const repo = planned()
    repo.write(path, edited)
    expect(await read(repo)).toEqual(
      found({ text: edited, digest, difference: '@@ line 2 @@\n \n ## Goal\n-Find.\n+Find and sort.\n ' }),
    )
    expect(repo.read(path)).toBe(edited)
    expect(repo.git('status', '--porcelain')).toBe(` M ${path}`)
  })

  it('finds an edit that was committed to the base, also while another branch is checked out', async () => {
    const repo = planned()
    repo.commit({ [path]: edited })
    expect(await read(repo)).toMatchObject({ edit: { text: edited } })
    repo.git('checkout', '--quiet', '-b', 'else')
    repo.commit({ [path]: 'something else\n' })
    expect(await read(repo)).toMatchObject({ edit: { text: edited } })
  })

  it('does not mind what another branch makes of it', async () => {
    const repo = planned()
    repo.git('checkout', '--quiet', '-b', 'else')
    repo.commit({ [path]: edited })
    expect(await read(repo)).toEqual(found(null))
  })

  it('finds that it is gone, and shows what went', async () => {
    const repo = planned()
    rmSync(join(repo.root, path))
    repo.commit({})
    expect(await read(repo)).toMatchObject({
      edit: { text: null, digest: null, difference: expect.stringContaining('-# 0001 Search') },
    })
    expect(await read(repo, { agreed: [null] })).toEqual(found(null))
  })

  describe('DL-12 completed on the base by others', () => {
    const completedPath = 'done/0001-search.md'
    const completed = (repo: TargetRepo): string => {
      repo.git('rm', '--quiet', path)
      return repo.commit({ [completedPath]: text }, 'chore: complete plan 0001 (hush)')
    }

    it('is told with the commit, whose it is and what it says, without secrets', async () => {
      const repo = planned()
      const commit = completed(repo)
      repo.commit({ 'later.txt': 'x\n' })
      const who = repo.git('log', '-1', '--format=%an', commit)
      const by = `${commit.slice(0, 12)} by ${who}, “chore: complete plan 0001 ([redacted])”, moved it to ${completedPath}`
      expect(await read(repo, { completedPath })).toEqual({ ...found(null), completed: { commit, by } })
    })

    it('is so although an old copy lies in the checkout', async () => {
      const repo = planned()
      completed(repo)
      repo.write(path, text)
      expect(await read(repo, { completedPath })).toMatchObject({ completed: { by: expect.anything() } })
    })

    it('is not what a person agreed to go on in spite of', async () => {
      const repo = planned()
      completed(repo)
      expect(await read(repo, { completedPath, agreed: [null] })).toEqual(found(null))
    })

    it('is not a plan that lies in both places, or in none, or only in the checkout', async () => {
      const both = planned()
      both.commit({ [completedPath]: text })
      expect(await read(both, { completedPath })).toEqual(found(null))
      const none = planned()
      none.git('rm', '--quiet', path)
      none.commit({})
      expect(await read(none, { completedPath })).toMatchObject({ edit: { text: null } })
      const moved = planned()
      rmSync(join(moved.root, path))
      moved.write(completedPath, text)
      expect(await read(moved, { completedPath })).not.toHaveProperty('completed')
    })
  })

  it('reads a plan that git ignores where it lies', async () => {
    const repo = targetRepo({ '.gitignore': 'plans/\n' })
    repo.write(path, text)
    expect(await read(repo)).toEqual(found(null))
    repo.write(path, edited)
    expect(await read(repo)).toMatchObject({ edit: { text: edited } })
  })

  it('compares what is left when secrets are taken out, and never tells one', async () => {
    const repo = targetRepo({ [path]: 'key hush\n' })
    const known = 'key [redacted]\n'
    expect(await read(repo, { known })).toEqual(found(null))
    repo.write(path, 'key hush\nmore hush\n')
    const outcome = await read(repo, { known })
    expect(outcome).toMatchObject({ edit: { text: 'key [redacted]\nmore [redacted]\n' } })
    expect(JSON.stringify(outcome)).not.toContain('hush')
  })

  it('takes an old copy for no edit while the one that was agreed to is there', async () => {
    const repo = planned()
    repo.write(path, edited)
    const agreed = { known: edited, agreed: [text] }
    expect(await read(repo, agreed)).toEqual(found(null))
    repo.write(path, text)
    expect(await read(repo, agreed)).toMatchObject({ edit: { text } })
    repo.write(path, 'another\n')
    expect(await read(repo, agreed)).toMatchObject({ edit: { text: 'another\n' } })
  })

  it('says so where the base is not there', async () => {
    expect(await read(planned(), { baseBranch: 'nowhere' })).toMatchObject({ type: 'CommandFailed' })
  })
})
