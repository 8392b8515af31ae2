import { describe, expect, it } from 'vitest'
import { captured, nextVisit, notCaptured, type SeenLink, startCrawl } from './site-crawl.ts'

const link = (url: string, shape = url, refused: string | null = null): SeenLink => ({ url, shape, refused })
const start = (limits = { depth: 2, maxPages: 10 }) => startCrawl(link('/'), limits)
const at = (url: string, depth: number) => ({ url, depth })

describe('DL-22 which page is visited next', () => {
  it('DL-22 breadth first, each address once', () => {
    let crawl = captured(start(), at('/', 0), '/', [link('/a'), link('/b'), link('/')])
    expect(nextVisit(crawl)).toEqual(at('/a', 1))
    crawl = captured(crawl, at('/a', 1), '/a', [link('/a/1'), link('/b')])
    expect(nextVisit(crawl)).toEqual(at('/b', 1))
    crawl = captured(crawl, at('/b', 1), '/b', [])
    expect(nextVisit(crawl)).toEqual(at('/a/1', 2))
    expect(nextVisit(captured(crawl, at('/a/1', 2), '/a/1', []))).toBeNull()
  })

  it('DL-22 a page that a redirect has led to does not wait any more', () => {
    const crawl = captured(start(), at('/', 0), '/', [link('/moved'), link('/a')])
    expect(nextVisit(captured(crawl, at('/moved', 1), '/a', []))).toBeNull()
  })

  it('DL-22 links that are too deep, refused or like many others are passed over, with the reason', () => {
    const endless = [1, 2, 3, 4, 5, 6].map((nth) => link(`/p/${nth}`, '/p/#'))
    const crawl = captured(start({ depth: 1, maxPages: 10 }), at('/', 0), '/', [
      ...endless,
      link('/x', '/x', 'robots.txt asks not to visit it'),
    ])
    expect(crawl.waiting.map(({ url }) => url)).toEqual(['/p/1', '/p/2', '/p/3', '/p/4'])
    const deeper = captured(crawl, at('/p/1', 1), '/p/1', [link('/deep')])
    expect(deeper.passedOver).toEqual([
      { url: '/p/5', why: '4 pages like it were visited' },
      { url: '/p/6', why: '4 pages like it were visited' },
      { url: '/x', why: 'robots.txt asks not to visit it' },
      { url: '/deep', why: 'it is more than 1 links away' },
    ])
  })

  it('DL-22 an endless site ends at the number of pages, and one whose pages fail ends too', () => {
    const many = Array.from({ length: 1_000 }, (_, nth) => link(`/${nth}`))
    let crawl = captured(start({ depth: 9, maxPages: 3 }), at('/', 0), '/', many)
    expect(crawl.waiting).toHaveLength(9)
    let visits = 1
    for (let visit = nextVisit(crawl); visit !== null; visit = nextVisit(crawl), visits++)
      crawl = notCaptured(crawl, visit, 'it failed', many)
    expect(visits).toBe(9)
  })
})
