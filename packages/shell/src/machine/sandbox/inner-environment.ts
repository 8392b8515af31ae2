/** Owns what changes in the environment of a program that is confined. Pure. */
import { delimiter } from 'node:path'

type Environment = Readonly<Record<string, string>>

/** They name sockets and folders of the machine that are not in the sandbox. */
const outsideOnly = [
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SSH_AUTH_SOCK',
  'DISPLAY',
  'WAYLAND_DISPLAY',
]
const temporary = ['TMPDIR', 'TEMP', 'TMP']
const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
])

/** `real` gives a folder of PATH without the links in its path. */
export function innerEnvironment(
  env: Environment,
  { sharesNetwork, real }: { readonly sharesNetwork: boolean; readonly real: (folder: string) => string },
): Record<string, string> {
  const dropped = new Set([...outsideOnly, ...(sharesNetwork ? [] : proxyVariables)])
  const kept = Object.entries(env).filter(([name]) => !dropped.has(name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (temporary.includes(name)) return [name, '/tmp']
      return [name, name === 'PATH' ? value.split(delimiter).map(real).join(delimiter) : value]
    }),
  )
}
