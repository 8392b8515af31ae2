import { describe, expect, it } from 'vitest'
import { isSlug, readLink, readSiteUrl, slugOf } from './site-url.ts'

const origin = 'https://example.com'

describe('DL-22 addresses of a site', () => {
  it.each([
    ['file:///etc/passwd', 'file: is not read'],
    ['data:text/html,x', 'data: is not read'],
    ['javascript:alert(1)', 'javascript: is not read'],
    ['https://ada:secret@example.com', 'it holds a login'],
    ['example.com', 'it is no address'],
    ['', 'it is no address'],
    [`https://example.com/${'a'.repeat(1_000)}`, 'more than 1000'],
  ])('DL-22 %s is not the start of a site', (text, why) =>
    expect(readSiteUrl(text)).toEqual({ ok: false, why: expect.stringContaining(why) }),
  )

  it('DL-22 a fragment names no other page', () =>
    expect(readSiteUrl(' https://Example.com/a?b=1#c ')).toEqual({
      ok: true,
      url: 'https://example.com/a?b=1',
    }))

  it.each<[string, string, string | null]>([
    ['/cart#top', 'https://example.com/cart', null],
    ['//example.com/x', 'https://example.com/x', null],
    ['https://example.com:444/x', 'https://example.com:444/x', 'it is on another site'],
    ['http://example.com/x', 'http://example.com/x', 'it is on another site'],
    ['https://a:b@example.com/x', 'https://example.com/x', 'it holds a login'],
  ])('DL-22 the link %s is %s', (href, url, refused) =>
    expect(readLink(href, `${origin}/shop/`, origin)).toMatchObject({ url, refused }),
  )

  it.each(['mailto:a@example.com', 'javascript:void 0', 'data:,x', 'http://['])(
    'DL-22 %s is no page',
    (href) => expect(readLink(href, origin, origin)).toBeNull(),
  )

  it.each([
    ['/tea/17', '/tea/#'],
    ['/2026/11/19?sort=new&page=3', '/#/#/#?page&sort'],
    ['/o/3f2504e0-4f89-11d3-9a0c-0305e82c3301', '/o/#'],
  ])('DL-22 %s has the shape %s', (href, shape) => expect(readLink(href, origin, origin)?.shape).toBe(shape))

  it.each([
    ['https://shop.Example.com/x', 'shop-example-com'],
    ['http://localhost:3000', 'localhost-3000'],
    ['http://[::1]:80/', '1'],
  ])('DL-22 %s gives the name %s', (url, slug) => {
    expect(slugOf(url)).toBe(slug)
    expect(isSlug(slug)).toBe(true)
  })
})
