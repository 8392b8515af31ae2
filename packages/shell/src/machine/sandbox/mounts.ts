/** Decides what a confined program sees at which path, from an empty root. Pure: the caller has looked at the machine. */
import { isWithin, type Place } from './place.ts'
import type { Mounted } from './sandbox.ts'

export type Mount =
  | { readonly kind: 'read' | 'write'; readonly at: string; readonly from: string }
  /** A folder in memory that the program may write. */
  | { readonly kind: 'private'; readonly at: string }
  /** A folder that shows nothing of the machine's folder at that path. */
  | { readonly kind: 'hidden'; readonly at: string }
  /** A file that nothing can be read from. */
  | { readonly kind: 'closed'; readonly at: string }
  | { readonly kind: 'link'; readonly at: string; readonly to: string }
  /** The sandbox's own processes and the devices that every program needs. */
  | { readonly kind: 'processes' | 'devices'; readonly at: string }
  /** An empty folder that the program may not write. */
  | { readonly kind: 'empty'; readonly at: string }

/** Facts about this machine that hold for all programs of a run. */
export interface MachineFacts {
  /** Folders of the system and of the toolchains on PATH. */
  readonly programs: readonly Place[]
  /** Files that replace one of the system's. */
  readonly replaced: readonly { readonly at: string; readonly from: string }[]
  /** Files in /etc that would tell a secret to a program of this user. A cell that names one shows it. */
  readonly secrets: readonly string[]
  /** What names the servers that resolve host names; null if it is among the folders of the system. */
  readonly resolver: Place | null
}

/** The places of one cell as they are on this machine. */
export interface CellPlaces {
  readonly write: readonly Place[]
  readonly read: readonly Place[]
  /** The folder that gets a private one in its place; null if the cell shows it. */
  readonly home: Place | null
  /** Real paths that stay hidden if a folder around them is shown. */
  readonly hidden: readonly string[]
  readonly resolvesNames: boolean
  /** Files and folders at another path. */
  readonly given: readonly Mounted[]
}

/** In this order: a later one goes on top of an earlier one at the same path. */
const strength = [
  'link',
  'empty',
  'processes',
  'devices',
  'private',
  'hidden',
  'read',
  'write',
  'closed',
] as const

/** Parents before what is in them, and one for each path. */
export function planMounts(cell: CellPlaces, facts: MachineFacts): readonly Mount[] {
  const { programs, replaced, secrets, resolver } = facts
  const tools = programs.filter(({ real }) => !isOfHidden(real, cell))
  const read = [...tools, ...cell.read, ...(resolver !== null && cell.resolvesNames ? [resolver] : [])]
  const shown: readonly Mount[] = [
    { kind: 'processes', at: '/proc' },
    { kind: 'devices', at: '/dev' },
    { kind: 'empty', at: '/run' },
    ...['/tmp', '/var/tmp'].map((at) => ({ kind: 'private', at }) as const),
    ...(cell.home === null ? [] : [{ kind: 'private', at: cell.home.real } as const]),
    ...read.map(({ real }) => ({ kind: 'read', at: real, from: real }) as const),
    ...cell.write.map(({ real }) => ({ kind: 'write', at: real, from: real }) as const),
  ]
  const links = [
    { at: '/var/run', to: '/run' },
    ...[...read, ...cell.write, ...(cell.home === null ? [] : [cell.home])].flatMap((place) => place.links),
  ]
  const chosen = new Map<string, Mount>()
  const put = (mount: Mount): void => {
    const other = chosen.get(mount.at)
    if (other === undefined || strength.indexOf(other.kind) < strength.indexOf(mount.kind)) {
      chosen.set(mount.at, mount)
    }
  }
  for (const mount of shown) put(mount)
  for (const mask of masksOf(cell.hidden, shown)) put(mask)
  for (const link of links) if (!isShown(link.at, shown)) put({ kind: 'link', ...link })
  const isNamed = (at: string): boolean =>
    [...cell.read, ...cell.write].some(({ real }) => real.startsWith('/etc/') && isWithin(at, real))
  for (const at of secrets) if (isShown(at, shown) && !isNamed(at)) put({ kind: 'closed', at })
  for (const { at, from } of replaced) if (isShown(at, shown)) put({ kind: 'read', at, from })
  for (const { at, from, isWritable } of cell.given) put({ kind: isWritable ? 'write' : 'read', at, from })
  return withoutRepeats([...chosen.values()].sort((a, b) => (a.at < b.at ? -1 : 1)))
}

/** Leaves out what a folder around it shows already. Each mount takes time when a program starts. */
function withoutRepeats(mounts: readonly Mount[]): readonly Mount[] {
  const kept: Mount[] = []
  for (const mount of mounts) {
    const around = kept.findLast(({ at }) => isWithin(mount.at, at))
    const isRepeat = mount.kind === 'read' && mount.from === mount.at && around?.kind === 'read'
    if (!isRepeat || around.from !== around.at) kept.push(mount)
  }
  return kept
}

/** A folder of the checkout may be on PATH. A home may be the checkout; its toolchains are no part of the product. */
const isOfHidden = (path: string, { hidden, home }: CellPlaces): boolean =>
  hidden.some((folder) => isWithin(path, folder) && (home === null || !isWithin(home.real, folder)))

/** Each covers what a folder around it would show. */
function masksOf(hidden: readonly string[], shown: readonly Mount[]): readonly Mount[] {
  const masks: Mount[] = []
  for (const at of [...hidden].sort()) {
    if (isShown(at, [...shown, ...masks])) masks.push({ kind: 'hidden', at })
  }
  return masks
}

/** Whether the machine's own content is visible at that path. */
function isShown(path: string, mounts: readonly Mount[]): boolean {
  const around = mounts
    .filter(({ at }) => isWithin(path, at))
    .sort((a, b) => b.at.length - a.at.length || strength.indexOf(b.kind) - strength.indexOf(a.kind))[0]
  return around?.kind === 'read' || around?.kind === 'write'
}
