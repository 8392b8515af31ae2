/** Owns which command installs bubblewrap on which Linux distribution. Pure. */

const installers: Readonly<Record<string, string>> = {
  alpine: 'apk add bubblewrap',
  arch: 'pacman -S --noconfirm bubblewrap',
  debian: 'apt-get install -y bubblewrap',
  fedora: 'dnf install -y bubblewrap',
  opensuse: 'zypper install -y bubblewrap',
  rhel: 'dnf install -y bubblewrap',
  suse: 'zypper install -y bubblewrap',
  ubuntu: 'apt-get install -y bubblewrap',
}

/** `osRelease` is the text of /etc/os-release; null if the distribution has none that is known here. */
export function installCommand(osRelease: string, isRoot: boolean): string | null {
  const names = ['ID', 'ID_LIKE'].flatMap((key) => valueIn(osRelease, key).split(' '))
  const known = names.map((name) => installers[name]).find((command) => command !== undefined)
  if (known === undefined) return null
  return isRoot ? known : `sudo ${known}`
}

const valueIn = (text: string, key: string): string =>
  new RegExp(`^${key}=["']?([^"'\\n]*)`, 'm').exec(text)?.[1]?.toLowerCase() ?? ''
