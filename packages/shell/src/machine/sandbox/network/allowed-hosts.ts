/** Owns which hosts a program with the network `registries` may reach. Pure. */

/** Where package managers get packages from, and what those packages load while they are installed. */
export const registryHosts: readonly string[] = [
  // npm, Yarn, JSR, and the headers that node-gyp needs
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'repo.yarnpkg.com',
  'npm.pkg.github.com',
  'npm.jsr.io',
  'jsr.io',
  'nodejs.org',
  // Python
  'pypi.org',
  'files.pythonhosted.org',
  'conda.anaconda.org',
  // Rust
  'crates.io',
  'index.crates.io',
  'static.crates.io',
  'static.rust-lang.org',
  // Go
  'proxy.golang.org',
  'sum.golang.org',
  // Java
  'repo.maven.apache.org',
  'repo1.maven.org',
  'maven.google.com',
  'dl.google.com',
  'plugins.gradle.org',
  'services.gradle.org',
  'downloads.gradle.org',
  // Ruby, PHP, .NET, Elixir, Dart
  'rubygems.org',
  'index.rubygems.org',
  'packagist.org',
  'repo.packagist.org',
  'api.nuget.org',
  'repo.hex.pm',
  'builds.hex.pm',
  'pub.dev',
  // Downloads from GitHub
  'github.com',
  'api.github.com',
  'codeload.github.com',
  'objects.githubusercontent.com',
  'raw.githubusercontent.com',
  'release-assets.githubusercontent.com',
  // Browsers and programs that packages download
  'cdn.playwright.dev',
  'playwright.download.prss.microsoft.com',
  'download.cypress.io',
  'binaries.prisma.sh',
]

const webPorts = [80, 443]

/** An entry is `host`, `host:port` or `*.domain`; without a port it stands for the ports of the web. */
export function isAllowed(host: string, port: number, entries: readonly string[]): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return entries.some((entry) => {
    const [, pattern = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    if (wanted === undefined ? !webPorts.includes(port) : Number(wanted) !== port) return false
    return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern
  })
}

/** The entry for a registry's address; null if it is no address of the web. */
export function entryOf(address: string): string | null {
  try {
    const { protocol, hostname, port } = new URL(address)
    if (protocol !== 'https:' && protocol !== 'http:') return null
    return port === '' ? hostname : `${hostname}:${port}`
  } catch {
    return null
  }
}
