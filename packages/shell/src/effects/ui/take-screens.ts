/**
 * Takes pictures of pages in a real browser, which is gone when this returns. It reaches this machine only: whatever a
 * page asks for elsewhere is refused and told as a complaint.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withAbsolutePath } from '@harness/agent-runner/runner/program-path'
import type { Screen } from '@harness/core/effects/capture-ui'
import type { Browser, Page } from 'playwright-core'
import { endTree } from '../../machine/process/end-tree.ts'
import { allowedEnvironment } from '../../machine/process/environment.ts'
import { processTagName } from '../../machine/process/process-table.ts'
import { openWayIn, type WayIn } from '../../machine/sandbox/network/way-in.ts'
import type { Sandbox } from '../../machine/sandbox/sandbox.ts'
import { type BrowserProgram, browserProgram } from './browser-program.ts'
import { listenToComplaints } from './complaints.ts'
import type { Reach } from './reach.ts'

const viewports = [
  { width: 1440, height: 1000 },
  { width: 390, height: 844 },
] as const
type Viewport = (typeof viewports)[number]

export interface Shoot {
  /** The browser's program. */
  readonly program: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly url: string
  readonly routes: readonly string[]
  /** Exists; gets the pictures. */
  readonly folder: string
  /** By which the browser's processes are found again. */
  readonly tag: string
  /** How the product's server is reached. */
  readonly reach: Reach
  /** Around the browser, too. */
  readonly sandbox: Sandbox
  sanitise(text: string): string
}

export type Shot =
  | { readonly type: 'taken'; readonly screens: readonly Screen[] }
  | { readonly type: 'page-failed'; readonly detail: string }
  | { readonly type: 'no-browser'; readonly detail: string }

const closeMs = 1_500
const sweepGraceMs = 200

/** Ended early where the signal is aborted; what it then answers counts for nothing. */
export async function takeScreens(shoot: Shoot, signal: AbortSignal): Promise<Shot> {
  const own = join(shoot.folder, '.browser')
  let browser: Browser | null = null
  let started: BrowserProgram | null = null
  const wayIn = shoot.reach.hasOwnLoopback ? await openWayIn(shoot.reach.connect) : null
  const launching = startedProgram(shoot, own)
    .then((program) => {
      started = program
      return launch(program, wayIn)
    })
    .then((launched) => {
      browser = launched
      return launched
    })
  try {
    const launched = await orAborted(launching, signal)
    return await orAborted(shootAll(launched, shoot), signal)
  } catch (error) {
    return browser === null
      ? { type: 'no-browser', detail: `${shoot.program} could not be started: ${reasonOf(error)}` }
      : { type: 'page-failed', detail: reasonOf(error) }
  } finally {
    const open = browser as Browser | null
    if (open !== null) await atMost(closeMs, open.close())
    void launching.catch(() => {})
    await endTree({ group: null, isOurs: (tag) => tag === shoot.tag }, sweepGraceMs)
    wayIn?.close()
    await (started as BrowserProgram | null)?.release()
    await rm(own, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function startedProgram(
  { program, environment, tag, sandbox }: Shoot,
  folder: string,
): Promise<BrowserProgram> {
  await mkdir(folder, { recursive: true })
  const env = withAbsolutePath(allowedEnvironment(environment, [], { [processTagName]: tag }))
  return browserProgram(program, env, folder, sandbox)
}

async function launch({ file, env }: BrowserProgram, wayIn: WayIn | null): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath: file,
    args: [...quietArguments, ...(wayIn === null ? ['--no-proxy-server'] : [])],
    // Addresses of the loopback go through the proxy, too: it leads to the loopback of the lane.
    ...(wayIn === null ? {} : { proxy: { server: wayIn.url, bypass: '<-loopback>' } }),
    env,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    timeout: launchMs,
  })
}

const launchMs = 60_000

