/**
 * CaptureSite: visits the pages of one site in a confined browser, one after the other, and keeps what they show.
 *
 * Safe to repeat: what an earlier attempt kept of a page is used again, so that a site is not asked twice.
 */
import { join } from 'node:path'
import type {
  CapturedPage,
  CaptureSite,
  SiteCaptured,
  SiteNotCaptured,
} from '@harness/core/effects/capture-site'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import {
  type Crawl,
  captured,
  nextVisit,
  notCaptured,
  type SeenLink,
  startCrawl,
  type Visit,
} from '@harness/core/work/site-crawl'
import { describeLook } from '@harness/formats/documents/site/page-look'
import { mayVisit, type Robots } from '@harness/formats/documents/site/robots'
import { originOf, pathOf, readLink } from '@harness/formats/documents/site/site-url'
import type { Browser } from 'playwright-core'
import { redactValue } from '../../machine/redaction/redact-value.ts'
import { openSiteGate, type SiteGate } from '../../machine/sandbox/network/site-gate.ts'
import { fileNameOf, taskFilesOf } from '../../store/sidecars/task-files.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { findBrowser } from '../ui/find-browser.ts'
import { useBrowser } from '../ui/use-browser.ts'
import { fetchRobots } from './fetch-robots.ts'
import { type KeptVisit, openSiteBundle, type SiteBundle } from './site-bundle.ts'
import { type Patience, usualPatience, visitPage } from './visit-page.ts'

type Outcome = SiteCaptured | SiteNotCaptured
type Trouble = Pick<SiteNotCaptured, 'reason' | 'detail' | 'next'>

/** Of one page with all that it loads. */
const mostBytes = 64 * 1024 * 1024

export const captureSite = (
  command: CaptureSite,
  attempt: Attempt,
  ports: LanePorts,
  patience: Patience = usualPatience,
): Promise<Outcome | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const about = () => ({ at: ports.clock.now(), commandId: command.id })
    const not = ({ reason, detail, next }: Trouble): SiteNotCaptured => ({
      ...about(),
      type: 'SiteNotCaptured',
      reason,
      detail: ports.sanitise(detail),
      next: ports.sanitise(next),
    })
    const program = findBrowser(ports.environment)
    if (program.path === null)
      return not({ reason: 'no-browser', detail: program.why, next: `${program.next}, then: harness resume` })
    const folder = join(taskFilesOf(ports), 'site', fileNameOf(command.id))
    const bundle = await openSiteBundle(folder, attempt.repeated)
    const origin = originOf(command.url)
    const gate = await openSiteGate(siteAt(command.url), ports.environment)
    try {
      const asked = await fetchRobots(origin, gate.open, patience.loadMs, attempt.signal)
      if (asked.type !== 'read') return not(robotsTrouble(asked.type, asked.detail))
      const { robots } = asked
      if (!mayVisit(robots, pathOf(command.url)))
        return not({
          reason: 'robots',
          detail: `${origin}/robots.txt asks programs not to visit ${pathOf(command.url)}.`,
          next: 'Ask the owner of the site, or start at a page that it allows',
        })
      const used = await useBrowser(
        {
          program: program.path,
          environment: ports.environment,
          folder: join(folder, '.browser'),
          tag: `${ports.processTag}/${command.id}/browser`,
          sandbox: ports.sandbox,
          proxy: gate.url,
        },
        attempt.signal,
        (browser) =>
          crawl({ command, attempt, ports, patience, bundle, gate, robots, folder }, browser).then(
            (result) => () => result,
            // Trouble of the disk is no trouble of the browser.
            (error: unknown) => () => {
              throw error
            },
          ),
      )
      attempt.signal.throwIfAborted()
      if (used.type !== 'used')
        return not({
          reason: 'no-browser',
          detail: used.detail,
          next: 'Set HARNESS_BROWSER to a Chromium or Chrome that starts, then: harness resume',
        })
      const crawled = used.result()
      if (crawled === 'browser-gone')
        return not({
          reason: 'no-browser',
          detail: 'The browser ended while pages were captured.',
          next: 'Look if the machine has memory left, then: harness resume',
        })
      const { pages, ended, state } = crawled
      const passedOver = redactValue(state.passedOver, ports.sanitise)
      await bundle.sumUp({
        url: command.url,
        at: ports.clock.now(),
        ended,
        pages: pages.length,
        passedOver,
        robots: ports.sanitise(asked.text),
      })
      if (pages.length === 0) return not(nothing(command.url, passedOver))
      return { ...about(), type: 'SiteCaptured', pages, passedOver, ended, bundle: folder }
    } finally {
      gate.close()
    }
  })

interface Site {
  readonly command: CaptureSite
  readonly attempt: Attempt
  readonly ports: LanePorts
  readonly patience: Patience
  readonly bundle: SiteBundle
  readonly gate: SiteGate
  readonly robots: Robots
  readonly folder: string
}

