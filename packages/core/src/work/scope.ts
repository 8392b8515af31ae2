/** Owns what a scope glob covers: `*` within a folder, two stars across folders, `?` one character, `{a,b}` either. */

/** Several globs are separated by commas or spaces outside braces. Null covers everything. */
export function scopeFilter(scope: string | null): (path: string) => boolean {
  if (scope === null) return () => true
  const patterns = partsOf(scope).map(patternOf)
  return patterns.length === 0 ? () => true : (path) => patterns.some((pattern) => pattern.test(path))
}

function partsOf(scope: string): readonly string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const character of scope.trim()) {
    if (character === '{') depth++
    if (character === '}') depth = Math.max(0, depth - 1)
    if (depth === 0 && /[\s,]/.test(character)) parts.push('')
    else parts.push((parts.pop() ?? '') + character)
  }
  return parts.filter((part) => part !== '')
}

/** A plain folder or file covers all below it. */
function patternOf(glob: string): RegExp {
  const plain = glob.replace(/^\.\//, '').replace(/\/$/, '/**')
  const source = plain
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?|\{|\}|,/g, (token) => tokens[token] ?? token)
  return new RegExp(`^${source}(?:/.*)?$`)
}

const tokens: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
  '{': '(?:',
  '}': ')',
  ',': '|',
}
