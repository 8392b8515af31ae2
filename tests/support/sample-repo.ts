/** Makes small target repositories with real git, and tells whether anything in one changed. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ownPorts } from '@harness/shell/test-support/own-ports'
import { cleanEnvironment } from './harness.ts'
import { temporaryFolder } from './temporary-folder.ts'

export { temporaryFolder } from './temporary-folder.ts'

/** The folder of a lane, beside its repository. */
export const laneAt = (root: string, number = 1): string => join(`${root}.lanes`, `lane-${number}`)

/** The checkout, in the shell of an agent or a check that works in one of its lanes. */
export const checkoutFromLane = `$\{PWD%.lanes/*}`
/** The same for its state directory, and for the folder of a mission's documents. */
export const stateFromLane = `"${checkoutFromLane}/.harness/run"`
export const missionFromLane = `"${checkoutFromLane}/.harness"`

/** As a person does it: the folder goes, and git is told to forget what is gone. */
export function removeLane(root: string, lane: string): void {
  rmSync(realpathSync(lane), { recursive: true })
  git(root, 'worktree', 'prune')
}

export function git(cwd: string, ...args: readonly string[]): string {
  // Without the process that would look whether there is something to pack.
  return execFileSync('git', ['-c', 'maintenance.auto=false', ...args], {
    cwd,
    env: { ...cleanEnvironment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd()
}

export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

export const commit = (root: string, message = 'Change'): void => {
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '-m', message)
}

export interface PlanOptions {
  readonly title?: string
  readonly dependsOn?: readonly string[]
  readonly extra?: string
}

export function planText(
  id: string,
  { title = 'Say hello', dependsOn = [], extra = '' }: PlanOptions = {},
): string {
  return `---
id: "${id}"
title: ${title}
phase: first
status: active
depends_on: [${dependsOn.map((it) => `"${it}"`).join(', ')}]
estimated_passes: 1
acceptance_tags: []
${extra}---
# ${id} ${title}

## Goal
Say hello.
`
}

export const planPath = (id: string, slug = 'hello'): string => `docs/exec-plans/active/${id}-${slug}.md`

export const config = (more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    checks: [{ name: 'hello', run: 'grep -q hello hello.txt' }],
    // That check is red before the plan is delivered; base-first.test.ts is about the base.
    baseCheck: 'off',
    agent: { provider: 'scripted', script: 'script.json' },
    lanes: { portBase: ownPorts },
    // Tests here look at processes and leave marks outside of the lane; confined ones are in confined*.test.ts.
    sandbox: 'off',
    ...more,
  })

export type Rule = Readonly<Record<string, unknown>>

export const script = (...rules: readonly Rule[]): string => JSON.stringify({ rules })

export const delivers = {
  role: 'implementer',
  do: [{ write: { path: 'hello.txt', text: 'hello\n' } }],
  reply: 'Done.',
  usage: { input: 1000, output: 100, usd: 0.01 },
}
export const approves = {
  role: 'reviewer',
  reply: 'No findings.',
  usage: { input: 500, output: 10, usd: 0.005 },
}

let empty: string | null = null

/** Made once by git for a test file, then copied. */
function emptyRepo(): string {
  if (empty === null || !existsSync(empty)) {
    empty = temporaryFolder()
    git(empty, 'init', '--quiet', '--initial-branch=main')
    git(empty, 'config', 'user.name', 'Tester')
    git(empty, 'config', 'user.email', 'tester@example.com')
  }
  return empty
}

export function newRepo(): string {
  const root = temporaryFolder()
  cpSync(emptyRepo(), root, { recursive: true })
  return root
}

/** One plan, one check, and an agent that delivers it; `files` add to it or replace parts. */
export function sampleRepo(files: Readonly<Record<string, string>> = {}): string {
  const root = newRepo()
  write(root, {
    'README.md': 'A product.\n',
    'harness.config.json': config(),
    'script.json': script(delivers, approves),
    [planPath('0001')]: planText('0001'),
    ...files,
  })
  commit(root, 'Begin')
  return root
}

/** Everything of the operator's that must survive: refs, stashes, hooks, index, and the bytes of the working tree. */
export function operatorState(root: string): Readonly<Record<string, string>> {
  const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
  const state: Record<string, string> = {
    refs: git(root, 'for-each-ref'),
    head: git(root, 'symbolic-ref', 'HEAD'),
    status: git(root, 'status', '--porcelain=v1', '--untracked-files=all'),
    stashes: git(root, 'stash', 'list'),
    worktrees: git(root, 'worktree', 'list'),
    config: digest(join(root, '.git/config')),
    hooks: readdirSync(join(root, '.git/hooks')).join(),
  }
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (path === '.git' || path === join('.harness', 'run')) continue
      if (entry.isDirectory()) visit(path)
      else state[path] = digest(join(root, path))
    }
  }
  visit('')
  return state
}

export const runDirs = (root: string, plan = '0001'): readonly string[] => {
  const folder = join(root, '.harness/run/runs', plan)
  return readdirSync(folder)
    .filter((name) => /^\d{8}-\d{6}$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}
