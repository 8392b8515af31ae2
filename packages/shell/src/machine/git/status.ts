/** Owns what `git status` says, read from porcelain v2; never writes to the repository. */
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { gitOk } from './git.ts'
import { pathText } from './path-text.ts'

export interface StatusEntry {
  /** Relative to the top of the worktree, with `/`. */
  readonly path: string
  readonly kind: 'tracked' | 'renamed' | 'unmerged' | 'untracked'
  /** The old path of a renamed file. */
  readonly from: string | null
  readonly submodule: boolean
  /** Differs from HEAD in the index. */
  readonly staged: boolean
  /** Differs from the index in the working tree. */
  readonly unstaged: boolean
}

/** Everything that differs from HEAD, untracked files one by one, ignored ones left out. */
export async function status(cwd: string): Promise<readonly StatusEntry[]> {
  const { stdout } = await gitOk(cwd, [
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=all',
    '--renames',
  ])
  return parseStatus(stdout)
}

export interface FullStatus {
  readonly head: Head
  readonly changed: readonly StatusEntry[]
  /** A folder that is ignored as a whole is one entry that ends in `/`, and is not looked into: it may be large. To be taken for bytes by `pathBytes`. */
  readonly ignored: readonly string[]
}

/** The same, what is checked out and what git ignores, in one call: every command of a run asks this. */
export async function fullStatus(cwd: string): Promise<FullStatus> {
  const which = ['--untracked-files=all', '--ignored=matching', '--renames']
  const args = ['status', '--porcelain=v2', '-z', '--branch', '--no-ahead-behind', ...which]
  const { stdout, bytes } = await gitOk(cwd, args)
  const ignored = pathText(bytes)
    .split('\0')
    .filter((record) => record.startsWith('! '))
  return {
    head: headIn(stdout.split('\0')),
    changed: parseStatus(stdout),
    ignored: ignored.map((record) => record.slice(2)),
  }
}

export interface Head {
  /** Null if HEAD is detached. */
  readonly branch: string | null
  /** Null if there is none yet. */
  readonly commit: CommitHash | null
}

function headIn(records: readonly string[]): Head {
  const header = (key: string): string | undefined =>
    records.find((record) => record.startsWith(`# ${key} `))?.slice(key.length + 3)
  const [commit, branch] = [header('branch.oid'), header('branch.head')]
  return {
    branch: branch === undefined || branch === '(detached)' ? null : branch,
    commit: commit === undefined || commit === '(initial)' ? null : asCommitHash(commit),
  }
}

/** What is checked out, if nothing is staged, changed or untracked; null if something is, or if there is no commit. */
export async function cleanHead(cwd: string): Promise<(Head & { readonly commit: CommitHash }) | null> {
  const args = ['status', '--porcelain=v2', '-z', '--branch', '--no-ahead-behind', '--untracked-files=normal']
  const { stdout } = await gitOk(cwd, [...args, '--no-renames'])
  const records = stdout.split('\0').filter((record) => record !== '')
  if (records.some((record) => !record.startsWith('# '))) return null
  const { branch, commit } = headIn(records)
  return commit === null ? null : { branch, commit }
}

export function parseStatus(text: string): readonly StatusEntry[] {
  const records = text.split('\0')
  const entries: StatusEntry[] = []
  for (let i = 0; i < records.length; i++) {
    const record = records[i] ?? ''
    switch (record[0]) {
      case undefined:
      case '#':
      case '!':
        break
      case '?':
        entries.push({ ...untracked, path: record.slice(2) })
        break
      case '1':
        entries.push({ ...changed(record, 8), kind: 'tracked', from: null })
        break
      case '2':
        entries.push({ ...changed(record, 9), kind: 'renamed', from: records[++i] ?? '' })
        break
      case 'u':
        entries.push({ ...changed(record, 10), kind: 'unmerged', from: null })
        break
      default:
        invariant(false, `git status printed a record that is not known: ${JSON.stringify(record)}`)
    }
  }
  return entries
}

const untracked = { kind: 'untracked', from: null, submodule: false, staged: false, unstaged: true } as const

/** The path stands behind `fields` fields, and may itself hold blanks. */
function changed(record: string, fields: number): Omit<StatusEntry, 'kind' | 'from'> {
  const parts = record.split(' ')
  const [, states = '..', submodule = 'N...'] = parts
  return {
    path: parts.slice(fields).join(' '),
    submodule: submodule.startsWith('S'),
    staged: states[0] !== '.',
    unstaged: states[1] !== '.',
  }
}
