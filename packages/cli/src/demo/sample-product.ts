/** Owns making the sample product: its files copied, committed in a repository of its own, and its acceptance test run. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { UserError } from '@harness/core/user-error'
import { gitOk } from '@harness/shell/git/git'
import { withoutGlobalConfig } from '@harness/shell/git/hardening'
import { identityEnvironment } from '@harness/shell/git/identity'
import { allowedEnvironment } from '@harness/shell/process/environment'
import { runProcess } from '@harness/shell/process/run-process'
import type { CommandContext, Environment } from '../command.ts'

/** In `keep`, which must be new or empty, or in a temporary folder. */
export async function makeSample(
  source: string,
  keep: string | null,
  { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>,
): Promise<string> {
  const folder =
    keep === null ? mkdtempSync(join(tmpdir(), 'harness-demo-')) : emptyFolder(resolve(cwd, keep))
  cpSync(source, folder, { recursive: true })
  await newRepository(folder, env)
  await gitOk(folder, ['add', '--all'])
  await gitOk(
    folder,
    ['commit', '--quiet', '-m', 'Begin with a pattern, plans and a failing acceptance test'],
    {
      env: await identityEnvironment(folder),
    },
  )
  return folder
}

/** The one git call that has no repository yet whose config could be in the way. */
async function newRepository(folder: string, env: Environment): Promise<void> {
  const result = await runProcess({
    file: 'git',
    args: ['init', '--quiet', '--template=', '--initial-branch=main'],
    cwd: folder,
    env: { ...allowedEnvironment(env), ...withoutGlobalConfig },
    limits: { wallMs: 60_000, outputBytes: 1 << 20 },
  })
  if (result.exitCode === 0) return
  throw new UserError('git-failed', `git init failed in ${folder}: ${result.problem ?? result.tail}`, {
    next: 'Check git with: harness doctor',
  })
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
  const result = await runProcess({
    file: process.execPath,
    args: ['--test', 'acceptance/receipt.test.js'],
    cwd: folder,
    env: allowedEnvironment(env),
    limits: { wallMs: 60_000, outputBytes: 1 << 20 },
  })
  return result.exitCode === 0
}
