import { expect, test } from 'vitest'
import { installPackages } from './install-packages.ts'

const unknown = 'Install bubblewrap with the package manager of this system.'

test.each([
  ['NAME="Debian"\nID=debian\n', 'sudo apt-get install -y bubblewrap'],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'sudo apt-get install -y bubblewrap'],
  ['ID=fedora\n', 'sudo dnf install -y bubblewrap'],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'sudo dnf install -y bubblewrap'],
  ['ID=arch\n', 'sudo pacman -S --noconfirm bubblewrap'],
  ['ID=alpine\n', 'sudo apk add bubblewrap'],
  ["ID='opensuse-leap'\nID_LIKE='suse opensuse'\n", 'sudo zypper install -y bubblewrap'],
  ['ID=plan9\n', unknown],
  ['', unknown],
])('TR-02 %j is told: %s', (osRelease, command) => {
  expect(installPackages(['bubblewrap'], osRelease, false)).toBe(command)
})

test('TR-02 root needs no sudo, and several packages are one command', () => {
  expect(installPackages(['bubblewrap', 'socat'], 'ID=debian', true)).toBe(
    'apt-get install -y bubblewrap socat',
  )
})
