/** Owns in whose name commits are made: the user's own, as git would have it, or the harness's if there is none. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { git, gitOk } from './git.ts'
import { dirsForSettings } from './git-dirs.ts'

export interface Identity {
  readonly name: string
  readonly email: string
}

const fallback: Identity = { name: 'Harness', email: 'harness@localhost' }

/** Reading a setting starts nothing, so the user's own global config may take part here, and only here. */
export async function userIdentity(cwd: string): Promise<Identity> {
  const pattern = '^user\\.(name|email)$'
  const { stdout } = await git(cwd, ['config', '-z', '--get-regexp', pattern], {
    userConfig: true,
    dirs: dirsForSettings(cwd),
  })
  const settings = new Map(
    stdout.split('\0').map((entry) => {
      const newline = entry.indexOf('\n')
      return [entry.slice(0, newline), clean(entry.slice(newline + 1))]
    }),
  )
  return {
    name: settings.get('user.name') || fallback.name,
    email: settings.get('user.email') || fallback.email,
  }
}

/** In whose name a commit was made. */
export async function authorOf(cwd: string, commit: CommitHash): Promise<Identity> {
  const { stdout } = await gitOk(cwd, ['log', '-1', '--format=%an%x00%ae', '--end-of-options', commit, '--'])
  const [name = '', email = ''] = stdout.trimEnd().split('\0')
  return { name, email }
}

/** Whether the user's own git would sign commits. Ours never are: no program of theirs is started, and no person may be there to unlock a key. */
export async function signsCommits(cwd: string): Promise<boolean> {
  const args = ['config', '--show-scope', '--type=bool', '--get-all', 'commit.gpgsign']
  const { stdout } = await git(cwd, args, { userConfig: true })
  const theirs = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('command\t'))
  return theirs.at(-1)?.endsWith('\ttrue') === true
}

export interface Authorship {
  /** The user's own, as git would have it now, if none is given. */
  readonly identity?: Identity | undefined
  /** Fixes the date, in milliseconds since the epoch. */
  readonly at?: number | undefined
}

/** What makes git commit in that name. */
export async function identityEnvironment(
  cwd: string,
  { identity, at }: Authorship = {},
): Promise<Record<string, string>> {
  const { name, email } = identity ?? (await userIdentity(cwd))
  const date = at === undefined ? {} : dates(`@${Math.floor(at / 1000)} +0000`)
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    ...date,
  }
}

const dates = (date: string): Record<string, string> => ({ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date })

/** Git refuses a name that is empty once its angle brackets and line breaks are gone. */
const clean = (text: string): string => text.replace(/[<>\r\n\0]/g, '').trim()
