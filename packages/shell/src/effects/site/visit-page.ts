/**
 * Visits one page: loads it once, reads its look, and takes a picture in each size. Its scripts are hostile: they get no
 * download, no dialog, no other window and no other page, and the visit ends in time whatever they do.
 */
import { type PageLook, readPageLook } from '@harness/formats/documents/site/page-look'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { atMost, within } from '../ui/patience.ts'
import { nameOfViewport, pictureOf, viewports } from '../ui/picture-of.ts'
import { reasonOf } from '../ui/use-browser.ts'
import { lookScript } from './look-script.ts'

export interface Picture {
  readonly viewport: string
  readonly type: string
  readonly bytes: Buffer
}

export type Visited =
  | {
      readonly type: 'page'
      /** The address that it ended at. */
      readonly url: string
      readonly status: number
      readonly look: PageLook
      /** Null if the page is too large for one. */
      readonly accessibility: string | null
      readonly pictures: readonly Picture[]
      readonly notes: readonly string[]
      /** Where its scripts wanted to go. */
      readonly wanted: readonly string[]
    }
  | { readonly type: 'failed'; readonly why: string; readonly wanted: readonly string[] }

export interface Patience {
  /** For a page to load. */
  readonly loadMs: number
  /** For it to come to rest. */
  readonly restMs: number
  /** For the whole visit. */
  readonly pageMs: number
}

export const usualPatience: Patience = { loadMs: 30_000, restMs: 3_000, pageMs: 90_000 }

const closeMs = 2_000

/** `mayGo` says why an address must not be visited; null if it may be. */
export async function visitPage(
  browser: Browser,
  url: string,
  mayGo: (url: string) => string | null,
  patience: Patience,
): Promise<Visited> {
  const seen: Seen = { notes: new Set(), wanted: new Set(), why: null }
  let context: BrowserContext | null = null
  try {
    context = await browser.newContext({
      viewport: { ...viewports[0] },
      acceptDownloads: false,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      userAgent: userAgent(browser),
    })
    const page = await context.newPage()
    const read = await within(patience.pageMs, readPage(page, context, url, mayGo, patience, seen))
    if (typeof read !== 'string') return read
    return failed(read, seen)
  } catch (error) {
    return failed(plainReason(reasonOf(error), patience), seen)
  } finally {
    // A page that keeps its thread busy cannot be closed. Its process is its own, and ends with the browser.
    if (context !== null) await atMost(closeMs, context.close())
  }
}

interface Seen {
  /** What the page tried. */
  readonly notes: Set<string>
  readonly wanted: Set<string>
  /** Why it cannot be shown, if that is known better than by the browser. */
  why: string | null
}

const most = 50

const remember = (set: Set<string>, text: string): void => {
  if (set.size < most) set.add(text)
}

const failed = (said: string, { why, wanted }: Seen): Visited => ({
  type: 'failed',
  why: why ?? said,
  wanted: [...wanted],
})

/** In words of our own if the driver's would not tell an operator anything. */
function plainReason(said: string, { loadMs }: Patience): string {
  if (said.includes('Download is starting')) return isDownload
  return said.includes('Timeout')
    ? `it did not load within ${loadMs / 1_000} s`
    : said.replace(/^page\.goto: /, '').replace(/ at \S+$/, '')
}

const isDownload = 'it is a download, which was refused'

async function readPage(
  page: Page,
  context: BrowserContext,
  url: string,
  mayGo: (url: string) => string | null,
  patience: Patience,
  seen: Seen,
): Promise<Visited> {
  const { notes, wanted } = seen
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    remember(notes, `it opened a dialog (${dialog.type()}), which was dismissed`)
    dialog.dismiss().catch(() => {})
    // Scripts that ask without end would keep the page busy.
    if (dialogs < mostDialogs) return
    seen.why ??= 'it opens dialogs without end'
    void page.close().catch(() => {})
  })
  page.on('download', (download) => {
    seen.why ??= isDownload
    remember(notes, 'it started a download, which was refused')
    download.cancel().catch(() => {})
  })
  context.on('page', (other) => {
    if (other === page) return
    remember(notes, 'it opened another window, which was closed')
    other.close().catch(() => {})
  })
  const session = await context.newCDPSession(page)
  await keepToPage(session, mayGo, seen)
  const answer = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: patience.loadMs })
  if (answer === null) return failed('it gave no answer', seen)
  const type = answer.headers()['content-type'] ?? ''
  if (type !== '' && !/\b(?:html|xhtml)\b/i.test(type))
    return failed(`it is ${type.slice(0, 60)}, not a page`, seen)
  await page.waitForLoadState('networkidle', { timeout: patience.restMs }).catch(() => {})
  const look = await lookOf(session)
  if (look === null) return failed('it could not be read', seen)
  if (look.elements > mostForSnapshot)
    remember(notes, `it has ${look.elements} elements: only its beginning was read`)
  const accessibility = look.elements > mostForSnapshot ? null : await snapshotOf(page, patience)
  const pictures: Picture[] = []
  for (const viewport of viewports) {
    const taken = await pictureIn(page, viewport)
    if (typeof taken === 'string') remember(notes, `no picture in ${nameOfViewport(viewport)}: ${taken}`)
    else pictures.push(taken)
  }
  return {
    type: 'page',
    url: page.url(),
    status: answer.status(),
    look,
    accessibility,
    pictures,
    notes: [...notes],
    wanted: [...wanted],
  }
}

const mostDialogs = 20
const mostForSnapshot = 5_000
const longestSnapshot = 100_000

/** The main frame shows the page that was asked for, and what that redirects to within the site. */
async function keepToPage(
  session: CDPSession,
  mayGo: (url: string) => string | null,
  seen: Seen,
): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree')
  let isOpen = false
  session.on('Fetch.requestPaused', ({ requestId, request, frameId, redirectedRequestId }) => {
    const go = () => session.send('Fetch.continueRequest', { requestId }).catch(() => {})
    const stay = () =>
      session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => {})
    if (frameId !== frameTree.frame.id) return void go()
    const isAsked = !isOpen
    isOpen = true
    if (isAsked) return void go()
    if (redirectedRequestId === undefined) {
      remember(seen.wanted, request.url)
      return void stay()
    }
    const why = mayGo(request.url)
    if (why === null) return void go()
    remember(seen.wanted, request.url)
    seen.why ??= `it redirects to ${request.url.slice(0, 300)}: ${why}`
    return void stay()
  })
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
  })
}

async function lookOf(session: CDPSession): Promise<PageLook | null> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'harness',
  })
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: lookScript,
    contextId: executionContextId,
    returnByValue: true,
    timeout: lookMs,
  })
  return exceptionDetails === undefined ? readPageLook(result.value) : null
}

const lookMs = 10_000

const snapshotOf = (page: Page, { restMs }: Patience): Promise<string | null> =>
  page
    .locator('body')
    .ariaSnapshot({ timeout: restMs })
    .then((text) => text.slice(0, longestSnapshot))
    .catch(() => null)

async function pictureIn(page: Page, viewport: (typeof viewports)[number]): Promise<Picture | string> {
  try {
    await page.setViewportSize({ ...viewport })
    return { viewport: nameOfViewport(viewport), ...(await pictureOf(page, viewport)) }
  } catch (error) {
    return reasonOf(error).slice(0, 200)
  }
}

/** Says who visits. */
const userAgent = (browser: Browser): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version().split('.')[0]}.0.0.0 Safari/537.36 harness-site-reverse`
