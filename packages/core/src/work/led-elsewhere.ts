/**
 * Knows files that say where packages come from. A package that the base has comes from where the base takes it: a change may
 * bring other versions, and other packages from anywhere. Pure text.
 */

/** By module, the line of its replacement without the word. */
const replacementsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^[ \t]*(?:replace[ \t]+)?((\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+\S.*)$/gm)].map(
      ([, line = '', module = '']) => [module, line.trim()],
    ),
  )

export const goModules = {
  names: /(?:^|\/)go\.mod$/,
  isForNew: false,
  merged(was: string, is: string): string {
    const [before, after] = [replacementsIn(was), replacementsIn(is)]
    const moved = [...new Set([...before.keys(), ...after.keys()])].filter(
      (module) =>
        was.includes(`${module} `) && is.includes(`${module} `) && before.get(module) !== after.get(module),
    )
    return moved.reduce((text, module) => {
      const [own, base] = [after.get(module), before.get(module)]
      const line = base === undefined ? '' : `replace ${base}`
      if (own === undefined) return `${text.trimEnd()}\n\n${line}\n`
      return `${text.replace(new RegExp(`^[ \\t]*(?:replace[ \\t]+)?${literal(own)}[ \\t]*$`, 'm'), '').trimEnd()}\n${line}\n`
    }, is)
  },
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The place of a package: a host, or a path. */
const placeOf = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || !('resolved' in value)) return null
  const { resolved } = value
  return typeof resolved !== 'string' ? null : (/^https?:\/\/[^/]+/.exec(resolved)?.[0] ?? resolved)
}

type Entries = Readonly<Record<string, unknown>>

function lockIn(text: string): { readonly all: Entries; readonly packages: Entries } | null {
  try {
    const all: unknown = JSON.parse(text)
    if (typeof all !== 'object' || all === null || !('packages' in all)) return null
    const { packages } = all
    return typeof packages === 'object' && packages !== null
      ? { all: { ...all }, packages: { ...packages } }
      : null
  } catch {
    return null
  }
}

export const npmLocks = {
  names: /(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/,
  isForNew: false,
  merged(was: string, is: string): string {
    const [before, after] = [lockIn(was), lockIn(is)]
    if (before === null || after === null) return is
    const moved = Object.keys(after.packages).filter((name) => {
      const [from, to] = [placeOf(before.packages[name]), placeOf(after.packages[name])]
      return from !== null && from !== to
    })
    if (moved.length === 0) return is
    const packages = {
      ...after.packages,
      ...Object.fromEntries(moved.map((name) => [name, before.packages[name]])),
    }
    return `${JSON.stringify({ ...after.all, packages }, null, 2)}\n`
  },
}

const isElsewhere = /\b(?:path|git|registry|workspace)\s*=/

/** A line of a dependency that gets another place, and sections that replace packages. */
export const crates = {
  names: /(?:^|\/)Cargo\.toml$/,
  isForNew: false,
  merged(was: string, is: string): string {
    const lines = (text: string): ReadonlyMap<string, string> =>
      new Map([...text.matchAll(/^([\w-]+)(?:\.\w+)?[ \t]*=.*$/gm)].map(([line, name = '']) => [name, line]))
    const [before, after] = [lines(was), lines(is)]
    const moved = [...after].filter(
      ([name, line]) => isElsewhere.test(line) && before.has(name) && before.get(name) !== line,
    )
    const text = moved.reduce((left, [name, line]) => left.replace(line, () => before.get(name) ?? ''), is)
    const replaces = /^\[(?:patch|replace)\b.*\n(?:(?!\[).*\n?)*/gm
    const known = new Set(was.match(replaces) ?? [])
    return text.replace(replaces, (section) => (known.has(section) ? section : ''))
  },
}

const ledAway =
  /^(?:-e\s|--(?:editable|index-url|extra-index-url|find-links)\b|-[if]\s|\.{0,2}\/|git\+|file:|https?:|[\w.[\],-]+\s*@\s)/
const nameOf = (line: string): string => /^[\w.-]+/.exec(line)?.[0].toLowerCase() ?? ''

/** A package that goes while a new place comes may have been replaced by it. */
export const requirements = {
  names: /(?:^|\/)(?:requirements|constraints)[^/]*\.txt$|(?:^|\/)requirements\/[^/]+\.txt$/,
  isForNew: false,
  merged(was: string, is: string): string {
    const [before, after] = [was.split('\n'), is.split('\n')]
    const known = new Set(before)
    const fresh = new Set(after.filter((line) => ledAway.test(line) && !known.has(line)))
    const kept = after.filter((line) => !fresh.has(line))
    const names = new Set(kept.map(nameOf))
    const gone = before.filter((line) => nameOf(line) !== '' && !names.has(nameOf(line)))
    return fresh.size === 0 || gone.length === 0 ? is : [...gone, ...kept].join('\n')
  },
}
