/** A delivery with the sample product whose process is killed and started again, until it is delivered. */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { start } from './support/harness.ts'
import { killAgainAndAgain, killsOf, livingIn, seed } from './support/killed.ts'
import { git, temporaryFolder } from './support/sample-repo.ts'

const sample = fileURLToPath(new URL('../examples/receipt', import.meta.url))
const most = killsOf(4)

function sampleRepo(): string {
  const repo = temporaryFolder()
  cpSync(sample, repo, { recursive: true })
  git(repo, 'init', '--quiet', '--initial-branch=main')
  git(repo, 'config', 'user.name', 'Tester')
  git(repo, 'config', 'user.email', 'tester@localhost')
  git(repo, 'add', '--all')
  git(repo, 'commit', '--quiet', '-m', 'Begin')
  return repo
}

interface Recorded {
  readonly type: string
  readonly commandId?: string
  readonly command?: { readonly id: string }
}

function journalOf(repo: string, plan: string): readonly Recorded[] {
  const runs = join(repo, '.harness/run/runs', plan)
  const ids = readdirSync(runs).filter((name) => /^\d{8}-\d{6}$/.test(name))
  expect(ids, 'a killed run is resumed, never started again').toHaveLength(1)
  const text = readFileSync(join(runs, ids[0] ?? '', 'journal.ndjson'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event)
}

describe('QA-01 a delivery whose process is killed again and again', () => {
  it(`SIGKILL ${most} times: nothing lost, nothing done twice, the same end (seed ${seed})`, async () => {
    const repo = sampleRepo()
    const { kills, last } = await killAgainAndAgain(repo, '0002', most, () =>
      start(repo, ['run', '0002', '--yes', '--json']),
    )
    expect(kills).toBeGreaterThan(0)
    const value = JSON.parse(last.stdout)
    if (last.code !== 2) expect(last.code, `${last.stdout}\n${last.stderr}`).toBe(0)
    // The last kill came between the end of the run and the end of its process.
    else expect(value).toMatchObject({ error: { code: 'plan-completed' } })

    const merges = git(repo, 'log', '--merges', '--format=%s', 'main').split('\n')
    expect(merges).toEqual(['Merge plan 0002: Total with tax'])
    const chores = git(repo, 'log', '--format=%s', 'main')
      .split('\n')
      .filter((subject) => subject.startsWith('chore:'))
    expect(chores).toEqual(['chore: complete plan 0002'])
    expect(git(repo, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(repo, 'src/totals.js'), 'utf8')).toContain(
      'Math.round((net * taxPercent) / 100)',
    )
    expect(git(repo, 'branch', '--list', 'task/*')).toBe('')

    const events = journalOf(repo, '0002')
    const issued = events.flatMap((event) => (event.command === undefined ? [] : [event.command.id]))
    const outcomes = events.flatMap((event) => (event.commandId === undefined ? [] : [event.commandId]))
    expect(new Set(issued).size, 'a command is issued once').toBe(issued.length)
    expect(outcomes.toSorted(), 'every command has one outcome').toEqual(issued.toSorted())
    expect(events.filter((event) => event.type === 'RunResumed').length).toBeLessThanOrEqual(kills)
    expect(events.at(-1)?.type).toBe('RunEnded')
    expect(livingIn(repo), 'no process outlives the run').toEqual([])
  })
})
