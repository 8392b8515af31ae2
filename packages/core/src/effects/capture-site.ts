/** Owns the effect that reads a web site in a real browser. */
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommandFailed } from './command-failed.ts'

/** Visits pages of one origin, as its robots.txt allows. Repeated, the pages that the evidence has are not visited again. */
export interface CaptureSite extends Ask<'CaptureSite', SiteCaptured | SiteNotCaptured | CommandFailed> {
  /** The first page. Its origin is the only one that is visited. */
  readonly url: string
  readonly limits: CrawlLimits
}

export interface CrawlLimits {
  /** How many links away from the first page a page may be. */
  readonly depth: number
  readonly maxPages: number
  /** Between two visits. A longer delay in robots.txt counts more. */
  readonly delayMs: number
  /** For all pages together. */
  readonly wallMs: number
}

export interface SiteCaptured extends OutcomeBase {
  readonly type: 'SiteCaptured'
  /** At least one, in the order of the visits. */
  readonly pages: readonly CapturedPage[]
  /** Addresses that were not captured, and why; the first ones. */
  readonly passedOver: readonly PassedOver[]
  /** Why no more pages were captured. */
  readonly ended: 'all' | 'pages' | 'time'
  /** The folder with the evidence. An event names it relative to the repository. */
  readonly bundle: string
}

export interface SiteNotCaptured extends OutcomeBase {
  readonly type: 'SiteNotCaptured'
  readonly reason: 'no-browser' | 'robots' | 'unreachable'
  readonly detail: string
  readonly next: string
}

export interface PassedOver {
  readonly url: string
  readonly why: string
}

/** What a page showed, cut to what an agent can read. The evidence has all of it. */
export interface CapturedPage {
  /** Path and query: `/shop?sort=new`. */
  readonly path: string
  readonly status: number
  readonly title: string
  readonly text: string
  /** `h1 Fill your cart`. */
  readonly headings: readonly string[]
  /** `Cart → /cart`. */
  readonly links: readonly string[]
  /** `button Pay`. */
  readonly controls: readonly string[]
  /** `POST /pay: email, card number`. */
  readonly forms: readonly string[]
  /** `navigation Main`. */
  readonly landmarks: readonly string[]
  /** Files with pictures, widest first. An event names them relative to the repository. */
  readonly pictures: readonly string[]
  /** What the page tried, or what could not be captured of it. */
  readonly notes: readonly string[]
}
