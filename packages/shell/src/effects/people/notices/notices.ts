/**
 * Tells a person who does not watch: by the terminal's bell, their own program and a webhook. Each notice is told once, over
 * any number of processes. What cannot be sent is tried again, later by another process if this one ends.
 */
import { oneLine } from '@harness/core/kernel/one-line'
import type { Notice } from '@harness/core/work/notices'
import type { NotifyConfig } from '@harness/formats/config/notify-section'
import type { Clock } from '../../../machine/clock/clock.ts'
import { stripControl } from '../../../machine/redaction/strip-control.ts'
import type { NotifyPlace } from './notify-line.ts'
import { runOperatorProgram } from './operator-program.ts'
import { type NoticeChannel, openOutbox, type PostedNotice, type Posting } from './outbox.ts'
import { sendWebhook } from './send-webhook.ts'

export interface Notices {
  /** Resolves when it is sure to be told. */
  tell(notice: Notice): Promise<void>
  /** Rings the terminal, and sends nothing. */
  ring(notice: Notice): Promise<void>
  /** Takes up what processes before this one did not get rid of. */
  takeUpLeft(): Promise<void>
  /** Resolves when each notice was tried, or at that moment. */
  tried(withinMs: number): Promise<void>
  /** What is still unsent is left to another process. */
  close(): void
}

export interface NoticesOptions {
  readonly stateDir: string
  readonly place: NotifyPlace
  /** Variables of the environment that programs of this repository see. */
  readonly allowed: readonly string[]
  readonly clock: Clock
  /** As it is now. */
  config(): Promise<NotifyConfig>
  /** What takes secrets out of a text. */
  sanitiser(): Promise<(text: string) => string>
  /** Shows a line at a terminal, and rings. */
  ring(line: string): void
  /** A line for the operator, if something could not be sent. */
  say(line: string): void
}

const seconds = (count: number): number => count * 1_000
const minutes = (count: number): number => count * 60_000
const pauses = [seconds(2), seconds(10), minutes(1), minutes(5), minutes(15), minutes(30), minutes(60)]
const mostAttempts = 12

export function openNotices(options: NoticesOptions): Notices {
  const { stateDir, clock, config, say } = options
  const outbox = openOutbox(stateDir)
  const over = new AbortController()
  const firstTries = new Set<Promise<void>>()

  const send = async (posted: PostedNotice, posting: Posting): Promise<Posting> => {
    const problem = await attempt(posted, posting.channel, options, over.signal)
    if (problem === null) return { ...posting, state: 'sent', attempts: posting.attempts + 1, problem: null }
    const attempts = posting.attempts + 1
    const isOver = problem.final || attempts >= mostAttempts
    const nextAt = clock.now() + (pauses[Math.min(attempts, pauses.length) - 1] ?? 0)
    const about = `The notice “${shortly(posted.notice)}” was not ${words[posting.channel]}: ${problem.text}`
    if (isOver) say(`${about} It is given up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}.`)
    else if (attempts === 1) say(`${about} It is tried again.`)
    return { ...posting, attempts, nextAt, problem: problem.text, state: isOver ? 'given-up' : 'waits' }
  }

  const sendAll = async (first: PostedNotice, tried: () => void): Promise<void> => {
    for (let posted = first; ; ) {
      const due = posted.postings.filter(({ state, nextAt }) => state === 'waits' && nextAt <= clock.now())
      const sent = await Promise.all(due.map((posting) => send(posted, posting)))
      const postings = posted.postings.map(
        (one) => sent.find(({ channel }) => channel === one.channel) ?? one,
      )
      posted = { ...posted, postings }
      await outbox.keep(posted)
      tried()
      const waiting = postings.filter(({ state }) => state === 'waits')
      if (waiting.length === 0) return
      await clock.until(Math.min(...waiting.map(({ nextAt }) => nextAt)), over.signal)
    }
  }

  /** Trouble with the disk or an end of the process: another process takes it up. */
  const begin = (posted: PostedNotice): void => {
    let tried = (): void => {}
    const first = new Promise<void>((resolve) => {
      tried = resolve
    })
    firstTries.add(first)
    first.finally(() => firstTries.delete(first)).catch(() => {})
    sendAll(posted, tried)
      .catch(() => {})
      .finally(tried)
  }

  const tellsOf = async ({ kind }: Notice): Promise<NotifyConfig | null> => {
    const given = await config()
    return given.about.includes(kind) ? given : null
  }
  const ringFor = (notice: Notice, { bell }: NotifyConfig): void => {
    if (bell) options.ring(shortly(notice))
  }

  return {
    async tell(notice) {
      const given = await tellsOf(notice)
      if (given === null) return
      const channels = channelsOf(given)
      const posted = channels.length === 0 ? null : await outbox.post(notice, channels)
      if (posted === null && channels.length > 0) return
      ringFor(notice, given)
      if (posted !== null) begin(posted)
    },
    async ring(notice) {
      const given = await tellsOf(notice)
      if (given !== null) ringFor(notice, given)
    },
    async takeUpLeft() {
      for (const posted of await outbox.left(clock.now())) {
        const own = { ...posted, pid: process.pid }
        await outbox.keep(own)
        begin(own)
      }
    },
    async tried(withinMs) {
      if (firstTries.size === 0) return
      const enough = new AbortController()
      const late = clock.until(clock.now() + withinMs, enough.signal).catch(() => {})
      await Promise.race([Promise.all(firstTries), late])
      enough.abort()
    },
    close: () => over.abort(),
  }
}

