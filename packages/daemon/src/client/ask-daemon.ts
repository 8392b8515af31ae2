/** Asks the daemon of a repository over its socket. Starts and changes nothing by itself. */
import { request } from 'node:http'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { isObject } from '@harness/formats/text/is-object'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { socketToAsk } from '../place/address.ts'

const patienceMs = 30_000

/** The answer; null if no daemon listens there. Throws a UserError if the daemon refuses. */
export async function askDaemon<Answered>(
  stateDir: string,
  method: 'GET' | 'POST',
  path: string,
  body: object = {},
): Promise<Answered | null> {
  const socket = socketToAsk(stateDir)
  if (socket === null) return null
  const answer = await send(socket, method, path, body)
  if (answer === null) return null
  const value = jsonObjectIn(answer.text)
  if (answer.status < 300) return value as Answered
  const error = isObject(value?.error) ? value.error : {}
  throw new UserError(
    typeof error.code === 'string' ? error.code : 'daemon-refused',
    typeof error.message === 'string' ? error.message : `The daemon answered with ${answer.status}.`,
    { next: typeof error.next === 'string' && error.next !== '' ? error.next : 'harness daemon status' },
  )
}

interface Sent {
  readonly status: number
  readonly text: string
}

/** A daemon that was killed left a socket that no process listens on. */
const notThere: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'ENOTSOCK',
])

const send = (socketPath: string, method: string, path: string, body: object): Promise<Sent | null> =>
  new Promise((resolve, reject) => {
    const headers = method === 'GET' ? {} : { 'content-type': 'application/json' }
    const asked = request({ socketPath, method, path, headers, timeout: patienceMs }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asked.once('timeout', () => asked.destroy(silent()))
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (notThere.has(error.code)) resolve(null)
      else reject(error)
    })
    asked.end(method === 'GET' ? undefined : JSON.stringify(body))
  })

const silent = (): UserError =>
  new UserError('daemon-silent', `The daemon has not answered within ${patienceMs / 1000} seconds.`, {
    next: 'See what it does: harness daemon logs',
    exitCode: exitCode.heldByAnother,
  })
