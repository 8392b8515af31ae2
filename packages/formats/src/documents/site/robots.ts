/** Reads robots.txt as RFC 9309 says: the group of our own name counts, else that of all; the longest rule that fits wins. */

export interface Robots {
  readonly rules: readonly Rule[]
  /** How long to wait between two pages; null if it does not say. */
  readonly delayMs: number | null
}

interface Rule {
  readonly allows: boolean
  readonly path: string
}

export const allowsAll: Robots = { rules: [], delayMs: null }
export const robotsName = 'harness-site-reverse'

const longestFile = 512_000
const mostRules = 2_000
const longestDelayMs = 60_000

export function parseRobots(text: string): Robots {
  const groups: { agents: string[]; rules: Rule[]; delayMs: number | null }[] = []
  let isNaming = false
  for (const line of text.slice(0, longestFile).split(/\r\n|\r|\n/)) {
    const [, name = '', written = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const value = written.trim()
    const group = groups.at(-1)
    switch (name.toLowerCase()) {
      case 'user-agent':
        if (isNaming && group !== undefined) group.agents.push(value.toLowerCase())
        else groups.push({ agents: [value.toLowerCase()], rules: [], delayMs: null })
        isNaming = true
        break
      case 'allow':
      case 'disallow':
        isNaming = false
        if (value !== '' && group !== undefined && group.rules.length < mostRules)
          group.rules.push({ allows: name.toLowerCase() === 'allow', path: value })
        break
      case 'crawl-delay':
        isNaming = false
        if (group !== undefined && /^\d+(\.\d+)?$/.test(value))
          group.delayMs = Math.min(Number(value) * 1_000, longestDelayMs)
        break
      default:
    }
  }
  const ours = groups.filter(({ agents }) => agents.includes(robotsName))
  const chosen = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'))
  return {
    rules: chosen.flatMap(({ rules }) => rules),
    delayMs: chosen.reduce<number | null>((most, { delayMs }) => longer(most, delayMs), null),
  }
}

/** `path` is path and query. Of rules that fit equally well, the one that allows counts. */
export function mayVisit({ rules }: Robots, path: string): boolean {
  let best: Rule | null = null
  for (const rule of rules) {
    if (!fits(rule.path, path)) continue
    const length = rule.path.length - (best?.path.length ?? -1)
    if (length > 0 || (length === 0 && rule.allows)) best = rule
  }
  return best?.allows ?? true
}

/** `*` stands for any characters, a `$` at the end for the end. Never backtracks. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? parts.pop() : undefined
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

const longer = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)
