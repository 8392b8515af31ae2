/** Test support: the sample product in a repository of its own, and deliveries of its plans. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../machine/clock/clock-system.ts'
import {
  type StartDeliveryOptions,
  startDelivery,
  type TaskResult,
} from '../playbooks/delivery/start-delivery.ts'
import { configIn } from './config-in.ts'

const root = join(import.meta.dirname, '../../../..')
export const rolesDir = join(root, 'roles')

export const plainGit = (repo: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@localhost', '-c', 'maintenance.auto=false', ...args],
    {
      cwd: repo,
      encoding: 'utf8',
    },
  )

/** Its check is one that takes no time, and not confined: demos and tests of checks run its real one. */
export function sampleRepo(): string {
  const repo = mkdtempSync(join(tmpdir(), 'harness-sample-'))
  cpSync(join(root, 'examples/receipt'), repo, { recursive: true })
  const config = {
    baseBranch: 'main',
    checks: [{ name: 'test', run: 'test -f src/line.js' }],
    agent: { provider: 'scripted', script: 'harness.script.yaml' },
    sandbox: 'off',
  }
  writeFileSync(join(repo, 'harness.config.json'), JSON.stringify(config))
  plainGit(repo, 'init', '-q', '-b', 'main', '--template=')
  plainGit(repo, 'add', '-A')
  plainGit(repo, 'commit', '-qm', 'begin')
  return repo
}

/** Nothing of the tester's environment but the search path takes part. */
export async function sampleOutside(repo: string) {
  const config = await configIn(repo)
  return {
    repoRoot: repo,
    stateDir: join(repo, config.stateDir),
    config,
    environment: { PATH: process.env.PATH, HOME: mkdtempSync(join(tmpdir(), 'harness-home-')) },
    rolesDir,
  }
}

export async function deliver(
  repo: string,
  plan: string,
  options: Partial<StartDeliveryOptions> = {},
): Promise<TaskResult> {
  return startDelivery({
    ...(await sampleOutside(repo)),
    clock: systemClock,
    ask: null,
    onEvent: () => {},
    stop: new AbortController().signal,
    until: null,
    plan,
    resumeOnly: false,
    skipE2e: false,
    ...options,
  })
}
