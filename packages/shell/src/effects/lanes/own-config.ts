/**
 * Makes the settings of a lane's own repository: those of the user's repository that decide how files and commits look, and
 * no other. No setting that starts a program is among them, and no log-in in a URL: all programs in the lane can read them.
 */
import { isAbsolute, resolve } from 'node:path'
import type { Setting } from '../../machine/git/config-file.ts'
import { repositorySettings } from '../../machine/git/config-scan.ts'
import type { GitDirs } from '../../machine/git/git-dirs.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { withoutLogins } from '../../machine/redaction/url-logins.ts'

const copied: readonly RegExp[] = [
  /^core\.(filemode|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|longpaths|whitespace)$/,
  /^extensions\.objectformat$/,
  /^remote\..+\.(url|pushurl|fetch)$/s,
  /^branch\..+\.(remote|merge)$/s,
  /^submodule\..+\.(url|active)$/s,
]

/** `identity` is whose commits are made there; a submodule has none of its own. */
export async function ownConfig(dirs: GitDirs, identity: Identity | null): Promise<string> {
  const theirs = (await repositorySettings(dirs)).filter(({ key }) => copied.some((one) => one.test(key)))
  const isExtended = theirs.some(({ key }) => key.startsWith('extensions.'))
  const settings: Pick<Setting, 'key' | 'value'>[] = [
    { key: 'core.repositoryformatversion', value: isExtended ? '1' : '0' },
    { key: 'core.bare', value: 'false' },
    { key: 'core.logallrefupdates', value: 'true' },
    // The harness reads files by the repository's settings alone; those of the user's home must not change them here.
    { key: 'core.autocrlf', value: 'false' },
    { key: 'commit.gpgsign', value: 'false' },
    ...theirs.map(({ key, value }) => ({ key, value: key.endsWith('url') ? address(value, dirs) : value })),
    ...(identity === null
      ? []
      : [
          { key: 'user.name', value: identity.name },
          { key: 'user.email', value: identity.email },
        ]),
  ]
  return withoutLogins(settings.map(configLine).join(''))
}

/** A path is relative to the checkout that it was written in. */
const address = (url: string, { top }: GitDirs): string =>
  top === null || isAbsolute(url) || !/^\.{1,2}\//.test(url) ? url : resolve(top, url)

/** A section of its own for each: git adds them up. */
function configLine({ key, value }: Pick<Setting, 'key' | 'value'>): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
  const section = key.slice(0, first)
  const within = first === last ? '' : ` ${quoted(key.slice(first + 1, last), /["\\]/g)}`
  return `[${section}${within}]\n\t${key.slice(last + 1)} = ${quoted(value, /["\\]/g)}\n`
}

const quoted = (text: string, special: RegExp): string =>
  `"${text.replace(special, (character) => `\\${character}`).replaceAll('\n', '\\n')}"`
