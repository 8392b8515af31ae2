import { expect, test } from 'vitest'
import { seatbeltProfile } from './seatbelt-profile.ts'

const places = {
  write: ['/Users/ada/shop.lanes/one'],
  read: ['/Users/ada/shop/.git/objects'],
  hidden: ['/Users/ada/shop'],
  network: 'loopback',
  sockets: null,
} as const

test('TR-01 a profile of macOS denies all but the system, the cell and the loopback', () => {
  expect(seatbeltProfile(places)).toBe(`(version 1)
(deny default)
(allow process-fork)
(allow process-exec)
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.trustd"))
(allow file-read-metadata)
(allow file-read* (subpath "/System") (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/Library") (subpath "/private/etc") (subpath "/private/var/db/timezone") (subpath "/private/var/db/dyld") (subpath "/dev") (subpath "/opt/homebrew") (subpath "/Applications/Xcode.app") (subpath "/Users/ada/shop/.git/objects") (subpath "/Users/ada/shop.lanes/one"))
(allow file-write* (subpath "/Users/ada/shop.lanes/one") (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper"))
(deny file-read* file-write* (subpath "/Users/ada/shop"))
(allow file-read* (subpath "/Users/ada/shop/.git/objects"))
(allow system-socket)
(allow network-bind (local ip "localhost:*"))
(allow network-inbound (local ip "localhost:*"))
(allow network-outbound (remote ip "localhost:*"))
`)
})

test('TR-01 a lane in a hidden folder is allowed again after it', () => {
  const profile = seatbeltProfile({ ...places, read: [], write: ['/Users/ada/shop/.harness/run/lanes/one'] })
  expect(
    profile
      .split('\n')
      .filter((line) => line.includes('/Users/ada/shop/.harness'))
      .slice(-2),
  ).toEqual([
    '(allow file-read* (subpath "/Users/ada/shop/.harness/run/lanes/one"))',
    '(allow file-write* (subpath "/Users/ada/shop/.harness/run/lanes/one"))',
  ])
})

test('TR-01 a path with a quote cannot add a rule', () => {
  const profile = seatbeltProfile({ ...places, write: ['/x") (allow default) ("'] })
  expect(profile).toContain('(subpath "/x\\") (allow default) (\\"")')
})

test('TR-01 of the sockets of this machine, only those of the harness can be reached', () => {
  expect(seatbeltProfile({ ...places, network: 'registries', sockets: '/private/tmp/net' })).toContain(
    '(allow network-outbound (remote unix-socket (subpath "/private/tmp/net")))',
  )
  expect(seatbeltProfile({ ...places, network: 'all' })).toContain('(allow network*)')
})
