/** Says which setting lets a confined program have what it missed, judged by what it printed. Pure. */
import type { NetworkPurpose } from '@harness/formats/config/harness-config'

export interface Missed {
  readonly output: string
  /** The network that the program had. */
  readonly network: 'loopback' | 'host-loopback' | 'registries' | 'all'
  /** The setting that chose it. */
  readonly purpose: NetworkPurpose
  /** The home that the sandbox hides. */
  readonly home: string
  /** The folder that it may write. */
  readonly lane: string
}

interface Hint {
  /** What tells of it. The first group names the host, the device or the path. */
  readonly sign: RegExp
  readonly networks?: readonly Missed['network'][]
  say(named: string, setting: string): string
}

const path = String.raw`(?<![\w./~-])(\/[^\s'"‘’“”:;,()\`]+)`
const gap = String.raw`[^\n]{0,200}?`
const local = String.raw`((?:127\.0\.0\.1|localhost|\[?::1\]?)(?::\d{2,5})?)`
const refused = '(?:ECONNREFUSED|connection refused|connect failed|could(?: not|n.t) connect)'
const ownLoopback = ['loopback', 'registries'] as const

/** The first that fits is said: what is certain comes before what may be so. */
const hints: readonly Hint[] = [
  {
    sign: /\bEXDEV\b|cross-device link/i,
    say: () =>
      'It renames a folder that was there before it began, which a layer over a clean room does not let it do. Copy that folder and remove the old one, as mv does.',
  },
  {
    sign: /((?:\/[\w.-]+)+\/docker\.sock)\b/,
    say: sayDocker,
  },
  {
    sign: /\bdocker\.sock\b|Cannot connect to the Docker daemon|Is the docker daemon running/i,
    say: () => sayDocker('/var/run/docker.sock'),
  },
  {
    sign: /(\/dev\/(?:kvm|fuse|loop|snd|dri|video|tty[A-Z]|usb|bus|net|nvidia|input|vhost|mapper|rtc|gpio|i2c|spi)[\w/-]*)/,
    say: (device) => `It needs ${device}, and devices are hidden. To allow it: sandbox.write: ["${device}"]`,
  },
  {
    // With --unix-socket it names the host of the address, and not the socket.
    sign: /curl: \(7\) Failed to connect to localhost port 80\b/,
    say: (_named, setting) =>
      `curl found no server at localhost:80. If it asked for a socket, such as Docker's, allow it: sandbox.write: ["/var/run/docker.sock"]. If it is a server of this machine: ${setting}: "host-loopback"`,
  },
  {
    sign: /(\/(?:var\/)?run\/(?:postgresql|mysqld|mariadb)|\/tmp\/(?:\.s\.PGSQL\.\d+|mysql\w*\.sock))(?![\w.-])/,
    say: (socket) =>
      `It needs the socket of a database, and sockets of this machine are hidden. To allow it: sandbox.write: ["${socket}"]`,
  },
  { sign: new RegExp(`${refused}[^]{0,200}?${local}`, 'i'), networks: ownLoopback, say: sayLocalhost },
  { sign: new RegExp(`${local}${gap}${refused}`, 'i'), networks: ownLoopback, say: sayLocalhost },
  {
    // Python names no address.
    sign: /ConnectionRefusedError|\[Errno (?:111|61)\] Connection refused/,
    networks: ownLoopback,
    say: (_named, setting) => sayLocalhost('the address that it asked', setting),
  },
  {
    sign: /The sandbox does not let this program reach ([\w.:-]+\w)|tunneling socket could not be established/i,
    networks: ['registries'],
    say: (host) =>
      `It asked for ${host === '' ? 'a host' : host}, which is no known package registry. To allow it: sandbox.registries`,
  },
  {
    // A FileNotFoundException of Java is no ENOTFOUND.
    sign: /\bENOTFOUND\b|EAI_AGAIN|getaddrinfo|ENETUNREACH|EHOSTUNREACH|Temporary failure in name resolution|Name or service not known|Could not resolve host|Network is unreachable|No route to host|no such host/i,
    networks: ['loopback', 'registries', 'host-loopback'],
    say: (_named, setting) =>
      `It needs the network. To allow package registries: ${setting}: "registries"; to allow every host: "all"`,
  },
]

function sayDocker(socket: string): string {
  return `It needs Docker, whose socket is hidden. To allow it: sandbox.write: ["${socket}"]. Docker gives a program all rights on this machine.`
}

function sayLocalhost(address: string, setting: string): string {
  return `It found no server at ${address}, because it has a loopback of its own. If that is a database of this machine, allow it: ${setting}: "host-loopback"`
}

/** Between a path and what is said about it: no other path. */
const about = String.raw`[^\n/]{0,200}?`
const readOnly = [
  new RegExp(`(?:EROFS|Read-only file system)${about}${path}`, 'gi'),
  new RegExp(`${path}${about}(?:EROFS|Read-only file system)`, 'gi'),
  // Rust tells the reason in a paragraph of its own.
  new RegExp(`${path}[^/]{0,80}?Caused by:\\s*Read-only file system`, 'gi'),
]
const missing = '(?:ENOENT|EACCES|No such file or directory|Permission denied|does not exist)'
const absent = [new RegExp(`${missing}${about}${path}`, 'gi'), new RegExp(`${path}${about}${missing}`, 'gi')]

/** A sentence; null if nothing tells that the sandbox was in the way. */
export function confinementHint(missed: Missed): string | null {
  const { output, network, home } = missed
  for (const { sign, networks, say } of hints) {
    const found = networks === undefined || networks.includes(network) ? sign.exec(output) : null
    if (found !== null) return say(found[1] ?? '', `sandbox.network.${missed.purpose}`)
  }
  const written = namedIn(missed, readOnly)[0]
  if (written !== undefined)
    return `It writes ${written}, which is not in its lane. To allow it: sandbox.write: ["${written}"]`
  const hidden = namedIn(missed, absent).find((it) => it.startsWith(`${home}/`))
  return hidden === undefined
    ? null
    : `It needs ${hidden}, and your home is hidden. To allow it: sandbox.read or sandbox.write: ["${hidden}"]`
}

/** Paths outside of the lane. */
const namedIn = ({ output, lane }: Missed, signs: readonly RegExp[]): readonly string[] =>
  signs
    .flatMap((sign) => [...output.matchAll(sign)])
    .map(([, named = '']) => named.replace(/\.$/, ''))
    .filter((named) => named !== lane && !named.startsWith(`${lane}/`))
