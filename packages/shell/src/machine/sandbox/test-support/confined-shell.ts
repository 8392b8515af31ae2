/** Runs lines of shell in a cell of this machine's sandbox. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import type { ProcessResult } from '../../process/process-spec.ts'
import { shellCommand } from '../../process/shell-command.ts'
import { openSandbox } from '../open-sandbox.ts'
import { runConfined } from '../run-confined.ts'
import type { Cell, Sandbox } from '../sandbox.ts'

const tried = await openSandbox({
  environment: process.env,
  hidden: [],
  dataDir: join(homedir(), '.harness-test'),
})
/** Why tests of the real sandbox cannot run here; null if they can. */
export const whyNoSandbox: string | null = tried.missing?.why ?? null

/** Whether cells can have layers here. */
export const canLayer: boolean = await tried.canLayer()

export const testSandbox = async (hidden: readonly string[] = []): Promise<Sandbox> =>
  openSandbox({ environment: process.env, hidden, dataDir: await temporaryDir() })

export interface Shell {
  readonly lane: string
  run(line: string, cell?: Partial<Cell>, env?: Readonly<Record<string, string>>): Promise<ProcessResult>
}

/** A lane in a folder of its own, and a shell that may write only there. */
export async function confinedShell(sandbox?: Sandbox, lane?: string): Promise<Shell> {
  const opened = sandbox ?? (await testSandbox())
  const folder = lane ?? (await temporaryDir())
  return {
    lane: folder,
    run: (line, cell = {}, env = {}) =>
      runConfined(
        opened,
        { cwd: folder, write: [folder], read: [], network: 'loopback', ...cell },
        {
          ...shellCommand(line),
          env: { PATH: process.env.PATH ?? '', HOME: homedir(), ...env },
          limits: { wallMs: 30_000, outputBytes: 1024 * 1024 },
          capture: true,
        },
      ),
  }
}
