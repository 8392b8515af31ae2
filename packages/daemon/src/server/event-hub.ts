/**
 * Sends the events of one run to many clients: one reader of the journal for all of them. A client that does not read
 * what happens is let go when too much waits for it, and comes back with the id of the last event that it got. What
 * happened before it came is sent in parts, the next when the one before is taken: that never is too much.
 */
import type { ServerResponse } from 'node:http'
import type { AnyEvent } from '@harness/core/kernel/effect'
import {
  type JournalPosition,
  journalStart,
  type RunRef,
  type RunStore,
} from '@harness/shell/store/port/run-store'
import { beginEvents } from './send.ts'

/** The place that a client names: a position in the journal, and how many events it has after that. */
export interface Place {
  readonly from: JournalPosition
  readonly skip: number
}

const start: Place = { from: journalStart, skip: 0 }

/** `events.bytes.crc+skip`, as the ids of events are written; null for anything else. */
export function placeOf(id: string | undefined): Place | null {
  if (id === undefined || id === '') return start
  const [, events, bytes, crc, skip] = /^(\d{1,12})\.(\d{1,15})\.(\d{1,10})\+(\d{1,9})$/.exec(id) ?? []
  if (skip === undefined) return null
  return { from: { events: Number(events), bytes: Number(bytes), crc: Number(crc) }, skip: Number(skip) }
}

const idOf = ({ events, bytes, crc }: JournalPosition, skip: number): string =>
  `${events}.${bytes}.${crc}+${skip}`

/** What a client may have left of the parts before, when the next one comes. Less than many of them may hold. */
const mostWaitingBytes = 1_000_000

/** Of what was before a client came, so much is in memory at a time, about. */
const partBytes = 256 * 1024

/** After the last client has left, for one that comes back at once. */
const keptMs = 5_000

export interface EventHub {
  /**
   * Sends from a place on, as fast as the client takes it. False, and nothing was sent, if the journal does not have
   * that place. Resolves when the client has all that was there, or has left.
   */
  join(client: ServerResponse, place: Place): Promise<boolean>
  /** Also those that have joined and still read old events. */
  clients(): number
  close(): void
}

/** `left` is called when no client is there any more: a daemon of days must not read every run that was ever looked at. */
export function openEventHub(runs: RunStore, run: RunRef, left: () => void): EventHub {
  const letGo = new AbortController()
  /** With the number of events that each has. */
  const clients = new Map<ServerResponse, number>()
  let joining = 0
  /** What all clients were sent, as it was read; null as long as no reader follows the journal. */
  let sent: JournalPosition | null = null

  const follow = async (from: JournalPosition): Promise<void> => {
    sent = from
    for await (const part of runs.tail(run, from, letGo.signal)) {
      send(part.events, sent)
      sent = part.end
    }
  }
  const endIfAlone = (): void => {
    const wait = setTimeout(() => {
      if (clients.size > 0 || joining > 0 || letGo.signal.aborted) return
      letGo.abort()
      left()
    }, keptMs)
    wait.unref()
  }
  const send = (events: readonly AnyEvent[], from: JournalPosition): void => {
    const messages = messagesOf(events, from)
    const all = messages.join('')
    for (const [client, has] of clients) {
      if (client.writableLength > mostWaitingBytes) {
        client.destroy()
        continue
      }
      const known = Math.max(0, has - from.events)
      if (known >= events.length) continue
      clients.set(client, from.events + events.length)
      client.write(known === 0 ? all : messages.slice(known).join(''))
    }
  }

  /** The same place with its events counted from a position before which the client has all; null if the journal ends before. */
  const found = async ({ from, skip }: Place): Promise<Place | null> => {
    if (!(await runs.has(run, from))) return null
    for (let [at, due] = [from, skip]; ; ) {
      const part = due === 0 ? null : await runs.read(run, at, partBytes)
      const count = part?.events.length ?? 0
      if (due <= count) return { from: at, skip: due }
      if (part === null || count === 0) return null
      due -= count
      at = part.end
    }
  }

  /** Sends the old events, and then lets the client hear new ones. The loop ends when a read brings nothing. */
  const bring = async (client: ServerResponse, { from, skip }: Place): Promise<void> => {
    for (let [at, has] = [from, skip]; ; ) {
      const before = sent
      const part = await runs.read(run, at, partBytes)
      if (client.destroyed) return
      if (part !== null && part.events.length > 0) {
        const due = messagesOf(part.events, at).slice(has)
        at = part.end
        has = 0
        if (due.length > 0 && !client.write(due.join(''))) await taken(client)
        continue
      }
      if (sent === null || sent.events <= at.events) return heard(client, at)
      // What others were sent while this one read is there by now. If they had it before, the journal has lost it.
      if (sent === before) return void client.destroy()
    }
  }
  const heard = (client: ServerResponse, at: JournalPosition): void => {
    if (letGo.signal.aborted) return void client.end()
    client.once('close', () => {
      clients.delete(client)
      endIfAlone()
    })
    clients.set(client, at.events)
    if (sent !== null) return
    follow(at).catch(() => {
      sent = null
      for (const one of clients.keys()) one.end()
    })
  }
  return {
    async join(client, place) {
      joining++
      try {
        const first = await found(place)
        if (first === null) return false
        if (client.destroyed) return true
        beginEvents(client)
        await bring(client, first)
        return true
      } catch (error) {
        if (!client.headersSent) throw error
        client.destroy()
        return true
      } finally {
        joining--
        endIfAlone()
      }
    },
    clients: () => clients.size + joining,
    close() {
      letGo.abort()
      // The reader has the last events still to send, and no client.
      const left = [...clients.keys()]
      clients.clear()
      for (const client of left) client.end()
    },
  }
}

/** Resolves when the client has taken what was written, or has left. */
const taken = (client: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      client.removeListener('drain', settle)
      client.removeListener('close', settle)
      resolve()
    }
    client.once('drain', settle)
    client.once('close', settle)
  })

const messagesOf = (events: readonly AnyEvent[], from: JournalPosition): readonly string[] =>
  events.map((event, index) => messageOf(event, idOf(from, index + 1)))

const messageOf = (event: AnyEvent, id: string): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
