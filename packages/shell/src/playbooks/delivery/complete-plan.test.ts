import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CompletePlan } from '@harness/core/effects/complete-plan'
import { describe, expect, it } from 'vitest'
import {
  commitOf,
  firstAttempt,
  idOf,
  repeatedAttempt,
  type TargetRepo,
  targetRepo,
  testNow,
} from '../../test-support/target-repo.ts'
import { completePlan } from './complete-plan.ts'

const from = 'docs/exec-plans/active/0001-search.md'
const to = 'docs/exec-plans/completed/0001-search.md'
const plan = (status: string): string =>
  `---\nid: "0001"\ntitle: Search\nphase: one\nstatus: ${status}\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n# 0001 Search\r\n\n## Goal\nFind.\n`

const command: CompletePlan = {
  type: 'CompletePlan',
  id: idOf('20260101-000000/complete/0001/1'),
  planId: '0001',
  from,
  to,
  baseBranch: 'main',
  text: plan('active'),
  message: 'chore: complete plan 0001',
}

const planned = (): TargetRepo => targetRepo({ [from]: plan('active'), 'a.txt': 'a\n' })
const complete = (repo: TargetRepo, attempt = firstAttempt) => completePlan(command, attempt, repo.ports())

describe('completing a plan', () => {
  it('DL-12 moves the file in a chore commit and changes its status and nothing else', async () => {
    const repo = planned()
    const before = commitOf(repo, 'main')
    expect(await complete(repo)).toEqual({
      type: 'PlanCompleted',
      at: testNow,
      commandId: command.id,
      path: to,
      commit: repo.git('rev-parse', 'main'),
    })
    expect(repo.git('log', '-1', '--format=%P %s', 'main')).toBe(`${before} chore: complete plan 0001`)
    expect(repo.git('diff', '--name-status', '--no-renames', before, 'main')).toBe(`D\t${from}\nA\t${to}`)
    expect(repo.read(to)).toBe(plan('completed'))
    expect(existsSync(join(repo.root, from))).toBe(false)
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('DL-12 completed already it says so, with the commit that did it', async () => {
    const repo = planned()
    const first = await complete(repo)
    repo.commit({ 'later.txt': 'later' })
    expect(await complete(repo, repeatedAttempt)).toEqual(first)
    expect(repo.git('rev-list', '--count', 'main')).toBe('3')
  })

  it('DL-12 does it where the base is checked out nowhere, and leaves the user’s files', async () => {
    const repo = planned()
    repo.git('switch', '-q', '-c', 'elsewhere')
    expect(await complete(repo)).toMatchObject({ type: 'PlanCompleted', commit: commitOf(repo, 'main') })
    expect(repo.read(from)).toBe(plan('active'))
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('QA-05 a plan that the user is just editing is left alone', async () => {
    const repo = planned()
    repo.write(from, `${plan('active')}my note\n`)
    const before = commitOf(repo, 'main')
    expect(await complete(repo)).toMatchObject({
      type: 'MergeRefused',
      reason: 'checkout-in-the-way',
      detail: expect.stringContaining(from),
    })
    expect(repo.read(from)).toContain('my note')
    expect(commitOf(repo, 'main')).toBe(before)
  })

  it('a plan whose header a person broke meanwhile is moved as it is', async () => {
    const repo = targetRepo({ [from]: 'no header\n' })
    expect(await complete(repo)).toMatchObject({ type: 'PlanCompleted' })
    expect(repo.read(to)).toBe('no header\n')
  })

  it('QA-05 does not replace a completed plan of that name', async () => {
    const repo = targetRepo({ [from]: plan('active'), [to]: 'another' })
    expect(await complete(repo)).toMatchObject({ type: 'CommandFailed', code: 'completed-plan-exists' })
    expect(repo.read(to)).toBe('another')
  })

  it('DL-12 a plan that people took off the base is written to its completed place, for those that depend on it', async () => {
    const repo = planned()
    repo.git('rm', '-q', from)
    repo.commit({ 'b.txt': 'b\n' })
    const event = await complete(repo)
    expect(event).toMatchObject({
      type: 'PlanCompleted',
      path: to,
      commit: commitOf(repo, 'main'),
      notes: [`${from} was gone from main; written again`],
    })
    expect(repo.git('show', `main:${to}`)).toBe(plan('completed').trim())
    expect(await complete(repo, repeatedAttempt)).toMatchObject({ path: to, commit: commitOf(repo, 'main') })
  })

  it('DL-12 a plan that people gave another name is not written a second time', async () => {
    const repo = planned()
    repo.git('mv', from, from.replace('search', 'find'))
    const tip = repo.commit({ 'b.txt': 'b\n' })
    await complete(repo)
    expect(commitOf(repo, 'main')).toBe(tip)
  })

  it('a plan that nobody committed and that is gone is completed', async () => {
    const repo = targetRepo()
    expect(await complete(repo)).toMatchObject({
      type: 'PlanCompleted',
      path: to,
      commit: commitOf(repo, 'main'),
    })
  })

  it('a plan in an ignored folder moves on disk, so that it is not picked again', async () => {
    const repo = targetRepo({ '.gitignore': 'docs/\n' })
    repo.write(from, plan('active'))
    expect(await complete(repo)).toMatchObject({ type: 'PlanCompleted', path: to })
    expect(repo.read(to)).toBe(plan('completed'))
    expect(existsSync(join(repo.root, from))).toBe(false)
    expect(await complete(repo, repeatedAttempt)).toMatchObject({ type: 'PlanCompleted' })
    expect(repo.read(to)).toBe(plan('completed'))
  })

  it.each(['../x.md', '/etc/x.md', '.git/x.md'])('QA-04 refuses to write %j', async (path) => {
    const repo = planned()
    const event = await completePlan({ ...command, to: path }, firstAttempt, repo.ports())
    expect(event).toMatchObject({ type: 'CommandFailed', code: 'path-refused' })
    expect(repo.git('rev-list', '--count', 'main')).toBe('1')
  })
})
