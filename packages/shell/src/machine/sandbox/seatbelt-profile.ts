/** Owns the text of a seatbelt profile, with which macOS confines a program. Pure; it was not tried on a Mac yet. */
import { isWithin } from './place.ts'
import type { Network } from './sandbox.ts'

export interface SeatbeltPlaces {
  /** Real paths. */
  readonly write: readonly string[]
  readonly read: readonly string[]
  /** Real paths that stay hidden if a folder around them may be read. */
  readonly hidden: readonly string[]
  readonly network: Network
  /** The folder with the sockets of the harness; null if the cell needs none. */
  readonly sockets: string | null
}

/** What a program of macOS reads to work at all. */
const system = [
  '/System',
  '/usr',
  '/bin',
  '/sbin',
  '/Library',
  '/private/etc',
  '/private/var/db/timezone',
  '/private/var/db/dyld',
  '/dev',
  '/opt/homebrew',
  '/Applications/Xcode.app',
] as const

const devices = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper'] as const

export function seatbeltProfile(places: SeatbeltPlaces): string {
  const { write, read, network, sockets } = places
  const shown = [...system, ...read, ...write]
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    '(allow process-exec)',
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.trustd"))',
    '(allow file-read-metadata)',
    `(allow file-read* ${subpaths(shown)})`,
    `(allow file-write* ${subpaths(write)} ${devices.map((path) => `(literal ${quoted(path)})`).join(' ')})`,
    ...insideOut(places),
    ...networkRules(network, sockets),
    '',
  ].join('\n')
}

/** The last rule that fits counts: what is in a hidden folder and named by the cell is allowed again. */
function insideOut({ hidden, read, write }: SeatbeltPlaces): readonly string[] {
  if (hidden.length === 0) return []
  const inHidden = (path: string): boolean => hidden.some((folder) => isWithin(path, folder))
  const again = (what: string, paths: readonly string[]): readonly string[] =>
    paths.length === 0 ? [] : [`(allow ${what} ${subpaths(paths)})`]
  return [
    `(deny file-read* file-write* ${subpaths(hidden)})`,
    ...again('file-read*', [...read, ...write].filter(inHidden)),
    ...again('file-write*', write.filter(inHidden)),
  ]
}

/** macOS has no loopback for each program: `loopback` is the machine's, and nothing beyond it. */
function networkRules(network: Network, sockets: string | null): readonly string[] {
  if (network === 'all') return ['(allow network*)', '(allow system-socket)']
  return [
    '(allow system-socket)',
    '(allow network-bind (local ip "localhost:*"))',
    '(allow network-inbound (local ip "localhost:*"))',
    '(allow network-outbound (remote ip "localhost:*"))',
    ...(sockets === null
      ? []
      : [`(allow network-outbound (remote unix-socket (subpath ${quoted(sockets)})))`]),
  ]
}

const subpaths = (paths: readonly string[]): string =>
  [...new Set(paths)].map((path) => `(subpath ${quoted(path)})`).join(' ')

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
