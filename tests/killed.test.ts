import { cpSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { start } from './support/harness.ts'
import { git, temporaryFolder } from './support/sample-repo.ts'

const sample = fileURLToPath(new URL('../examples/receipt', import.meta.url))
const kills = Number(process.env.HARNESS_KILLS ?? 8)
const seed = Number(process.env.HARNESS_SEED ?? 20261116)

function randomFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

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
  expect(ids, 'a killed run is taken up again, never begun anew').toHaveLength(1)
  const text = readFileSync(join(runs, ids[0] ?? '', 'journal.ndjson'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event)
}

/** Processes that still work in the repository or one of its lanes. */
function livingIn(repo: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(repo)
    } catch {
      return false
    }
  })
}

describe('QA-01 a delivery whose process is killed again and again', () => {
  it(`SIGKILL at ${kills} random moments: nothing lost, nothing done twice, the same end (seed ${seed})`, {
    timeout: 60_000 + kills * 15_000,
  }, async () => {
    const repo = sampleRepo()
    const random = randomFrom(seed)
    let killed = 0
    let code: number | null = null
    let wasKilled = false
    for (let starts = 0; code !== 0; starts++) {
      expect(starts, 'it gets on between kills').toBeLessThan(kills + 3)
      const run = start(repo, ['run', '0002', '--yes', '--json'])
      const timer =
        killed < kills ? setTimeout(() => run.process.kill('SIGKILL'), 150 + random() * 2_500) : undefined
      const ended = await run.ended
      clearTimeout(timer)
      code = ended.code
      if (code === null) killed++
      else if (code === 2 && wasKilled && journalOf(repo, '0002').at(-1)?.type === 'RunEnded') {
        // The last kill came between the end of the run and the end of its process.
        expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'plan-completed' } })
        code = 0
      } else expect(code, `${ended.stdout}\n${ended.stderr}`).toBe(0)
      wasKilled = code === null
    }
    expect(killed).toBeGreaterThan(0)

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
    expect(events.filter((event) => event.type === 'RunResumed').length).toBeLessThanOrEqual(killed)
    expect(events.at(-1)?.type).toBe('RunEnded')
    if (process.platform === 'linux') expect(livingIn(repo), 'no process outlives the run').toEqual([])
  })
})
