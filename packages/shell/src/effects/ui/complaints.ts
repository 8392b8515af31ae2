/** Owns what a browser complains about while a page is open: errors of its scripts and requests that failed. */
import type { Page, Request } from 'playwright-core'

const most = 20
const longest = 400

/** Listens from now on; the answer tells what was heard so far, each thing once. */
export function listenToComplaints(page: Page, sanitise: (text: string) => string): () => readonly string[] {
  const heard = new Set<string>()
  const hear = (text: string): void => {
    if (heard.size <= most) heard.add(sanitise(text).slice(0, longest))
  }
  page.on('console', (message) => {
    // The failed request is heard of by itself, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      hear(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => hear(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed'
    // The page itself thought better of it.
    if (why === 'net::ERR_ABORTED') return
    hear(
      isElsewhere(request)
        ? `${said(request)} is not on this machine, so it was refused`
        : `${said(request)}: ${why}`,
    )
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // Browsers ask for it unasked.
    if (response.status() >= 400 && pathname !== '/favicon.ico')
      hear(`${said(response.request())} answered with ${response.status()}`)
  })
  return () => {
    const all = [...heard]
    return all.length > most ? [...all.slice(0, most), 'and more'] : all
  }
}

const said = (request: Request): string => `${request.method()} ${request.url()}`

const thisMachine = /^(localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/

const isElsewhere = (request: Request): boolean => !thisMachine.test(new URL(request.url()).hostname)
