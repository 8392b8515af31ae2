/**
 * Takes pictures of pages in a real browser, which is gone when this returns. It reaches this machine only: whatever a
 * page asks for elsewhere is refused and told as a complaint.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Screen } from '@harness/core/effects/capture-ui'
import type { Browser, Page } from 'playwright-core'
import { openWayIn } from '../../machine/sandbox/network/way-in.ts'
import type { Sandbox } from '../../machine/sandbox/sandbox.ts'
import { listenToComplaints } from './complaints.ts'
import { within } from './patience.ts'
import { nameOfViewport, pictureOf, type Viewport, viewports } from './picture-of.ts'
import type { Reach } from './reach.ts'
import { reasonOf, useBrowser } from './use-browser.ts'

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

/** Ends early if the signal is aborted; what it then answers counts for nothing. */
export async function takeScreens(shoot: Shoot, signal: AbortSignal): Promise<Shot> {
  const { program, environment, tag, sandbox, reach } = shoot
  const wayIn = reach.hasOwnLoopback ? await openWayIn(reach.connect) : null
  const folder = join(shoot.folder, '.browser')
  const place = { program, environment, tag, sandbox, folder, proxy: wayIn?.url ?? null }
  try {
    const used = await useBrowser(place, signal, (browser) => shootAll(browser, shoot))
    if (used.type === 'used') return used.result
    return { type: used.type === 'failed' ? 'page-failed' : 'no-browser', detail: used.detail }
  } finally {
    wayIn?.close()
  }
}

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
    const size = nameOfViewport(viewport)
    const picture = await pictureOf(page, viewport)
    const file = join(folder, `${number}-${plainName(route)}-${size}.${picture.type}`)
    await writeFile(file, picture.bytes)
    return { route, viewport: size, file, complaints: complaints() }
  } catch (error) {
    return sanitise(reasonOf(error))
  }
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