const channelsOf = ({ run, webhook }: NotifyConfig): readonly NoticeChannel[] => [
  ...(run === null ? [] : (['run'] as const)),
  ...(webhook === null ? [] : (['webhook'] as const)),
]

const words: Readonly<Record<NoticeChannel, string>> = {
  run: 'told by the command of notify.run',
  webhook: 'taken by the webhook',
}

const longestLine = 200

const shortly = ({ subject, text }: Notice): string => {
  const line = stripControl(oneLine(`${subject}: ${text}`))
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line
}

interface Problem {
  readonly text: string
  readonly final: boolean
}

/** Null if it was sent. By the config as it is now: what it names no longer is not sent any more. */
async function attempt(
  { id, notice }: PostedNotice,
  channel: NoticeChannel,
  { config, place, allowed, sanitiser, clock }: NoticesOptions,
  signal: AbortSignal,
): Promise<Problem | null> {
  const { run, webhook } = await config()
  const { kind, subject, next, at } = notice
  const sanitise = await sanitiser()
  const text = sanitise(notice.text)
  if (channel === 'run') {
    if (run === null) return gone
    const message = oneLine(`${subject}: ${text}`)
    const env = { HARNESS_NOTIFY_KIND: kind, HARNESS_NOTIFY_MESSAGE: message, HARNESS_NOTIFY_NEXT: next }
    const asked = { line: run, field: 'notify.run', words: [kind, message, place.repoRoot], env } as const
    const problem = await runOperatorProgram({
      ...asked,
      place,
      allowed,
      tag: `notice/${id}`,
      signal,
      sanitise,
    })
    return problem === null ? null : { text: problem, final: false }
  }
  if (webhook === null) return gone
  const secret = place.environment[webhook.secretEnv] ?? ''
  if (secret === '')
    return { text: `${webhook.secretEnv} is not set, and a notice is never sent unsigned.`, final: true }
  const body = JSON.stringify({
    id,
    kind,
    subject,
    text,
    next,
    at: new Date(at).toISOString(),
    repository: place.repoRoot,
  })
  const end = await sendWebhook({ url: webhook.url, secret, id, kind, body, now: clock.now(), signal })
  return end.type === 'sent' ? null : { text: `${end.problem}.`, final: end.final }
}

const gone: Problem = { text: 'The config does not name it any more.', final: true }
