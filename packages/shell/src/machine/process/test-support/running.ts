/** What process tests share: a folder of their own, and a program run with generous limits. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ProcessResult, ProcessSpec } from '../process-spec.ts'
import { runProcess } from '../run-process.ts'

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const generous = { wallMs: 20_000, outputBytes: 10_000_000, graceMs: 300 }

export const runShell = (line: string, spec: Partial<ProcessSpec> = {}): Promise<ProcessResult> =>
  runProcess({
    file: '/bin/sh',
    args: ['-c', line],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '' },
    limits: generous,
    capture: true,
    ...spec,
  })

/** Whether a process with this pid runs (what is dead but not yet collected does not). */
export async function isRunning(pid: number): Promise<boolean> {
  const { processIdentity } = await import('../process-identity.ts')
  return (await processIdentity(pid)) !== null
}
