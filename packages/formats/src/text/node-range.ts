/** Tells if a version of Node fits the range of `engines.node`. Pure. */

type Version = readonly [number, number, number]

/** Null if the range cannot be read. */
export function nodeFits(range: string, version: string): boolean | null {
  const wanted = parts(version)
  if (wanted === null) return null
  let fits = false
  for (const set of range.split('||')) {
    const inSet = fitsAll(set.trim(), wanted)
    if (inSet === null) return null
    fits ||= inSet
  }
  return fits
}

function fitsAll(set: string, version: Version): boolean | null {
  const [, from, to] = /^(\S+)\s+-\s+(\S+)$/.exec(set) ?? []
  const comparators =
    from === undefined ? set.replace(/([<>=^~]+)\s+/g, '$1').split(/\s+/) : [`>=${from}`, `<=${to}`]
  let fits = true
  for (const comparator of comparators) {
    const holds = fitsOne(comparator, version)
    if (holds === null) return null
    fits &&= holds
  }
  return fits
}

function fitsOne(comparator: string, version: Version): boolean | null {
  if (['', '*', 'x', 'latest'].includes(comparator)) return true
  const [, sign = '', text = ''] = /^(>=|<=|>|<|=|\^|~)?v?(\d[\w.*-]*)$/.exec(comparator) ?? []
  const low = parts(text)
  if (low === null) return null
  const given = text.split('.').filter((part) => /^\d+$/.test(part)).length
  const above = nextAfter(low, sign === '^' ? leading(low) : sign === '~' ? Math.min(2, given) : given)
  switch (sign) {
    case '>=':
      return compare(version, low) >= 0
    case '<':
      return compare(version, low) < 0
    case '>':
      return given < 3 ? compare(version, above) >= 0 : compare(version, low) > 0
    case '<=':
      return given < 3 ? compare(version, above) < 0 : compare(version, low) <= 0
    default:
      return compare(version, low) >= 0 && compare(version, above) < 0
  }
}

/** Null if it does not begin with a number. */
function parts(text: string): Version | null {
  const [, major, minor, patch] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text) ?? []
  return major === undefined ? null : [Number(major), Number(minor ?? 0), Number(patch ?? 0)]
}

/** How many parts a caret holds: up to the first that is not zero. */
const leading = (version: Version): number => {
  const first = version.findIndex((part) => part !== 0)
  return first === -1 ? 3 : first + 1
}

/** The first version that differs in the first `count` parts. */
function nextAfter([major, minor, patch]: Version, count: number): Version {
  if (count <= 1) return [major + 1, 0, 0]
  return count === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

function compare(a: Version, b: Version): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? 0
    if (part !== other) return part - other
  }
  return 0
}
