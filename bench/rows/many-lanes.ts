/** Many lanes of one repository: eight deliveries at once, and twenty finished lanes waiting for the base together. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLaneMerged, type MergeLane } from '@harness/core/effects/merge-lane'
import type { Check } from '@harness/core/kernel/check'
import { asCommitHash, asLaneName, asRunId, asTreeHash, commandId } from '@harness/core/kernel/ids'
import type { CheckPorts } from '@harness/shell/effects/checks/check-ports'
import { mergeLane } from '@harness/shell/effects/landing/merge-lane'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { createRedactionStream, createValueStages } from '@harness/shell/machine/redaction/redactor'
import { unconfined } from '@harness/shell/test-support/unconfined'
import { timed } from '../interleaved.ts'
import { call, environment, said } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { deliverable, sampleRepo } from '../sample-repo.ts'

const lanes = 8
const waiting = 20
const checkMs = 500

export async function manyLanes({ folder, program }: Ground): Promise<readonly Row[]> {
  return [await atOnce(folder, program), await queued(folder)]
}

async function atOnce(folder: string, program: string): Promise<Row> {
  const ids = Array.from({ length: lanes }, (_, n) => String(n + 1).padStart(4, '0'))
  const one = deliverable(join(folder, 'one-after-the-other'), { plans: lanes, check: 'true' })
  const turns = await timed(() => {
    for (const id of ids) call(one, process.execPath, program, 'run', id, '--yes')
  })
  const all = deliverable(join(folder, 'at-once'), { plans: lanes, check: 'true' })
  const together = await timed(() =>
    Promise.all(ids.map((id) => ended(all, process.execPath, program, 'run', id, '--yes'))),
  )
  const merged = said(all, 'git', 'log', '--first-parent', '--merges', '--format=%s', 'main').split(
    '\n',
  ).length
  if (merged !== lanes) throw new Error(`${merged} of ${lanes} lanes were merged`)
  return {
    row: 'eight lanes at once',
    measured: together,
    unit: 'ms',
    floor: { what: 'one after the other', value: turns },
    goal: { type: 'ratio', atMost: 1 },
    remark:
      'eight processes on one repository with a check that takes no time: all of them merged, none failing',
  }
}

async function queued(folder: string): Promise<Row> {
  const root = sampleRepo(join(folder, 'queue'), [['a.txt', 'a']])
  const stateDir = join(root, '.harness/run')
  mkdirSync(stateDir, { recursive: true })
  writeFileSync(join(stateDir, '.gitignore'), '*\n')
  const base = said(root, 'git', 'rev-parse', 'main')
  const check: Check = { name: 'test', run: `sleep ${checkMs / 1_000}`, timeoutMs: 60_000, claims: [] }
  const commands = Array.from({ length: waiting }, (_, n) => finishedLane(root, base, n + 1, check))
  const ms = await timed(async () => {
    const events = await Promise.all(
      commands.map((command) =>
        mergeLane(
          command,
          { signal: new AbortController().signal, repeated: false },
          portsOf(root, stateDir),
        ),
      ),
    )
    const failed = events.find((event) => !isLaneMerged(event))
    if (failed !== undefined) throw new Error(`a lane was not merged: ${JSON.stringify(failed)}`)
  })
  return {
    row: 'merge queue of 20 lanes',
    measured: ms,
    unit: 'ms',
    floor: { what: '20 runs of its check', value: waiting * checkMs },
    goal: { type: 'ratio', atMost: 1 },
    remark: `all waiting at once, a check of ${checkMs} ms that runs once for each batch of eight`,
  }
}

function finishedLane(root: string, base: string, n: number, check: Check): MergeLane {
  const name = String(n).padStart(4, '0')
  const branch = `task/${name}-work`
  call(root, 'git', 'checkout', '--quiet', '-b', branch, base)
  writeFileSync(join(root, `${name}.txt`), name)
  call(root, 'git', 'add', '--all')
  call(root, 'git', 'commit', '--quiet', '--message', name)
  const commit = said(root, 'git', 'rev-parse', 'HEAD')
  const tree = said(root, 'git', 'rev-parse', 'HEAD^{tree}')
  call(root, 'git', 'checkout', '--quiet', 'main')
  return {
    type: 'MergeLane',
    id: commandId(asRunId('20260101-000000'), 'merge', name, 1),
    lane: asLaneName(`${name}-work`),
    branch,
    commit: asCommitHash(commit),
    tree: asTreeHash(tree),
    baseBranch: 'main',
    baseCommit: asCommitHash(base),
    message: `Merge plan ${name}`,
    checks: [check],
  }
}

const portsOf = (repoRoot: string, stateDir: string): CheckPorts => ({
  repoRoot,
  stateDir,
  runDir: join(stateDir, 'runs/0001/20260101-000000'),
  lanes: {
    setup: [],
    setupInputs: [],
    teardown: [],
    copyEnvFiles: [],
    env: [],
    portsPerLane: 10,
    portBase: 21_000,
    pool: 0,
  },
  sandbox: unconfined,
  environment,
  processTag: 'harness-bench',
  clock: systemClock,
  sanitise: (text) => text,
  redactionStream: () => createRedactionStream({ secrets: [] }),
  values: createValueStages({ secrets: [] }),
})

function ended(cwd: string, file: string, ...args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)),
    )
  })
}
