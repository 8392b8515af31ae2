import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Notice } from '@harness/core/work/notices'
import type { NotifyConfig } from '@harness/formats/config/notify-section'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../machine/clock/clock-system.ts'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import { openNotices } from './notices.ts'
import { noticeId } from './outbox.ts'
import { signatureOf } from './send-webhook.ts'

interface Had {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Answers each request with the next status; null never answers. The last one is repeated. */
async function receiver(...statuses: readonly (number | null)[]) {
  const had: Had[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      had.push({ headers: request.headers, body })
      const status = statuses[Math.min(had.length, statuses.length) - 1] ?? null
      if (status !== null) response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { had, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

const notice: Notice = {
  key: 'x',
  kind: 'needs-you',
  subject: '0001-20260101-000000',
  text: 'Merge it, with\u001b[31m top-secret?',
  next: 'harness answer',
  at: Date.UTC(2026, 0, 1),
}
const secret = 'the shared one'

/** Time passes at once, as far as it must. */
function quickClock() {
  let skipped = 0
  const now = () => systemClock.now() + skipped
  const until = async (at: number, signal: AbortSignal): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
    skipped = Math.max(skipped, at - systemClock.now())
  }
  return { now, until }
}

async function world(given: Partial<NotifyConfig> = {}, stateDir?: string) {
  const folder = stateDir ?? (await temporaryDir())
  const said: string[] = []
  const rung: string[] = []
  let config: NotifyConfig = {
    about: ['needs-you', 'finished'],
    bell: true,
    run: null,
    webhook: null,
    ...given,
  }
  const place = { repoRoot: '/', writable: [], environment: { ...process.env, SECRET: secret } }
  const notices = openNotices({
    stateDir: folder,
    place: { ...place, repoRoot: join(folder, 'repo') },
    allowed: [],
    clock: quickClock(),
    config: async () => config,
    sanitiser: async () => (text) => text.replaceAll('top-secret', '[redacted]'),
    ring: (line) => void rung.push(line),
    say: (line) => void said.push(line),
  })
  onTestFinished(() => notices.close())
  return {
    notices,
    said,
    rung,
    folder,
    configure: (next: Partial<NotifyConfig>) => (config = { ...config, ...next }),
  }
}

const to = (url: string) => ({ webhook: { url, secretEnv: 'SECRET' } })
const settled = async (isIt: () => boolean): Promise<void> => {
  while (!isIt()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('DL-47 a webhook', () => {
  it('DL-47 gets what is asked and how to answer, without secrets, signed, with an id that stays', async () => {
    const { had, url } = await receiver(503, 200)
    const { notices, said } = await world(to(url))
    await notices.tell(notice)
    await settled(() => had.length === 2)
    const [first, again] = had
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      id: noticeId(notice),
      kind: 'needs-you',
      subject: notice.subject,
      text: 'Merge it, with\u001b[31m [redacted]?',
      next: notice.next,
      at: '2026-01-01T00:00:00.000Z',
    })
    for (const { headers, body } of had) {
      expect(headers['harness-event-id']).toBe(noticeId(notice))
      expect(headers['harness-signature']).toBe(
        signatureOf(secret, String(headers['harness-timestamp']), body),
      )
    }
    expect(again?.body).toBe(first?.body)
    expect(said).toEqual([expect.stringContaining('it answered with 503. It is tried again.')])
  })

  it('DL-47 is told once, also by another process', async () => {
    const { had, url } = await receiver(200)
    const { notices, folder } = await world(to(url))
    await Promise.all([notices.tell(notice), notices.tell(notice)])
    const other = await world(to(url), folder)
    await other.notices.tell(notice)
    await other.notices.tell({ ...notice, key: 'y' })
    await settled(() => had.length >= 2)
    expect(had.map(({ headers }) => headers['harness-event-id'])).toEqual([
      noticeId(notice),
      noticeId({ ...notice, key: 'y' }),
    ])
    expect(other.rung).toHaveLength(1)
  })

  it.each([
    ['refuses it', 403, 'it answered with 403. It is given up after 1 attempt.'],
    ['sends it elsewhere', 302, 'it answered with 302. It is given up after 1 attempt.'],
  ])('DL-47 that %s is not asked again', async (_, status, line) => {
    const { had, url } = await receiver(status)
    const { notices, said } = await world(to(url))
    await notices.tell(notice)
    await settled(() => said.length > 0)
    expect(said).toEqual([expect.stringContaining(line)])
    expect(had).toHaveLength(1)
  })

  it('DL-47 that is not there is tried a dozen times, then given up, with two lines in all', async () => {
    const { notices, said } = await world(to('http://127.0.0.1:1/'))
    await notices.tell(notice)
    await settled(() => said.length === 2)
    expect(said[0]).toContain('It is tried again.')
    expect(said[1]).toContain('It is given up after 12 attempts.')
  })

  it('DL-47 without a secret gets nothing, and that is said', async () => {
    const { had, url } = await receiver(200)
    const { notices, said } = await world({ webhook: { url, secretEnv: 'NOT_SET' } })
    await notices.tell(notice)
    await settled(() => said.length > 0)
    expect(said[0]).toContain('NOT_SET is not set, and a notice is never sent unsigned.')
    expect(had).toEqual([])
  })

  it('DL-47 that never answers keeps nobody: what it has not taken is left to the next process', async () => {
    const { had, url } = await receiver(null)
    const { notices, folder } = await world(to(url))
    await notices.tell(notice)
    await settled(() => had.length === 1)
    await notices.tried(1)
    notices.close()
    const file = join(folder, 'notices', `${noticeId(notice)}.json`)
    expect(JSON.parse(readFileSync(file, 'utf8')).postings[0].state).toBe('waits')
  })
})

describe('DL-47 the bell and the operator’s own program', () => {
  it('DL-47 the program gets kind and text as words of its own', async () => {
    const { notices, folder } = await world()
    const other = await world({ run: `sh -c 'printf "%s|" "$@" > ${folder}/words' sh` }, folder)
    await other.notices.tell(notice)
    await settled(
      () =>
        existsSync(join(folder, 'words')) && readFileSync(join(folder, 'words'), 'utf8').endsWith('repo|'),
    )
    expect(readFileSync(join(folder, 'words'), 'utf8')).toContain('needs-you|0001-20260101-000000: Merge it')
    notices.close()
  })

  it('DL-47 rings with one line that has no control characters, unless the config says no', async () => {
    const { notices, rung, configure } = await world()
    await notices.ring(notice)
    expect(rung).toEqual(['0001-20260101-000000: Merge it, with top-secret?'])
    configure({ bell: false })
    await notices.ring(notice)
    configure({ bell: true, about: ['finished'] })
    await notices.tell(notice)
    expect(rung).toHaveLength(1)
  })
})
