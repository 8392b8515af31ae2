/** A real repository in a folder of its own, made with plain git and an environment without a user's settings. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const cleanEnvironment = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@localhost',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@localhost',
  LC_ALL: 'C',
}

/** Plain git, as a careless program would call it; what it prints. */
export const plainGit = (cwd: string, args: readonly string[], input?: string): string =>
  execFileSync('git', args, {
    cwd,
    env: cleanEnvironment,
    encoding: 'utf8',
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    timeout: 120_000,
    ...(input === undefined ? {} : { input }),
  })

/** A line of a shell that runs meanwhile; `argument` is its `$0`. */
export const plainShell = async (cwd: string, line: string, argument: string): Promise<void> => {
  await promisify(execFile)('sh', ['-c', line, argument], { cwd, env: cleanEnvironment })
}

export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'harness-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function writeFiles(cwd: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), content)
  }
}

/** A repository on branch `main` with one commit that holds `files`. */
export function testRepository(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }): string {
  const cwd = join(testFolder(), 'repo')
  mkdirSync(cwd)
  plainGit(cwd, ['init', '-q', '-b', 'main', '--template='])
  plainCommit(cwd, 'one', files)
  return cwd
}

/** Commits `files` by plain git and gives the commit's hash. */
export function plainCommit(cwd: string, message: string, files: Readonly<Record<string, string>>): string {
  writeFiles(cwd, files)
  plainGit(cwd, ['add', '-A'])
  // Without the process that would look whether there is something to pack.
  plainGit(cwd, ['-c', 'maintenance.auto=false', 'commit', '-q', '--allow-empty', '-m', message])
  return plainGit(cwd, ['rev-parse', 'HEAD']).trim()
}

export function copyFolder(from: string): string {
  const to = join(testFolder(), 'copy')
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  return to
}
