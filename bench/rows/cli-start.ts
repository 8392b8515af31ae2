/** How long the program takes from its call to its end, against Node doing nothing. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runFolder, runIdAt } from '@harness/shell/store/layout/run-folder'
import { type RunSummary, writeSummary } from '@harness/shell/store/layout/run-summary'
import { interleaved, timed } from '../interleaved.ts'
import { call, callBareNode } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { sampleConfig, sampleRepo } from '../sample-repo.ts'

const runCount = 30

export async function cliStart({ folder, program }: Ground): Promise<readonly Row[]> {
  const root = sampleRepo(join(folder, 'repo'), [sampleConfig])
  await makeRuns(join(root, '.harness/run'))
  const harness = (...args: readonly string[]): Promise<number> =>
    timed(() => call(root, process.execPath, program, ...args))
  const ms = await interleaved(
    {
      bare: () => timed(() => callBareNode(root)),
      version: () => harness('--version'),
      runs: () => harness('runs'),
    },
    { fewest: 9, most: 41, forMs: 12_000 },
  )
  const floor = { what: 'node -e 0', value: ms.bare }
  return [
    {
      row: 'harness --version',
      measured: ms.version,
      unit: 'ms',
      floor,
      goal: { type: 'ratio', atMost: 1.3 },
      remark: '',
    },
    {
      row: 'harness runs',
      measured: ms.runs,
      unit: 'ms',
      floor,
      goal: { type: 'ratio', atMost: 2 },
      remark: `among ${runCount} runs`,
    },
  ]
}

async function makeRuns(stateDir: string): Promise<void> {
  for (let n = 0; n < runCount; n++) {
    const subject = String((n % 10) + 1).padStart(4, '0')
    const runId = runIdAt(Date.UTC(2026, 0, 1 + n))
    const dir = runFolder(stateDir, subject, runId)
    mkdirSync(dir, { recursive: true })
    await writeSummary(dir, summaryOf(subject, runId, n))
  }
}

const summaryOf = (subject: string, runId: string, n: number): RunSummary => ({
  playbook: 'delivery',
  runId,
  subject,
  title: `A plan with a title of some length, number ${subject}`,
  branch: `task/${subject}-plan`,
  phase: n % 3 === 0 ? 'review' : 'delivered',
  status: n % 3 === 0 ? 'interrupted' : 'done',
  startedAt: Date.UTC(2026, 0, 1 + n),
  updatedAt: Date.UTC(2026, 0, 1 + n, 1),
  tokens: 123_456 + n,
  usd: 1.25,
  unpricedCalls: 0,
  waitingFor: null,
  sleepsUntil: null,
  reason: null,
  next: null,
  exitCode: n % 3 === 0 ? null : 0,
})