const quietArguments = [
  // The wall: no name and no address but this machine's leads anywhere.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  // A page could send UDP to any address by WebRTC, around the wall. The second name is that of older browsers.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

async function shootAll(browser: Browser, shoot: Shoot): Promise<Shot> {
  const screens: Screen[] = []
  for (const [index, route] of shoot.routes.entries()) {
    for (const viewport of viewports) {
      const shot = await within(shotMs, shootAlone(browser, route, index + 1, viewport, shoot))
      if (typeof shot === 'string') return { type: 'page-failed', detail: `${route}: ${shot}` }
      screens.push(shot)
    }
  }
  return { type: 'taken', screens }
}

/** Nothing that one page left behind (cookies, storage, workers) is there for the next. */
async function shootAlone(
  browser: Browser,
  route: string,
  number: number,
  viewport: Viewport,
  shoot: Shoot,
): Promise<Screen | string> {
  const context = await browser.newContext({
    viewport: { ...viewport },
    acceptDownloads: false,
    reducedMotion: 'reduce',
  })
  const shot = await shootPage(await context.newPage(), route, number, viewport, shoot)
  await context.close()
  return shot
}

const navigationMs = 30_000
const restMs = 3_000
const shotMs = 60_000

/** The picture, or why there is none. */
async function shootPage(
  page: Page,
  route: string,
  number: number,
  viewport: Viewport,
  { url, folder, sanitise }: Shoot,
): Promise<Screen | string> {
  const complaints = listenToComplaints(page, sanitise)
  try {
    const answer = await page.goto(`${url.replace(/\/+$/, '')}${route}`, { timeout: navigationMs })
    const status = answer?.status() ?? 0
    if (status >= 500) return sanitise(`answered with ${status}. ${await textOf(page)}`.trim())
    await page.waitForLoadState('networkidle', { timeout: restMs }).catch(() => {})
    const size = `${viewport.width}x${viewport.height}`
    const picture = await pictureOf(page, viewport)
    const file = join(folder, `${number}-${plainName(route)}-${size}.${picture.type}`)
    await writeFile(file, picture.bytes)
    return { route, viewport: size, file, complaints: complaints() }
  } catch (error) {
    return sanitise(reasonOf(error))
  }
}

/** What agents are shown must not be higher, nor larger: their servers would refuse it. */
const highest = 4_000
const largestBytes = 3_500_000

async function pictureOf(page: Page, { width, height }: Viewport) {
  const whole = await page.evaluate(
    '({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })',
  )
  const { width: wide, height: high } = whole as { readonly width: number; readonly height: number }
  const options = {
    fullPage: true,
    clip: {
      x: 0,
      y: 0,
      // What sticks out sideways is worth seeing.
      width: Math.min(Math.max(wide, width), 2 * width),
      height: Math.min(Math.max(high, height), highest),
    },
    animations: 'disabled',
    caret: 'hide',
    timeout: navigationMs,
  } as const
  const bytes = await page.screenshot({ ...options, type: 'png' })
  if (bytes.length <= largestBytes) return { type: 'png', bytes }
  return { type: 'jpg', bytes: await page.screenshot({ ...options, type: 'jpeg', quality: 60 }) }
}

const textChars = 500

const textOf = async (page: Page): Promise<string> => {
  const text = await page
    .locator('body')
    .textContent({ timeout: restMs })
    .catch(() => null)
  return (text ?? '').slice(0, textChars)
}

const plainName = (route: string): string =>
  route
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'start'

/** The driver's own log follows its message after an empty line or a heading. */
const reasonOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split(/\n(?:Call log|Browser logs|=+)/)[0]
    ?.slice(0, 1_000)
    .trim() ?? ''

/** A page that keeps its thread busy answers no question at all. */
async function within(ms: number, shot: Promise<Screen | string>): Promise<Screen | string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`the page did not come to rest within ${ms / 1000} s`), ms)
  })
  try {
    return await Promise.race([shot, late])
  } finally {
    clearTimeout(timer)
  }
}

function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  void work.catch(() => {})
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('it was not waited for any longer'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => {}), late])
  clearTimeout(timer)
}
