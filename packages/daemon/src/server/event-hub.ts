/**
 * Sends the events of one run to many clients: one reader of the journal for all of them. A client that does not read is
 * let go when too much waits for it, and comes back with the id of the last event that it got.
 */
import type { ServerResponse } from 'node:http'
import type { AnyEvent } from '@harness/core/kernel/effect'
import {
  type JournalPosition,
  journalStart,
  type RunRef,
  type RunStore,
} from '@harness/shell/store/port/run-store'

/** Where a client is: a position that the journal knows, and how many events it has after that. */
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

/** More than a client takes in a burst, less than many of them may hold. */
const mostWaitingBytes = 1_000_000

/** After the last client has left, for one that comes back at once. */
const keptMs = 5_000

export interface EventHub {
  /** Sends from a place on. Throws if the journal does not know it. */
  join(client: ServerResponse, from: Place): Promise<void>
  clients(): number
  close(): void
}

/** `left` is called when no client is there any more: a daemon of days must not read every run that was ever looked at. */
export function openEventHub(runs: RunStore, run: RunRef, left: () => void): EventHub {
  const letGo = new AbortController()
  /** With the number of events that each has. */
  const clients = new Map<ServerResponse, number>()
  let joining = 0
  /** What all clients were sent; null as long as no reader follows the journal. */
  let sent: JournalPosition | null = null

  const follow = async (from: JournalPosition): Promise<void> => {
    sent = from
    for await (const part of runs.tail(run, from, letGo.signal)) {
      send(part.events, sent)
      sent = part.end
    }
  }
  const leave = (client: ServerResponse): void => {
    clients.delete(client)
    const wait = setTimeout(() => {
      if (clients.size > 0 || joining > 0 || letGo.signal.aborted) return
      letGo.abort()
      left()
    }, keptMs)
    wait.unref()
  }
  const send = (events: readonly AnyEvent[], from: JournalPosition): void => {
    const messages = events.map((event, index) => messageOf(event, idOf(from, index + 1)))
    for (const [client, has] of clients) {
      const due = messages.slice(Math.max(0, has - from.events))
      clients.set(client, Math.max(has, from.events + events.length))
      write(client, due.join(''))
    }
  }
  const write = (client: ServerResponse, text: string): void => {
    if (text === '') return
    client.write(text)
    if (client.writableLength > mostWaitingBytes) client.destroy()
  }
  return {
    async join(client, { from, skip }) {
      joining++
      try {
        let at = from
        let due = skip
        // The reader may be ahead of what was read here: then there is more to read.
        do {
          const part = await runs.read(run, at)
          const events = part?.events ?? []
          const text = events.slice(due).map((event, index) => messageOf(event, idOf(at, due + index + 1)))
          if (!client.destroyed) write(client, text.join(''))
          at = part?.end ?? at
          due = 0
        } while (sent !== null && sent.events > at.events)
        client.once('close', () => leave(client))
        if (client.destroyed) return leave(client)
        clients.set(client, at.events)
        if (sent !== null) return
        follow(at).catch(() => {
          sent = null
          for (const one of clients.keys()) one.end()
        })
      } finally {
        joining--
      }
    },
    clients: () => clients.size,
    close() {
      letGo.abort()
      // The reader has the last events still to send, and no client.
      const left = [...clients.keys()]
      clients.clear()
      for (const client of left) client.end()
    },
  }
}

const messageOf = (event: AnyEvent, id: string): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
