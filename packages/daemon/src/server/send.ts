/** Writes answers. Each says that it is no page, and none is kept by those on its way. */
import type { ServerResponse } from 'node:http'

const standing = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** It says how long it is, so that it goes out in one piece. */
export function send(client: ServerResponse, status: number, type: string, text: string): void {
  client.writeHead(status, {
    ...standing,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  })
  client.end(text)
}

export const sendJson = (client: ServerResponse, status: number, value: unknown): void =>
  send(client, status, 'application/json', JSON.stringify(value))

/** Of a server that looks no further at this client. */
export function sendLast(client: ServerResponse, status: number, value: unknown): void {
  client.setHeader('connection', 'close')
  sendJson(client, status, value)
}

export const beginEvents = (client: ServerResponse): void => {
  client.writeHead(200, { ...standing, 'content-type': 'text/event-stream; charset=utf-8' })
  client.write(': \n\n')
}
