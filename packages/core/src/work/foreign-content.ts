/**
 * Finds in a change what can harm people or machines that take it over: names and text that read as something else,
 * links that lead out, submodules from elsewhere, scripts that run at installation, and large files.
 */
import type { Suspicion } from '../effects/run-agent.ts'
import type { Manifest } from './check-lines.ts'
import { oddName, reorderedLines, visible } from './hidden-characters.ts'
import type { OutwardLink } from './outward-links.ts'

type Found = readonly Suspicion[]

const found = (kind: Suspicion['kind'], path: string, what: string): Suspicion => ({
  kind,
  file: visible(path),
  detail: `${visible(path)} ${what}.`,
})

/** Of a file that is new or has a new name. `twin` is a file that some systems take for the same; null if there is none. */
export function nameSuspicions(path: string, twin: string | null): Found {
  const odd = oddName(path)
  return [
    ...(odd === null ? [] : [found('odd-name', path, odd)]),
    ...(twin === null ? [] : [found('odd-name', path, `differs from ${visible(twin)} only by case`)]),
  ]
}

const mostShown = 3

export function textSuspicions(path: string, before: string, after: string): Found {
  const lines = reorderedLines(before, after)
  if (lines.length === 0) return []
  const shown = lines
    .slice(0, mostShown)
    .map(({ line, text }) => `line ${line}: ${cut(visible(text.trim()))}`)
  const more = lines.length > mostShown ? `, and ${lines.length - mostShown} more lines` : ''
  return [
    found(
      'hidden-characters',
      path,
      `has characters that change the order of what is shown (${shown.join('; ')}${more})`,
    ),
  ]
}

/** Sizes are null if there is no such file. */
export const sizeSuspicions = (
  path: string,
  before: number | null,
  after: number | null,
  largestBytes: number,
): Found =>
  after === null || after <= largestBytes || (before ?? 0) > largestBytes
    ? []
    : [found('large-file', path, `has ${inMb(after)} MB; review.largestFileMb is ${inMb(largestBytes)}`)]

const inMb = (bytes: number): number => Math.round(bytes / 100_000) / 10

export const linkSuspicions = (links: readonly OutwardLink[]): Found =>
  links.map(({ path, target, why }) =>
    found('link-outside', path, `is a link to ${cut(visible(target))}, which leads ${why}`),
  )

export const submodulesFile = '.gitmodules'

/** The addresses of submodules before and after. */
export function submoduleSuspicions(before: readonly string[], after: readonly string[]): Found {
  const added = after.filter((url) => !before.includes(url))
  return added.length === 0
    ? []
    : [
        found(
          'submodule-url',
          submodulesFile,
          `has a new address: ${added
            .slice(0, mostShown)
            .map((url) => cut(visible(url)))
            .join(', ')}`,
        ),
      ]
}

/** Package managers run these when packages are installed. */
const atInstallation = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'dependencies',
]

export function installSuspicions(path: string, before: Manifest, after: Manifest): Found {
  const names = atInstallation.filter(
    (name) => after.scripts[name] !== undefined && after.scripts[name] !== before.scripts[name],
  )
  return names.map((name) =>
    found(
      'install-script',
      path,
      `runs at installation: "${name}": ${cut(visible(JSON.stringify(after.scripts[name])))}`,
    ),
  )
}

/** A package with such a file is compiled when it is installed. */
export const isNativeBuild = (path: string): boolean => /(^|\/)binding\.gyp$/i.test(path)

export const nativeBuildSuspicion = (path: string): Suspicion =>
  found('install-script', path, 'has npm compile the package at installation')

const longest = 120
const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest)}…`)
