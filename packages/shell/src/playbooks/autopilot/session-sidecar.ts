/**
 * Owns the files of a session in the checkout while an autopilot runs: rewritten after each event. A file there that cannot
 * be read is set aside, never overwritten.
 */
import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { sessionTexts } from '@harness/formats/documents/autopilot/session-projection'
import { readInside, removeInside, writeInside } from '../../machine/disk/inside.ts'
import { isThere } from '../../machine/disk/is-there.ts'
import { PathRefusedError, pathInside } from '../../machine/disk/resolve-inside.ts'
import { followsState, type OwnSidecar } from '../../store/sidecars/run-sidecars.ts'
import { readerOf } from './session-readers.ts'

export interface SessionSidecarOptions {
  readonly repoRoot: string
  /** The state of the run; null if it begins. */
  readonly stood: AutopilotState | null
  onNote(note: string): void
}

export async function sessionSidecar({
  repoRoot,
  stood,
  onNote,
}: SessionSidecarOptions): Promise<OwnSidecar<AutopilotState>> {
  const written = new Map<string, string | null>()
  const follow = async (state: AutopilotState): Promise<void> => {
    for (const [path, text] of Object.entries(sessionTexts(state))) {
      if (written.get(path) === text) continue
      const aside = await setDamagedAside(repoRoot, path)
      if (aside !== null) onNote(`${path} could not be read; it is kept as ${aside}`)
      if (text === null) await removeInside(repoRoot, path)
      else await writeInside(repoRoot, path, text)
      written.set(path, text)
    }
  }
  if (stood !== null) await follow(stood)
  return followsState(follow)
}

/** Its new name; null if it is missing or can be read. A link is not followed, so that it cannot be read. */
async function setDamagedAside(repoRoot: string, path: string): Promise<string | null> {
  const bytes = await readInside(repoRoot, path).catch(undefinedIfRefused)
  if (bytes === undefined) return setAside(repoRoot, path)
  if (bytes === null || readerOf(path)?.(bytes.toString('utf8'), path).ok !== false) return null
  return setAside(repoRoot, path)
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof PathRefusedError)) throw error
}

/** Gives a file or folder the first free name with a number. */
export async function setAside(repoRoot: string, path: string): Promise<string> {
  const aside = await nameAside(repoRoot, path)
  await rename(await pathInside(repoRoot, path.replace(/\/$/, '')), await pathInside(repoRoot, aside))
  return aside
}

/** Copies a folder to such a name. Links are copied as links. */
export async function copyAside(repoRoot: string, path: string): Promise<string> {
  const aside = await nameAside(repoRoot, path)
  const [from, to] = [await pathInside(repoRoot, path.replace(/\/$/, '')), await pathInside(repoRoot, aside)]
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  return aside
}

async function nameAside(repoRoot: string, path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const aside = `${path.replace(/\/$/, '')}.aside-${number}`
    if (!(await isThere(join(repoRoot, aside)))) return aside
  }
}
