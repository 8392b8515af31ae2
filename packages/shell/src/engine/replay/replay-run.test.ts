import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deliveryRegistration } from '../../playbooks/delivery/registration.ts'
import type { TaskResult } from '../../playbooks/delivery/start-delivery.ts'
import { deliver, plainGit, sampleOutside, sampleRepo } from '../../test-support/sample-delivery.ts'
import { replayRegistered } from '../registered-defaults.ts'
import type { ReplayResult } from './replay-run.ts'

let repo: string
let task: TaskResult

beforeAll(async () => {
  repo = sampleRepo()
  // Paused and resumed, so that the replay has a resumption to follow too.
  await deliver(repo, '0002', { until: 'implement' })
  task = await deliver(repo, '0002')
})

const replay = async (until: string | null = null, keep = false): Promise<ReplayResult> =>
  replayRegistered(
    {
      ...(await sampleOutside(repo)),
      run: { subject: '0002', runId: task.runId },
      until,
      keep,
      onEvent: () => {},
      stop: new AbortController().signal,
    },
    deliveryRegistration,
  )

describe('AG-10 a recorded run is played again offline', () => {
  it('reaches the same end, event for event, without the script', async () => {
    const script = readFileSync(join(repo, 'harness.script.yaml'))
    writeFileSync(join(repo, 'harness.script.yaml'), 'rules: []\n')
    try {
      const result = await replay(null, true)
      expect(result).toMatchObject({ same: true, difference: null, diverged: null })
      expect(result.eventsCompared).toBeGreaterThan(20)
      expect(plainGit(result.repoRoot ?? '', 'rev-parse', 'main^{tree}')).toBe(
        plainGit(repo, 'rev-parse', 'main^{tree}'),
      )
    } finally {
      writeFileSync(join(repo, 'harness.script.yaml'), script)
    }
  })

  it('leaves the original repository as it was, and its own only when asked to', async () => {
    const before = plainGit(repo, 'for-each-ref')
    const temporary = mkdtempSync(join(tmpdir(), 'harness-replayed-'))
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const result = await replay()
    expect(plainGit(repo, 'for-each-ref')).toBe(before)
    expect(plainGit(repo, 'status', '--porcelain')).toBe('')
    expect(result.repoRoot).toBeNull()
    expect(readdirSync(temporary).filter((name) => name.startsWith('harness-replay-'))).toEqual([])
  })

  it('stops after the command that --until names', async () => {
    const result = await replay('review/0002/1')
    expect(result.same).toBe(true)
    const recorded: readonly { type: string; commandId?: string }[] = readFileSync(
      join(task.runDir, 'journal.ndjson'),
      'utf8',
    )
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event)
    const last = recorded.findIndex(({ commandId }) => commandId?.endsWith('/review/0002/1'))
    const followed = recorded.slice(0, last + 1).filter(({ type }) => type !== 'RunResumed')
    expect(result.eventsCompared).toBe(followed.length)
    expect(followed.length).toBeGreaterThanOrEqual(12)
  })

  it('says where it differs when the recording was changed', async () => {
    const patch = join(task.runDir, 'calls', `${task.runId}-implement-0002-1`, 'diff.patch')
    const original = readFileSync(patch, 'utf8')
    writeFileSync(
      patch,
      original.replace('+/** Net, tax and gross in cents. */', '+/** Net, tax and gross in pence. */'),
    )
    try {
      const result = await replay()
      expect(result.same).toBe(false)
      expect(result.difference).toMatchObject({ type: 'AgentFinished', field: 'tree' })
    } finally {
      writeFileSync(patch, original)
    }
  })

  it('says of a run that has not ended that it has not, and plays it as far as it came', async () => {
    const other = sampleRepo()
    const stop = new AbortController()
    const { runId } = await deliver(other, '0001', {
      stop: stop.signal,
      onEvent: ({ type }) => type === 'LaneOpened' && stop.abort(),
    })
    const outside = {
      ...(await sampleOutside(other)),
      run: { subject: '0001', runId },
      keep: false,
      onEvent: () => {},
    }
    const signal = new AbortController().signal
    await expect(
      replayRegistered({ ...outside, until: null, stop: signal }, deliveryRegistration),
    ).rejects.toMatchObject({
      code: 'run-unfinished',
      next: expect.stringContaining('--until open/0001/1'),
    })
    expect(
      await replayRegistered({ ...outside, until: 'open/0001/1', stop: signal }, deliveryRegistration),
    ).toMatchObject({ same: true })
  })

  it('refuses a command that the run never had', async () => {
    await expect(replay('review/0002/9')).rejects.toMatchObject({ code: 'command-unknown' })
  })
})
