/** Follows symbolic links inside a tree, by their texts alone: which of them lead out of it. */

export interface OutwardLink {
  readonly path: string
  readonly target: string
  /** The direction, as in `out of the repository`. */
  readonly why: string
}

/** More links in a row are a circle. */
const mostLinks = 40

/**
 * `links` are all links of the tree with their targets. Only links that a change concerns: they are new, or the way to
 * their target leads over something in `changed`.
 */
export const outwardLinks = (
  links: ReadonlyMap<string, string>,
  changed: ReadonlySet<string>,
): readonly OutwardLink[] =>
  [...links].flatMap(([path, target]) => {
    const { why, passed } = follow(path, links)
    return why === null || ![path, ...passed].some((each) => changed.has(each)) ? [] : [{ path, target, why }]
  })

interface Followed {
  /** Null if it stays inside. */
  readonly why: string | null
  readonly passed: readonly string[]
}

function follow(path: string, links: ReadonlyMap<string, string>): Followed {
  const passed: string[] = []
  let place = partsOf(path).slice(0, -1)
  let target = links.get(path) ?? ''
  let todo: readonly string[] = []
  for (let left = mostLinks; left > 0; left--) {
    if (isAbsolute(target)) return { why: 'to an absolute path', passed }
    todo = [...partsOf(target), ...todo]
    let next: string | undefined
    while (next === undefined && todo.length > 0) {
      const [part = '', ...rest] = todo
      todo = rest
      if (part === '..') {
        if (place.length === 0) return { why: 'out of the repository', passed }
        place = place.slice(0, -1)
        continue
      }
      if (part.toLowerCase() === '.git') return { why: 'into .git', passed }
      const here = [...place, part].join('/')
      passed.push(here)
      next = links.get(here)
      if (next === undefined) place = [...place, part]
    }
    if (next === undefined) return { why: null, passed }
    target = next
  }
  return { why: null, passed }
}

/** A backslash separates too: the same link must stay inside on every system. */
const partsOf = (path: string): readonly string[] =>
  path.split(/[/\\]/).filter((part) => part !== '' && part !== '.')

const isAbsolute = (target: string): boolean => /^(?:[/\\]|[A-Za-z]:)/.test(target)
