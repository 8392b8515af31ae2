import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock-system.ts'
import { loadConfig } from '../documents/load-config.ts'
import { runTask } from './run-task.ts'

const root = join(import.meta.dirname, '../../../..')

function sampleRepo(): string {
  const repo = mkdtempSync(join(tmpdir(), 'harness-task-'))
  cpSync(join(root, 'examples/receipt'), repo, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args], { cwd: repo })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'begin')
  return repo
}

describe('DL-03 runTask delivers a plan in process', () => {
  it('implements, checks, reviews, fixes, merges and completes it', { timeout: 60_000 }, async () => {
    const repo = sampleRepo()
    const { config } = await loadConfig(repo, {})
    const events: string[] = []
    const result = await runTask({
      repoRoot: repo,
      stateDir: join(repo, config.stateDir),
      config,
      environment: { PATH: process.env['PATH'], HOME: mkdtempSync(join(tmpdir(), 'harness-home-')) },
      rolesDir: join(root, 'roles'),
      clock: systemClock,
      ask: null,
      onEvent: (event) => events.push(event.type),
      stop: new AbortController().signal,
      until: null,
      plan: '0002',
      resumeOnly: false,
    })
    expect(result.rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
    expect(readFileSync(join(repo, 'src/totals.js'), 'utf8')).toContain(
      'Math.round((net * taxPercent) / 100)',
    )
    expect(events.filter((type) => type === 'AgentFinished')).toHaveLength(4)
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: repo }).toString()).toBe('')
    expect(readFileSync(join(repo, 'docs/exec-plans/completed/0002-total-with-tax.md'), 'utf8')).toContain(
      'status: completed',
    )
  })
})
