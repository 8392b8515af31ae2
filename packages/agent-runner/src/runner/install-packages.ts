/** Owns which command installs packages on which Linux distribution. Pure. */

const installers: Readonly<Record<string, string>> = {
  alpine: 'apk add',
  arch: 'pacman -S --noconfirm',
  debian: 'apt-get install -y',
  fedora: 'dnf install -y',
  opensuse: 'zypper install -y',
  rhel: 'dnf install -y',
  suse: 'zypper install -y',
  ubuntu: 'apt-get install -y',
}

/** `osRelease` is the text of /etc/os-release. If its distribution is not known here, a sentence says what to do. */
export function installPackages(packages: readonly string[], osRelease: string, isRoot: boolean): string {
  const names = ['ID', 'ID_LIKE'].flatMap((key) => valueIn(osRelease, key).split(' '))
  const known = names.map((name) => installers[name]).find((command) => command !== undefined)
  if (known === undefined) return `Install ${packages.join(' and ')} with the package manager of this system.`
  return `${isRoot ? '' : 'sudo '}${known} ${packages.join(' ')}`
}

const valueIn = (text: string, key: string): string =>
  new RegExp(`^${key}=["']?([^"'\\n]*)`, 'm').exec(text)?.[1]?.toLowerCase() ?? ''
