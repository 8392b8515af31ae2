import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asLaneName } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { openLane } from '../../effects/lanes/open-lane.ts'
import { firstAttempt, idOf, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { tidyMissionLanes } from './tidy-lanes.ts'

const { signal } = firstAttempt

/** Lanes of missions that are over, each with a commit of its own unless it is left at the base. */
async function leftLanes(...names: readonly string[]) {
  const repo = targetRepo()
  const paths = new Map<string, string>()
  for (const [nth, name] of names.entries()) {
    const opened = await openLane(
      openLaneCommand({
        id: idOf(`20260101-00000${nth}/open/${name}/1`),
        lane: asLaneName(name),
        branch: `harness/${name}`,
        worktree: `.harness/worktrees/${name}`,
      }),
      firstAttempt,
      repo.ports(),
    )
    if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
    paths.set(name, opened.path)
  }
  const pathOf = (name: string): string => paths.get(name) ?? ''
  return {
    repo,
    pathOf,
    works: (name: string) => {
      writeFileSync(join(pathOf(name), `${name}.txt`), `${name}\n`)
      repo.gitIn(pathOf(name), 'add', '-A')
      repo.gitIn(pathOf(name), 'commit', '-qm', name)
    },
    tidy: (inUse: readonly string[] = []) => tidyMissionLanes(new Set(inUse), 'main', repo.ports(), signal),
  }
}

const docs = 'docs-1-20260101-000000'

describe('MI-13 lanes that an earlier mission left', () => {
  it('go once a person has merged what is in them, with their branches', async () => {
    const { repo, pathOf, works, tidy } = await leftLanes('F-001', 'F-002', docs)
    for (const name of ['F-001', 'F-002', docs]) works(name)
    repo.git('merge', '-q', '--no-ff', '-m', 'Take F-001', 'harness/F-001')
    repo.git('merge', '-q', '--no-ff', '-m', 'Take the documentation', `harness/${docs}`)
    expect(await tidy()).toBe(`lanes that were left were removed, for their work is in main: F-001, ${docs}`)
    expect(existsSync(pathOf('F-001'))).toBe(false)
    expect(existsSync(pathOf(docs))).toBe(false)
    expect(repo.git('branch', '--list', 'harness/*').trim()).toBe('+ harness/F-002')
    expect(existsSync(join(pathOf('F-002'), 'F-002.txt'))).toBe(true)
    expect(await tidy()).toBeNull()
  })
  it('stay where the run uses them, where nobody worked in them, or if something lies there that is not committed', async () => {
    const { repo, pathOf, works, tidy } = await leftLanes('F-001', 'F-002', 'F-003')
    for (const name of ['F-001', 'F-002']) {
      works(name)
      repo.git('merge', '-q', '--no-ff', '-m', name, `harness/${name}`)
    }
    writeFileSync(join(pathOf('F-002'), 'more.txt'), 'mine\n')
    expect(await tidy(['F-001'])).toBeNull()
    for (const name of ['F-001', 'F-002', 'F-003']) expect(existsSync(pathOf(name))).toBe(true)
  })
  it('are those of missions only', async () => {
    const { repo, tidy } = await leftLanes()
    const opened = await openLane(openLaneCommand(), firstAttempt, repo.ports())
    if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
    writeFileSync(join(opened.path, 'a.txt'), 'work\n')
    repo.gitIn(opened.path, 'commit', '-qam', 'work')
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', opened.branch)
    expect(await tidy()).toBeNull()
    expect(existsSync(opened.path)).toBe(true)
  })
})
