/**
 * Owns which address the control server listens on, and under which names clients may ask it. One address, never all of
 * a machine: the server answers to names that it knows, and a machine has more names than it could know.
 */
import { lookup } from 'node:dns/promises'
import { SocketAddress } from 'node:net'
import { UserError } from '@harness/core/kernel/user-error'

export interface ListenAddress {
  /** As the system knows it. */
  readonly bound: string
  /** As clients write it in `Host`, with its port. */
  hosts(port: number): readonly string[]
}

/** Throws a UserError if it means every address of this machine, and an error of the system if it is not known. */
export async function listenAddress(asked: string): Promise<ListenAddress> {
  if (asked === '') throw everyAddress(asked)
  const { address: bound, family } = await lookup(asked)
  const isSix = family === 6
  const { address } = new SocketAddress({ address: bound, family: isSix ? 'ipv6' : 'ipv4' })
  if (wildcards.has(address)) throw everyAddress(asked)
  const names = new Set(['127.0.0.1', 'localhost', isSix ? `[${address}]` : address, nameIn(asked)])
  return { bound, hosts: (port) => [...names].map((name) => `${name}:${port}`) }
}

const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '::ffff:0.0.0.0'])

/** A name of the machine is one that clients use, in any letters. */
const nameIn = (asked: string): string => (asked.includes(':') ? 'localhost' : asked.toLowerCase())

const everyAddress = (asked: string): UserError =>
  new UserError(
    'daemon-address-invalid',
    `--listen: expected one address of this machine, found ${JSON.stringify(asked)}, which means all of them.`,
    {
      next: 'Name the one that you reach it by: harness daemon start --listen <address>; or leave --listen out for 127.0.0.1',
    },
  )
