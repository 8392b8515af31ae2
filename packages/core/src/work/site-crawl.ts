/**
 * Owns which page of a site is visited next: breadth first, each address once, a few of those that look alike. A site
 * without an end is left at the caps.
 */
import type { CrawlLimits, PassedOver } from '../effects/capture-site.ts'

export interface Crawl {
  readonly limits: Pick<CrawlLimits, 'depth' | 'maxPages'>
  readonly waiting: readonly Visit[]
  readonly known: ReadonlySet<string>
  /** How many addresses of each shape wait or were visited. */
  readonly alike: Readonly<Record<string, number>>
  /** Pages that count: visits that failed do not. */
  readonly captured: number
  readonly tried: number
  readonly passedOver: readonly PassedOver[]
}

export interface Visit {
  readonly url: string
  readonly depth: number
}

/** A link of a page, as the format of addresses reads it. */
export interface SeenLink {
  readonly url: string
  /** Equal for addresses that differ only in numbers and values: `/shop/#?page`. */
  readonly shape: string
  /** Null if it may be visited. */
  readonly refused: string | null
}

const mostAlike = 4
/** Pages that fail cost visits, too. */
const triesForEach = 3
const mostPassedOver = 100

export const startCrawl = (first: SeenLink, limits: Crawl['limits']): Crawl => ({
  limits,
  waiting: [{ url: first.url, depth: 0 }],
  known: new Set([first.url]),
  alike: { [first.shape]: 1 },
  captured: 0,
  tried: 0,
  passedOver: [],
})

/** Null if there is no more to visit. */
export const nextVisit = ({ waiting, captured, tried, limits }: Crawl): Visit | null =>
  captured >= limits.maxPages || tried >= limits.maxPages * triesForEach ? null : (waiting[0] ?? null)

/** `url` is the last address of the visit: redirects may lead to a page that waits. */
export function captured(crawl: Crawl, { depth }: Visit, url: string, links: readonly SeenLink[]): Crawl {
  const went = {
    ...crawl,
    waiting: crawl.waiting.slice(1).filter((visit) => visit.url !== url),
    known: new Set([...crawl.known, url]),
    captured: crawl.captured + 1,
    tried: crawl.tried + 1,
  }
  return withLinks(went, depth + 1, links)
}

/** `links`: where the page leads although it was not captured, such as the target of a redirect. */
export function notCaptured(crawl: Crawl, visit: Visit, why: string, links: readonly SeenLink[] = []): Crawl {
  const went = { ...crawl, waiting: crawl.waiting.slice(1), tried: crawl.tried + 1 }
  return withLinks(passOver(went, { url: visit.url, why }), visit.depth, links)
}

function withLinks(crawl: Crawl, depth: number, links: readonly SeenLink[]): Crawl {
  const waiting = [...crawl.waiting]
  const known = new Set(crawl.known)
  const alike = { ...crawl.alike }
  const passed: PassedOver[] = []
  const room = crawl.limits.maxPages * triesForEach
  for (const { url, shape, refused } of links) {
    if (known.has(url)) continue
    const count = alike[shape] ?? 0
    const why =
      refused ??
      (depth > crawl.limits.depth
        ? `it is more than ${crawl.limits.depth} links away`
        : count >= mostAlike
          ? `${mostAlike} pages like it were visited`
          : null)
    if (why === null && waiting.length >= room) continue
    if (known.size < mostKnown) known.add(url)
    if (why !== null) passed.push({ url, why })
    else {
      waiting.push({ url, depth })
      alike[shape] = count + 1
    }
  }
  return passed.reduce(passOver, { ...crawl, waiting, known, alike })
}

const mostKnown = 20_000

const passOver = (crawl: Crawl, one: PassedOver): Crawl =>
  crawl.passedOver.length >= mostPassedOver ? crawl : { ...crawl, passedOver: [...crawl.passedOver, one] }
