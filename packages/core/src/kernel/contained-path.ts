/**
 * Owns which paths from outside (agents, plans, scripts, diffs, state files) may name a file inside a lane, by their
 * spelling alone. Code that touches the disk must also resolve symbolic links.
 */

export type ContainedPath =
  /** `path` is spelled with single slashes, relative to the lane. */
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: string }

/** Refuses on every system what would escape on any: the same plan must mean the same files everywhere. */
export function containedPath(path: string): ContainedPath {
  if (/\p{Cc}/u.test(path)) return refused(path, 'has control characters')
  if (path.includes('\\')) return refused(path, 'has a backslash')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return refused(path, 'is not relative')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0) return refused(path, 'names no file')
  for (const part of parts) {
    const problem = partProblem(part)
    if (problem !== null) return refused(path, problem)
  }
  return { ok: true, path: parts.join('/') }
}

function partProblem(part: string): string | null {
  const trap = trapOf(part)
  return trap === null ? null : traps[trap]
}

const traps = { out: 'leads out of the lane', git: 'is inside .git', device: 'is a device name' } as const

/** What a segment of a path really opens on some system, if that is not a file of its name; null if it is one. */
export function trapOf(part: string): keyof typeof traps | null {
  const opened = openedName(part)
  if (opened === '.git' || opened === 'git~1') return 'git'
  if (opened === '') return 'out'
  return /^(con|prn|aux|nul|com[0-9]|lpt[0-9])( *\.|$)/.test(opened) ? 'device' : null
}

/** The name that some file systems open for a segment; empty if that is a folder above. */
export function openedName(part: string): string {
  // Some file systems drop these at the end of a name or inside it, so that the rest is what gets opened.
  const seen = part.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '').replace(/[. ]+$/, '')
  return (seen.split(':')[0] ?? '').toLowerCase()
}

const refused = (path: string, problem: string): ContainedPath => ({
  ok: false,
  problem: `path ${JSON.stringify(path)} ${problem}`,
})
