import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../machine/clock/clock-system.ts'
import { probeGithub } from './probe-github.ts'

const token = { variable: 'GITHUB_TOKEN', value: 'ghp_of_nobody' }

/** The address of a server that answers everything so; closed at once, it gives no answer. */
async function github(status: number, body: unknown, closed = false): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  if (closed) server.close()
  else onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}`
}

const advice = async (status: number, body: unknown = {}, closed = false): Promise<string | undefined> => {
  const place = { repository: 'owner/name', apiUrl: await github(status, body, closed) }
  return (await probeGithub(place, token, systemClock))?.next
}

it('says for each trouble of the forge what mends that, and nothing if there is none', async () => {
  expect(await advice(200, { permissions: { push: true } })).toBeUndefined()
  expect(await advice(200, {}, true)).toMatch(/can be reached from here/)
  expect(await advice(502)).toMatch(/can be reached from here/)
  expect(await advice(401)).toMatch(/token/i)
  expect(await advice(200, { permissions: { push: false } })).toMatch(/token/i)
  expect(await advice(404)).toMatch(/^Correct forge\.repository/)
  expect(await advice(200, { archived: true })).toMatch(/^Unarchive/)
})
