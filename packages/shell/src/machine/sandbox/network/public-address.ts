/** Owns which addresses belong to the public internet: a page must not lead a browser to the operator's own machines. */
import { BlockList, isIP } from 'node:net'

const own = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  own.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  own.addSubnet(net, bits, 'ipv6')

/** An IPv4 address in the clothes of IPv6 counts as what it is. False for what is no address. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 0) return false
  return !own.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}
