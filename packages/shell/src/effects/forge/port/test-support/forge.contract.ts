/**
 * What every forge owes to the adapters. Run on `local` and on `github` over a fake GitHub with a real repository.
 */
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import type { TargetRepo } from '../../../../test-support/target-repo.ts'
import type { Forge } from '../forge.ts'

export interface ForgeWorld {
  readonly repo: TargetRepo
  readonly forge: Forge
  /** Where the forge has a branch; null if it has none. */
  branchAt(branch: string): string | null
  labelsOf(number: number): readonly string[]
  /** What others do on the forge. */
  readonly others: {
    close(number: number): void
    merge(number: number): string
    /** Commits to a branch of the forge, or begins it; the new commit. */
    commit(branch: string, files: Readonly<Record<string, string>>): string
    /** Takes the newest commit of a branch away. */
    rewind(branch: string): void
  }
  /** Sets up rules that a merge has to wait for, where the forge can have such; what follows meets them. */
  holdMerges(): void
  releaseMerges(): void
}

const signal = new AbortController().signal
const branch = 'task/0001-search'
const text = { title: '0001 Search', body: '## Summary\n\nSearches.\n' }

export function forgeContract(name: string, makeWorld: () => Promise<ForgeWorld>): void {
  const work = (
    repo: TargetRepo,
    files: Readonly<Record<string, string>> = { 'b.txt': 'b\n' },
  ): CommitHash => {
    repo.git('switch', '--quiet', '--detach')
    const commit = asCommitHash(repo.commit(files, 'work'))
    repo.git('switch', '--quiet', 'main')
    return commit
  }
  const published = async () => {
    const world = await makeWorld()
    const head = work(world.repo)
    expect(await world.forge.publishBranch(branch, head, signal)).toEqual({ type: 'published' })
    return { ...world, head }
  }
  const opened = async () => {
    const world = await published()
    const pull = await world.forge.openPull({ ...text, branch, base: 'main' }, signal)
    return { ...world, pull }
  }
  const order = (head: CommitHash) => ({ head, title: 'Merge it', message: 'Harness-Command: a/b/c/1' })

  describe(`DL-11 the forge contract: ${name}`, () => {
    it('knows where the base stands, also when others moved it', async () => {
      const { forge, repo, others } = await makeWorld()
      await forge.refreshBase('main', signal)
      expect(repo.git('rev-parse', forge.baseRef('main'))).toBe(repo.git('rev-parse', 'main'))
      const moved = others.commit('main', { 'others.txt': 'x\n' })
      await forge.refreshBase('main', signal)
      expect(repo.git('rev-parse', forge.baseRef('main'))).toBe(moved)
    })

    it('knows a base that was rewritten', async () => {
      const { forge, repo, others } = await makeWorld()
      others.commit('main', { 'others.txt': 'x\n' })
      others.rewind('main')
      const moved = others.commit('main', { 'others.txt': 'y\n' })
      await forge.refreshBase('main', signal)
      expect(repo.git('rev-parse', forge.baseRef('main'))).toBe(moved)
    })

    it('publishes a branch, again as well, and forward', async () => {
      const { forge, head, branchAt, repo } = await published()
      expect(branchAt(branch)).toBe(head)
      expect(await forge.publishBranch(branch, head, signal)).toEqual({ type: 'published' })
      repo.git('switch', '--quiet', '--detach', head)
      const next = asCommitHash(repo.commit({ 'c.txt': 'c\n' }))
      expect(await forge.publishBranch(branch, next, signal)).toEqual({ type: 'published' })
      expect(branchAt(branch)).toBe(next)
    })

    it('never forces: a branch with commits of others is left as it is', async () => {
      const { forge, head, branchAt, others, repo } = await published()
      const theirs = others.commit(branch, { 'theirs.txt': 'x\n' })
      const ours = work(repo, { 'ours.txt': 'y\n' })
      for (const commit of [head, ours])
        expect(await forge.publishBranch(branch, commit, signal)).toMatchObject({
          type: 'rejected',
          detail: expect.stringContaining(branch),
        })
      expect(branchAt(branch)).toBe(theirs)
    })

    it('opens a pull request, finds it and reads it', async () => {
      const { forge, head, pull } = await opened()
      expect(pull).toMatchObject({ ...text, state: 'open', base: 'main', head, mergeCommit: null })
      expect(pull.url).not.toBe('')
      expect(await forge.pullsOf(branch, 'main', signal)).toEqual([
        expect.objectContaining({ number: pull.number }),
      ])
      expect(await forge.pullsOf('task/other', 'main', signal)).toEqual([])
      expect(await forge.readPull(pull.number, signal)).toMatchObject({ ...text, state: 'open', head })
    })

    it('gives a pull request a new text, twice the same, and a new commit shows by itself', async () => {
      const { forge, pull, repo, head } = await opened()
      const changed = { title: '0001 Better', body: 'Better.\n' }
      await forge.updatePull(pull.number, changed, signal)
      expect(await forge.updatePull(pull.number, changed, signal)).toMatchObject(changed)
      repo.git('switch', '--quiet', '--detach', head)
      const next = asCommitHash(repo.commit({ 'c.txt': 'c\n' }))
      await forge.publishBranch(branch, next, signal)
      expect(await forge.readPull(pull.number, signal)).toMatchObject({ ...changed, head: next })
    })

    it('tells a pull request that a person closed, and opens it again when told', async () => {
      const { forge, pull, others } = await opened()
      others.close(pull.number)
      expect(await forge.readPull(pull.number, signal)).toMatchObject({ state: 'closed', mergeCommit: null })
      expect((await forge.pullsOf(branch, 'main', signal))[0]).toMatchObject({ state: 'closed' })
      expect(await forge.updatePull(pull.number, text, signal)).toMatchObject({ state: 'open' })
    })

    it('tells a pull request that a person merged, and with which commit', async () => {
      const { forge, pull, others, repo } = await opened()
      const mergeCommit = others.merge(pull.number)
      expect(await forge.readPull(pull.number, signal)).toMatchObject({ state: 'merged', mergeCommit })
      expect(await forge.updatePull(pull.number, text, signal)).toMatchObject({ state: 'merged' })
      await forge.refreshBase('main', signal)
      expect(repo.git('rev-parse', forge.baseRef('main'))).toBe(mergeCommit)
    })

    it('labels a pull request, once however often it is asked', async () => {
      const { forge, pull, labelsOf } = await opened()
      await forge.labelPull(pull.number, 'agent/automerge', signal)
      await forge.labelPull(pull.number, 'agent/automerge', signal)
      expect(labelsOf(pull.number)).toEqual(['agent/automerge'])
    })

    it('takes a label off again, also if it is not there', async () => {
      const { forge, pull, labelsOf } = await opened()
      for (const label of ['agent/automerge', 'keep']) await forge.labelPull(pull.number, label, signal)
      await forge.unlabelPull(pull.number, 'agent/automerge', signal)
      await forge.unlabelPull(pull.number, 'agent/automerge', signal)
      expect(labelsOf(pull.number)).toEqual(['keep'])
    })

    it('has no checks of its own where nobody set any up', async () => {
      const { forge, head } = await published()
      expect(await forge.ciJobs(head, signal)).toEqual([])
    })

    it('merges exactly the commit it is told, and says the same when asked again', async () => {
      const { forge, pull, head, repo } = await opened()
      const merged = await forge.mergePull(pull.number, order(head), signal)
      if (merged.type !== 'merged') throw new Error(merged.detail)
      await forge.refreshBase('main', signal)
      expect(repo.git('rev-parse', forge.baseRef('main'))).toBe(merged.commit)
      expect(repo.git('log', '-1', '--format=%B%(trailers)', merged.commit)).toContain(
        'Harness-Command: a/b/c/1',
      )
      expect(repo.git('rev-parse', `${merged.commit}^{tree}`)).toBe(repo.git('rev-parse', `${head}^{tree}`))
      expect(await forge.readPull(pull.number, signal)).toMatchObject({
        state: 'merged',
        head,
        mergeCommit: merged.commit,
      })
      expect(await forge.mergePull(pull.number, order(head), signal)).toEqual(merged)
    })

    it('merges by itself once its rules are met, or says that it has nothing to wait for', async () => {
      const { forge, pull, head, repo, holdMerges, releaseMerges } = await opened()
      holdMerges()
      const auto = await forge.enableAutoMerge(pull.number, order(head), signal)
      if (auto.type === 'ready') await forge.mergePull(pull.number, order(head), signal)
      else {
        expect(auto).toEqual({ type: 'enabled' })
        expect(await forge.readPull(pull.number, signal)).toMatchObject({ state: 'open' })
        expect(await forge.enableAutoMerge(pull.number, order(head), signal), 'again').toEqual(auto)
        releaseMerges()
      }
      const merged = await forge.readPull(pull.number, signal)
      expect(merged).toMatchObject({ state: 'merged', head })
      await forge.refreshBase('main', signal)
      expect(repo.git('log', '-1', '--format=%B', String(merged.mergeCommit))).toContain(
        'Merge it\n\nHarness-Command: a/b/c/1',
      )
    })

    it('merges nothing by itself any more once that is switched off, also if it was not on', async () => {
      const { forge, pull, head, holdMerges, releaseMerges } = await opened()
      holdMerges()
      await forge.disableAutoMerge(pull.number, signal)
      await forge.enableAutoMerge(pull.number, order(head), signal)
      await forge.disableAutoMerge(pull.number, signal)
      await forge.disableAutoMerge(pull.number, signal)
      releaseMerges()
      expect(await forge.readPull(pull.number, signal)).toMatchObject({ state: 'open' })
    })

    it('is never made to merge by itself what others pushed to the branch', async () => {
      const { forge, pull, head, others, holdMerges, releaseMerges, branchAt } = await opened()
      const before = branchAt('main')
      holdMerges()
      others.commit(branch, { 'theirs.txt': 'x\n' })
      expect(await forge.enableAutoMerge(pull.number, order(head), signal)).not.toEqual({ type: 'enabled' })
      releaseMerges()
      expect(branchAt('main')).toBe(before)
    })

    it('merges nothing that others pushed to the branch meanwhile', async () => {
      const { forge, pull, head, others, branchAt } = await opened()
      const before = branchAt('main')
      others.commit(branch, { 'theirs.txt': 'x\n' })
      expect(await forge.mergePull(pull.number, order(head), signal)).toMatchObject({
        type: 'refused',
        reason: 'push-rejected',
      })
      expect(branchAt('main')).toBe(before)
    })

    it('refuses a conflict, and what is closed', async () => {
      const { forge, pull, head, others, branchAt } = await opened()
      const before = others.commit('main', { 'b.txt': 'theirs\n' })
      expect(await forge.mergePull(pull.number, order(head), signal)).toMatchObject({
        type: 'refused',
        reason: 'conflict',
      })
      others.close(pull.number)
      expect(await forge.mergePull(pull.number, order(head), signal)).toMatchObject({ type: 'refused' })
      expect(branchAt('main')).toBe(before)
    })

    it('moves the base forward from where it is known to be, and never otherwise', async () => {
      const { forge, repo, others, branchAt } = await makeWorld()
      await forge.refreshBase('main', signal)
      const from = asCommitHash(repo.git('rev-parse', forge.baseRef('main')))
      const first = work(repo, { 'one.txt': '1\n' })
      const second = work(repo, { 'two.txt': '2\n' })
      expect(await forge.publishBase('main', from, first, signal)).toEqual({ type: 'advanced' })
      expect(branchAt('main')).toBe(first)
      expect(repo.git('rev-parse', forge.baseRef('main'))).toBe(first)
      const theirs = others.commit('main', { 'others.txt': 'x\n' })
      expect(await forge.publishBase('main', from, second, signal)).toMatchObject({
        type: 'refused',
        reason: 'base-moved',
      })
      expect(branchAt('main')).toBe(theirs)
    })
  })
}
