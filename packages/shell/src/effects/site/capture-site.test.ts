import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaptureSite, SiteCaptured, SiteNotCaptured } from '@harness/core/effects/capture-site'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../machine/clock/clock-system.ts'
import { findProcesses, readTag } from '../../machine/process/process-table.ts'
import { describeWithBrowser } from '../../test-support/browser.ts'
import { hostileSite } from '../../test-support/hostile-site.ts'
import { firstAttempt, idOf, targetRepo } from '../../test-support/target-repo.ts'
import type { Attempt } from '../failure/attempt.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { captureSite } from './capture-site.ts'

const limits = { depth: 2, maxPages: 30, delayMs: 1, wallMs: 600_000 }
const patience = { loadMs: 5_000, restMs: 500, pageMs: 30_000 }

function captures(url: string) {
  const repo = targetRepo({})
  const processTag = `harness-test-${randomUUID()}`
  const ports: LanePorts = {
    ...repo.ports(),
    processTag,
    clock: systemClock,
    sanitise: (text) => text.replaceAll('We sell tea', '[redacted]'),
  }
  const command: CaptureSite = {
    type: 'CaptureSite',
    id: idOf('20260101-000000/capture/site/1'),
    url,
    limits,
  }
  onTestFinished(() =>
    expect(findProcesses(({ pid }) => readTag(pid)?.startsWith(processTag) ?? false) ?? []).toEqual([]),
  )
  return {
    folder: join(ports.stateDir, 'task-runs/0001/20260101-000000/site/capture-site-1'),
    async capture(
      changes: Partial<CaptureSite> = {},
      attempt: Attempt = firstAttempt,
      environment = ports.environment,
    ): Promise<SiteCaptured | SiteNotCaptured> {
      const event = await captureSite(
        { ...command, ...changes },
        attempt,
        { ...ports, environment },
        patience,
      )
      if (event.type === 'CommandFailed') throw new Error(`${event.code}: ${event.detail}`)
      return event
    },
  }
}

const pagesOf = (event: SiteCaptured | SiteNotCaptured): SiteCaptured => {
  if (event.type !== 'SiteCaptured') throw new Error(`${event.reason}: ${event.detail}`)
  return event
}

describeWithBrowser('a site in a real browser', () => {
  it('DL-22 its pages are captured whatever they try, and nothing of another site is reached', async () => {
    const site = await hostileSite()
    const { capture, folder } = captures(`${site.url}/`)
    const { pages, passedOver, ended } = pagesOf(await capture())
    const shown = new Map(pages.map((page) => [page.path, page]))
    const why = new Map(passedOver.map((one) => [one.url.replace(site.url, ''), one.why]))

    expect(shown.get('/')).toMatchObject({
      status: 200,
      title: 'Tea shop',
      headings: ['h1 Buy tea', 'h2 Our teas'],
      forms: ['POST /cart: Grams, Kind'],
      controls: ['input number Grams', 'select Kind', 'button Add to cart'],
      landmarks: ['banner', 'navigation Main', 'main'].map((text) => expect.stringContaining(text)),
      text: expect.stringContaining('Fresh tea every day.'),
      notes: ['it opened a dialog (alert), which was dismissed'],
    })
    expect(shown.get('/')?.links).toContain('/about → /about')
    expect(shown.get('/about')?.text).toContain('[redacted].')
    // Redirects within the site are followed, and name the page where they end.
    expect(why.get('/moved')).toBe('it leads to /about, which was captured')
    expect(why.get('/away')).toBe(`it redirects to ${site.elsewhere}/landed: it is on another site`)
    expect(why.get('/private/admin')).toBe('robots.txt asks not to visit it')
    expect(why.get('/file.zip')).toBe('it is a download, which was refused')
    expect(why.get('/paper.pdf')).toBe('it is application/json, not a page')
    expect(why.get('/alerts')).toBe('it opens dialogs without end')
    expect(why.get('/busy')).toBe('it did not load within 5 s')
    expect(shown.get('/huge')?.notes.join()).toMatch(/^it has 60\d{3} elements: only its beginning was read/)
    expect(shown.get('/escape')).toMatchObject({ headings: ['h1 Escape'] })
    expect([...shown.keys()].filter((path) => path.startsWith('/endless')).length).toBeLessThan(8)
    expect(ended).toBe('all')

    expect(site.strayed).toEqual([])
    expect(site.asked).not.toContain('/private/admin')
    expect(site.asked[0]).toBe('/robots.txt')
    expect(site.asked.filter((path) => path === '/about').length).toBe(2)

    const files = readdirSync(join(folder, 'pages'))
    expect(files).toEqual(expect.arrayContaining(['001.json', '001-1440x1000.png', '001-390x844.png']))
    const { accessibility, look } = JSON.parse(readFileSync(join(folder, 'pages/001.json'), 'utf8'))
    expect(accessibility).toContain('heading "Buy tea" [level=1]')
    expect(look.forms).toHaveLength(1)
    expect(JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'))).toMatchObject({ ended: 'all' })
    expect(existsSync(join(folder, '.browser'))).toBe(false)

    // Killed and repeated, what was kept is not asked for again.
    const before = site.asked.length
    const again = pagesOf(await capture({}, { ...firstAttempt, repeated: true }))
    expect(again.pages).toEqual(pages)
    expect(site.asked.slice(before)).toEqual(['/robots.txt'])
  })

  it('DL-22 stops at the number of pages, and at the depth', async () => {
    const site = await hostileSite({ links: ['/endless/1', '/about'] })
    const { capture } = captures(`${site.url}/`)
    const two = pagesOf(await capture({ limits: { ...limits, maxPages: 2 } }))
    expect([two.pages.map(({ path }) => path), two.ended]).toEqual([['/', '/endless/1'], 'pages'])
    const one = pagesOf(await capture({ limits: { ...limits, depth: 0 } }))
    expect([one.pages.map(({ path }) => path), one.ended]).toEqual([['/'], 'all'])
  })
})

describe('a site that cannot be captured', () => {
  const anyBrowser = { PATH: process.env.PATH, HARNESS_BROWSER: '/bin/sh' }

  it.each([
    ['asks not to be visited', 'User-agent: *\nDisallow: /', 'robots', 'asks programs not to visit /'],
    ['cannot say what it allows', 503, 'robots', 'robots.txt answered with 503. That counts as a refusal.'],
  ])('DL-22 a site that %s is left alone', async (_what, robots, reason, detail) => {
    const site = await hostileSite({ robots })
    const event = await captures(`${site.url}/`).capture({}, firstAttempt, anyBrowser)
    expect(event).toMatchObject({ type: 'SiteNotCaptured', reason, detail: expect.stringContaining(detail) })
    expect(site.asked).toEqual(['/robots.txt'])
  })

  it('DL-22 a site that does not answer', async () => {
    const event = await captures('http://localhost:9').capture({}, firstAttempt, anyBrowser)
    expect(event).toMatchObject({ reason: 'unreachable', detail: expect.stringContaining('does not answer') })
  })

  it('DL-22 without a browser it says how to get one', async () => {
    const event = await captures('http://localhost:9').capture({}, firstAttempt, {
      HARNESS_BROWSER: '/nowhere/chromium',
    })
    expect(event).toMatchObject({
      reason: 'no-browser',
      next: expect.stringContaining('apt install chromium'),
    })
  })
})
