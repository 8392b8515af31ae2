/** A real repository in a temporary folder, and the ports that adapters need to work on it. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { OpenLane } from '@harness/core/effects/open-lane'
import { asCommitHash, asLaneName, asTreeHash, type CommandId } from '@harness/core/kernel/ids'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { onTestFinished } from 'vitest'
import type { CheckPorts } from '../effects/checks/check-ports.ts'
import type { Attempt } from '../effects/failure/attempt.ts'
import { laneDirsAt } from '../machine/git/lane-dirs.ts'
import { createRedactionStream, createValueStages } from '../machine/redaction/redactor.ts'
import { ownPorts } from './own-ports.ts'
import { unconfined } from './unconfined.ts'

/** Most tests begin with the same few files: made once by git, then written as they were. */
const templates = new Map<string, ReadonlyMap<string, Buffer>>()

const filesIn = (root: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(root, path), readFileSync(path)]),
  )

export const testNow = 1_790_000_000_000

export interface TargetRepo {
  readonly root: string
  readonly stateDir: string
  /** Where its lanes are. */
  readonly lanes: string
  /** As a person does it: the folder goes, and git is told to forget what is gone. */
  removeLane(path: string): void
  /** Plain git with no user configuration; the trimmed output. */
  git(...args: readonly string[]): string
  /** In a lane it is what the harness does: with the repository that the pointer beside the lane names. */
  gitIn(cwd: string, ...args: readonly string[]): string
  /** What an agent or a person in a lane does: with the repository that is there. */
  ownGit(cwd: string, ...args: readonly string[]): string
  write(path: string, text: string): void
  read(path: string): string
  /** Writes and commits; the new commit. */
  commit(files: Readonly<Record<string, string>>, message?: string): string
  ports(lanes?: Partial<LanesConfig>): CheckPorts
}

export const firstAttempt: Attempt = { signal: new AbortController().signal, repeated: false }
export const repeatedAttempt: Attempt = { ...firstAttempt, repeated: true }

export function targetRepo(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }): TargetRepo {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'harness-repo-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }))
  const root = join(home, 'repo')
  mkdirSync(root)
  const stateDir = join(root, '.harness/run')
  const run = (cwd: string, args: readonly string[], env: Record<string, string>): string =>
    // Without the process that would look whether there is something to pack.
    execFileSync('git', ['-c', 'maintenance.auto=false', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...env },
    }).trimEnd()
  const ownGit = (cwd: string, ...args: readonly string[]): string => run(cwd, args, {})
  const gitIn = (cwd: string, ...args: readonly string[]): string => {
    const lane = laneDirsAt(cwd)
    return run(cwd, args, lane === null ? {} : { GIT_DIR: lane.gitDir, GIT_WORK_TREE: lane.top })
  }
  const git = (...args: readonly string[]): string => gitIn(root, ...args)
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const commit = (changed: Readonly<Record<string, string>>, message = 'change'): string => {
    for (const [path, text] of Object.entries(changed)) write(path, text)
    git('add', '-A')
    git('commit', '--quiet', '--allow-empty', '-m', message)
    return git('rev-parse', 'HEAD')
  }
  const key = JSON.stringify(files)
  const like = templates.get(key)
  if (like === undefined) {
    git('init', '--quiet', '--template=', '-b', 'main')
    appendFileSync(join(root, '.git/config'), '[user]\n\tname = Tester\n\temail = tester@example.org\n')
    mkdirSync(stateDir, { recursive: true })
    writeFileSync(join(stateDir, '.gitignore'), '*\n')
    commit(files, 'first')
    templates.set(key, filesIn(root))
  } else {
    for (const [path, bytes] of like) write(path, bytes)
    git('update-index', '--refresh')
  }
  return {
    root,
    stateDir,
    lanes: `${root}.lanes`,
    removeLane: (path) => {
      rmSync(path, { recursive: true, force: true })
      git('worktree', 'prune')
    },
    git,
    gitIn,
    ownGit,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    commit,
    ports: (lanes = {}) => ({
      repoRoot: root,
      stateDir,
      runDir: join(stateDir, 'runs/0001/20260101-000000'),
      values: createValueStages({ secrets: [{ name: 'API_TOKEN', value: 'top-secret-value' }] }),
      lanes: {
        setup: [],
        setupInputs: [],
        teardown: [],
        copyEnvFiles: [],
        env: [],
        portsPerLane: 2,
        portBase: ownPorts,
        pool: 0,
        ...lanes,
      },
      sandbox: unconfined,
      environment: { PATH: process.env.PATH, HOME: home, API_TOKEN: 'top-secret-value', CHOSEN: 'yes' },
      processTag: 'harness-test',
      clock: { now: () => testNow, until: () => Promise.reject(new Error('no waiting here')) },
      sanitise: (text) => text.replaceAll('top-secret-value', '[redacted]'),
      redactionStream: () => createRedactionStream({ secrets: [] }),
    }),
  }
}

export const idOf = (text: string): CommandId => text as CommandId

export const openLaneCommand = (changes: Partial<OpenLane> = {}): OpenLane => ({
  type: 'OpenLane',
  id: idOf('20260101-000000/open/0001/1'),
  lane: asLaneName('0001-search'),
  branch: 'task/0001-search',
  baseBranch: 'main',
  ...changes,
})

export const commitOf = (repo: TargetRepo, revision: string) => asCommitHash(repo.git('rev-parse', revision))
export const treeAt = (repo: TargetRepo, revision: string) =>
  asTreeHash(repo.git('rev-parse', `${revision}^{tree}`))
