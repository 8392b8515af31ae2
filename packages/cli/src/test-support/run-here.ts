/** Runs a command of the program in this process, as main would: for commands that start nothing. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from '../cli.ts'
import { commandTree } from '../command-tree.ts'
import type { Environment } from '../line/command.ts'
import type { Playbooks } from '../line/playbooks.ts'
import { registeredPlaybooks } from '../playbooks/registered.ts'
import { tellError } from '../terminal/report-error.ts'
import { fakeTerminal } from './fake-terminal.ts'

export interface Told {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Repositories of tests are trusted as they are; the record is kept with temporary files. */
const trusting = (): Environment => ({ HARNESS_TRUST: '1', HARNESS_DATA_DIR: join(tmpdir(), 'harness-data') })

export async function runHere(
  cwd: string,
  args: readonly string[],
  input = '',
  playbooks: Playbooks = registeredPlaybooks,
  env: Environment = trusting(),
): Promise<Told> {
  const fake = fakeTerminal({ columns: 200 })
  fake.input.end(input)
  const { terminal } = fake
  let code: number
  try {
    code = await runCli(args, {
      terminal,
      env,
      cwd,
      version: '1.2.3',
      rolesDir: fileURLToPath(new URL('../../../../roles', import.meta.url)),
      commands: commandTree,
      playbooks,
      programPath: 'harness',
      carryOut: runCli,
      onSignal: () => () => {},
      abandon: () => {
        throw new Error('nothing is abandoned here')
      },
    })
  } catch (error) {
    code = tellError(error, terminal, {
      json: args.includes('--json'),
      debug: false,
      pages: 'errors',
      clean: (text) => text,
    })
  }
  return { code, out: fake.out(), err: fake.err() }
}
