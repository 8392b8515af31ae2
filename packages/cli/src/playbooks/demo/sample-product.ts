/** Owns making the sample product: its files copied, committed in a repository of its own, and its acceptance test run. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { gitOk } from '@harness/shell/machine/git/git'
import { identityEnvironment } from '@harness/shell/machine/git/identity'
import { newRepository } from '@harness/shell/machine/git/new-repository'
import { allowedEnvironment } from '@harness/shell/machine/process/environment'
import { runConfined } from '@harness/shell/machine/sandbox/run-confined'
import type { Environment } from '../../line/command.ts'
import { productCell, productSandbox } from './product-cell.ts'

export interface SamplePlace {
  /** Must be new or empty; null for a temporary folder. */
  readonly keep: string | null
  readonly cwd: string
  /** Of the first commit. */
  readonly message: string
}

export async function makeSample(source: string, { keep, cwd, message }: SamplePlace): Promise<string> {
  const folder =
    keep === null ? mkdtempSync(join(tmpdir(), 'harness-demo-')) : emptyFolder(resolve(cwd, keep))
  cpSync(source, folder, { recursive: true })
  await newRepository(folder, 'main')
  await gitOk(folder, ['add', '--all'])
  await gitOk(folder, ['commit', '--quiet', '-m', message], { env: await identityEnvironment(folder) })
  return folder
}

function emptyFolder(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UserError('folder-not-empty', `${folder} is not empty.`, {
      next: 'Name a new or empty folder: harness demo --keep <dir>',
    })
  }
  mkdirSync(folder, { recursive: true })
  return folder
}

export async function acceptancePasses(folder: string, env: Environment): Promise<boolean> {
  const result = await runConfined(await productSandbox(env), productCell(folder), {
    file: process.execPath,
    args: ['--test', 'acceptance/receipt.test.js'],
    env: allowedEnvironment(env),
    limits: { wallMs: 60_000, outputBytes: 1 << 20 },
  })
  return result.exitCode === 0
}
