import { expect, test } from 'vitest'
import { explainRefusal, type NamespaceLimits } from './no-namespaces.ts'

const free: NamespaceLimits = { isRoot: false, isContainer: false, most: '96000', clone: '1', appArmor: '0' }

test.each<[string, string, Partial<NamespaceLimits>, string]>([
  [
    'a kernel without user namespaces',
    'bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)',
    { most: '0' },
    'sudo sysctl -w user.max_user_namespaces=15000',
  ],
  [
    'a kernel that gives them to root only',
    'bwrap: No permissions to create new namespace',
    { clone: '0' },
    'sudo sysctl -w kernel.unprivileged_userns_clone=1',
  ],
  [
    'AppArmor',
    'bwrap: setting up uid map: Permission denied',
    { appArmor: '1' },
    'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  ],
  [
    'a container',
    'bwrap: Creating new namespace failed: Operation not permitted',
    { isContainer: true },
    '--security-opt seccomp=unconfined',
  ],
  ['an unknown reason', 'bwrap: pivot_root: Operation not permitted', {}, 'Allow user namespaces'],
])('TR-02 %s: the cure is named', (_name, said, limits, next) => {
  const explained = explainRefusal(said, { ...free, ...limits })
  expect(explained.why).toContain(said)
  expect(explained.next).toContain(next)
})

test('TR-02 limits that do not hold for root are no cause for root', () => {
  const { next } = explainRefusal('no', {
    ...free,
    isRoot: true,
    clone: '0',
    appArmor: '1',
    isContainer: true,
  })
  expect(next).not.toContain('sysctl')
  expect(next).toContain('container')
})
