/**
 * Finds what is in a repository's `.harness/` and speaks or runs for it: texts of roles, and hooks. A run keeps to what
 * it found there when it began: agents can write there as well as people, and the files do not show who did.
 */
import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnFiles } from '@harness/core/kernel/event'
import { readableNamesIn } from '../../../machine/disk/folder-names.ts'
import { readInside } from '../../../machine/disk/inside.ts'
import { namedFew } from '../../../store/layout/named-few.ts'
import { guardDigests, guardTrusted, type TrustedFiles } from '../../documents/trusted-files.ts'
import { roleFilesIn } from './role-files.ts'

export const roleFolder = '.harness/roles'
export const roleFile = (role: string): string => `${roleFolder}/${role}.md`
export const hookFile = (hook: string): string => `.harness/hooks/${hook}`

/**
 * A role is known if `rolesDir` has a text for it, or the run's own playbook brings it. A file that cannot be read is
 * reported when it is needed.
 */
export async function ownFilesIn(
  repoRoot: string,
  rolesDir: string,
  brought: readonly string[] = [],
): Promise<OwnFiles> {
  const roles = new Set([...(await roleFilesIn(rolesDir)), ...brought.map((role) => `${role}.md`)])
  const texts: Record<string, string> = {}
  for (const name of await roleFilesIn(join(repoRoot, roleFolder))) {
    const role = name.replace(/\.md$/, '')
    const text = name.endsWith('.md') && roles.has(name) ? await bytesOf(repoRoot, roleFile(role)) : null
    if (text !== null) texts[role] = text.toString('utf8')
  }
  const hooks: Record<string, string> = {}
  for (const name of await readableNamesIn(join(repoRoot, '.harness/hooks'))) {
    const mark = await hookMark(repoRoot, name)
    if (mark !== null) hooks[name] = mark
  }
  return { roles: texts, hooks }
}

/** Tells two states of a hook apart, also by whether it can be run; null if there is no such file. */
export async function hookMark(repoRoot: string, hook: string): Promise<string | null> {
  const bytes = await bytesOf(repoRoot, hookFile(hook))
  if (bytes === null) return null
  const stats = await lstat(join(repoRoot, hookFile(hook))).catch(() => null)
  const canRun = stats !== null && (stats.mode & 0o111) !== 0
  return `${canRun ? 'program' : 'file'} ${createHash('sha256').update(bytes).digest('hex')}`
}

/** Throws if a role text, a hook or an extension is not the one that the operator trusts. */
export function guardOwnFiles(
  trusted: TrustedFiles | undefined,
  { roles, hooks, extensions = {} }: OwnFiles,
): void {
  guardTrusted(trusted, byPath(roles, roleFile))
  guardDigests(trusted, byPath(hooks, hookFile))
  guardDigests(trusted, extensions)
}

const byPath = (
  named: Readonly<Record<string, string>>,
  pathOf: (name: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(named).map(([name, text]) => [pathOf(name), text]))

/** Files that came, went or changed from one to the other, by their paths. */
export const changedOwnFiles = (before: OwnFiles, now: OwnFiles): readonly string[] => [
  ...differing(before.roles, now.roles).map(roleFile),
  ...differing(before.hooks, now.hooks).map(hookFile),
  ...differing(before.extensions ?? {}, now.extensions ?? {}),
  ...(before.program === undefined || now.program === undefined
    ? []
    : differing(before.program.modules, now.program.modules)),
]

/** What the operator hears if the run keeps other files than are there now. */
export const ownFilesNote = (files: readonly string[], when: string): string =>
  `${namedFew(files)} changed ${when}; this run keeps to what it found when it began. If that was not you, look at it before you begin another run, which takes it over`

/** What the operator hears if the run takes over files that changed since the run before. */
export const takenOverNote = (files: readonly string[]): string =>
  `${namedFew(files)} changed since the run before began, and this run goes by it. If that was not you, stop it and look`

const differing = (
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => before[name] !== now[name])
    .sort()

const bytesOf = (repoRoot: string, path: string): Promise<Buffer | null> =>
  readInside(repoRoot, path).catch(() => null)