interface Crawled {
  readonly pages: readonly CapturedPage[]
  readonly ended: SiteCaptured['ended']
  readonly state: Crawl
}

async function crawl(site: Site, browser: Browser): Promise<Crawled | 'browser-gone'> {
  const { command, attempt, ports, bundle } = site
  const { limits, url } = command
  const first = readLink(url, url, originOf(url))
  const until = ports.clock.now() + limits.wallMs
  const pages: CapturedPage[] = []
  let state = startCrawl({ url, shape: first?.shape ?? '', refused: null }, limits)
  for (let nth = 1; ; nth++) {
    const visit = nextVisit(state)
    if (visit === null) return { pages, state, ended: state.waiting.length === 0 ? 'all' : 'pages' }
    const before = await bundle.kept(nth, visit)
    if (before === null && ports.clock.now() >= until) return { pages, state, ended: 'time' }
    const kept = before ?? (await visited(site, browser, nth, visit))
    attempt.signal.throwIfAborted()
    if (kept === null) return 'browser-gone'
    state = afterVisit(state, kept, pages, site.folder)
    // One page at a time, and a pause before the next.
    if (before === null && nextVisit(state) !== null)
      await ports.clock.until(
        ports.clock.now() + Math.max(limits.delayMs, site.robots.delayMs ?? 0),
        attempt.signal,
      )
  }
}

function afterVisit(state: Crawl, kept: KeptVisit, pages: CapturedPage[], folder: string): Crawl {
  if (kept.type === 'failed') return notCaptured(state, kept.visit, kept.why, kept.links)
  if (pages.some(({ path }) => path === kept.page.path))
    return notCaptured(state, kept.visit, `it leads to ${kept.page.path}, which was captured`)
  pages.push({ ...kept.page, pictures: kept.page.pictures.map((name) => join(folder, name)) })
  return captured(state, kept.visit, kept.url, kept.links)
}

/** Null if the browser ended. */
async function visited(site: Site, browser: Browser, nth: number, visit: Visit): Promise<KeptVisit | null> {
  const { command, ports, gate, bundle, patience } = site
  const origin = originOf(command.url)
  gate.allow(mostBytes)
  const found = await visitPage(browser, visit.url, mayGo(site.robots, origin), patience)
  site.attempt.signal.throwIfAborted()
  const clean = <Value>(value: Value): Value => redactValue(value, ports.sanitise)
  if (found.type === 'failed') {
    if (!browser.isConnected()) return null
    const why = gate.isSpent() ? `it loads more than ${mostBytes / 1024 / 1024} MB` : found.why
    const kept = clean({ type: 'failed', visit, why, links: linksOf(found.wanted, visit.url, site) } as const)
    await bundle.keep(nth, { ...kept, visit }, {})
    return { ...kept, visit }
  }
  const pictures: string[] = []
  for (const { viewport, type, bytes } of found.pictures) {
    const name = `pages/${String(nth).padStart(3, '0')}-${viewport}.${type}`
    await bundle.picture(name, bytes)
    pictures.push(name)
  }
  const { look, status, accessibility, url } = found
  const page = clean({ path: pathOf(url), status, ...describeLook(look, origin), notes: found.notes })
  const within = look.links.filter(({ href }) => href.startsWith(`${origin}/`))
  const links = linksOf([...found.wanted, ...within.map(({ href }) => href)], url, site)
  const kept: KeptVisit = { type: 'page', visit, url, links, page: { ...page, pictures } }
  await bundle.keep(nth, kept, { at: ports.clock.now(), ...clean({ look, accessibility }) })
  return kept
}

const linksOf = (hrefs: readonly string[], base: string, { command, robots }: Site): readonly SeenLink[] => {
  const origin = originOf(command.url)
  return hrefs.flatMap((href) => {
    const link = readLink(href, base, origin)
    if (link === null) return []
    const { url, shape, refused } = link
    return [{ url, shape, refused: refused ?? mayGo(robots, origin)(url) }]
  })
}

const mayGo =
  (robots: Robots, origin: string) =>
  (url: string): string | null => {
    if (originOf(url) !== origin) return 'it is on another site'
    return mayVisit(robots, pathOf(url)) ? null : 'robots.txt asks not to visit it'
  }

function siteAt(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}

const robotsTrouble = (type: 'silent' | 'refused', detail: string): Trouble =>
  type === 'silent'
    ? {
        reason: 'unreachable',
        detail: `The site does not answer. ${detail}`,
        next: 'Look if the address opens in your own browser, then: harness resume',
      }
    : {
        reason: 'robots',
        detail: `The site cannot say what it allows. ${detail} That counts as a refusal.`,
        next: 'Try it later: harness resume',
      }

function nothing(url: string, [first]: Crawl['passedOver']): Trouble {
  return {
    reason: 'unreachable',
    detail: `No page could be captured. ${url}: ${first?.why ?? 'it gave no answer'}`,
    next: 'Look if the address opens in your own browser, then: harness resume',
  }
}
