/** What the sandbox adds to a process: the same line of shell, as it is and confined to a lane. */
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { shellCommand } from '@harness/shell/machine/process/shell-command'
import { noSandbox, openSandbox } from '@harness/shell/machine/sandbox/open-sandbox'
import { runConfined } from '@harness/shell/machine/sandbox/run-confined'
import type { Sandbox } from '@harness/shell/machine/sandbox/sandbox'
import { interleaved, timed } from '../interleaved.ts'
import { environment } from '../processes.ts'
import type { Ground, Row } from '../row.ts'

export async function confinedProcess({ folder }: Ground): Promise<readonly Row[]> {
  const lane = join(folder, 'lane')
  mkdirSync(lane)
  const options = { environment, hidden: [], dataDir: join(folder, 'data') }
  const begun = performance.now()
  const sandbox = await openSandbox(options)
  const openedMs = performance.now() - begun
  if (sandbox.missing !== null) {
    const remark = `no sandbox here: ${sandbox.missing.why}`
    return [{ row: 'a confined process', measured: 0, unit: 'ms', floor: null, goal: null, remark }]
  }
  const bare = noSandbox({ why: '', next: '' })
  const run = (within: Sandbox, network: 'loopback' | 'all') => () =>
    timed(() =>
      runConfined(
        within,
        { cwd: lane, write: [lane], read: [], network },
        {
          ...shellCommand('true'),
          env: { PATH: environment.PATH ?? '', HOME: homedir() },
          limits: { wallMs: 60_000, outputBytes: 1024 },
        },
      ),
    )
  const ms = await interleaved(
    { bare: run(bare, 'all'), confined: run(sandbox, 'loopback'), sharing: run(sandbox, 'all') },
    { fewest: 30, most: 200, forMs: 8_000 },
  )
  const floor = { what: 'sh -c true', value: ms.bare }
  return [
    {
      row: 'what the sandbox adds to a process',
      measured: ms.confined - ms.bare,
      unit: 'ms',
      floor,
      goal: { type: 'absolute', atMost: 10 },
      remark: `with a loopback of its own; opened once for a run in ${openedMs.toFixed(0)} ms`,
    },
    {
      row: 'the same with the machine’s network',
      measured: ms.sharing - ms.bare,
      unit: 'ms',
      floor,
      goal: null,
      remark: '',
    },
  ]
}
