/** Reads the addresses of a site: what an operator may name, and what a link of a page stands for. */
import type { SeenLink } from '@harness/core/work/site-crawl'

export type SiteUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly why: string }

const longest = 1_000

/** What can be read as the first page of a site. */
export function readSiteUrl(text: string): SiteUrl {
  const url = urlIn(text)
  if (url === null) return refused('it is no address such as https://example.com')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused(`${url.protocol} is not read, only http: and https:`)
  if (url.username !== '' || url.password !== '') return refused('it holds a login; name the page without it')
  return url.href.length > longest
    ? refused(`it has more than ${longest} characters`)
    : { ok: true, url: plain(url) }
}

/** Null for what is no page of any site: other protocols, and what is no address. */
export function readLink(
  href: string,
  base: string,
  origin: string,
): (SeenLink & { isElsewhere: boolean }) | null {
  const url = urlIn(href, base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const isElsewhere = url.origin !== origin
  const why =
    url.username !== '' || url.password !== ''
      ? 'it holds a login'
      : isElsewhere
        ? 'it is on another site'
        : url.href.length > longest
          ? 'its address is too long'
          : null
  url.username = ''
  url.password = ''
  return { url: plain(url).slice(0, longest), shape: shapeOf(url), refused: why, isElsewhere }
}

export const originOf = (url: string): string => new URL(url).origin

/** The name of a page among those of one site. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** A name for the files about a site: `shop-example-com`. */
export const slugOf = (url: string): string =>
  new URL(url).host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '') || 'site'

export const isSlug = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,59}$/.test(text)

/** A fragment names a place on the same page. */
function plain(url: URL): string {
  url.hash = ''
  return url.href
}

/** What is counted, dated or made by a machine does not make another page. */
const shapeOf = ({ pathname, searchParams }: URL): string => {
  const path = pathname
    .split('/')
    .map((part) => (/^[0-9a-f-]{16,}$/i.test(part) ? '#' : part.replace(/\d+/g, '#')))
    .join('/')
  const names = [...new Set(searchParams.keys())].sort()
  return names.length === 0 ? path : `${path}?${names.join('&')}`
}

function urlIn(text: string, base?: string): URL | null {
  try {
    return new URL(text.trim(), base)
  } catch {
    return null
  }
}

const refused = (why: string): SiteUrl => ({ ok: false, why })
