import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whyNoSandbox } from '@harness/shell/machine/sandbox/test-support/confined-shell'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { runProduct } from './running-product.ts'

const server = `
require('node:http').createServer((_, response) => response.end('Hello')).listen(process.env.HARNESS_LANE_PORT, '127.0.0.1')
`
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harness-product-'))
  writeFileSync(join(folder, 'server.cjs'), server)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const started = (run: string, expectText: string, waitMs = 20_000) =>
  runProduct(
    folder,
    {
      onDone: true,
      onFeaturePass: false,
      startup: { run, waitMs },
      urls: [{ url: 'http://127.0.0.1:$HARNESS_LANE_PORT/', expectStatus: 200, expectText }],
    },
    { PATH: process.env.PATH },
  )

it('MI-05 a product that answers is green, can be started by hand, and ends when it is stopped', async () => {
  const product = await started('node server.cjs', 'Hello')
  expect(product.failures).toEqual([])
  expect(await (await fetch(product.url)).text()).toBe('Hello')
  expect(product.command).toBe(`cd ${folder} && node server.cjs`)
  product.stop()
  await product.ended
  await expect(fetch(product.url)).rejects.toThrow()
})

it('MI-05 one that ends by itself is told at once, and so is one that says something else', async () => {
  const ended = await started('exit 1', 'Hello')
  expect(ended.failures).toEqual([expect.stringContaining('no answer')])
  await ended.ended
  const other = await started('node server.cjs', 'Bye', 3_000)
  expect(other.failures).toEqual([expect.stringContaining('"Bye"')])
  other.stop()
  await other.ended
})

it.skipIf(whyNoSandbox !== null)('TR-01 it reaches no server of this machine: agents wrote it', async () => {
  const asked: (string | undefined)[] = []
  const outside = createServer((request, response) => {
    asked.push(request.url)
    response.end('outside')
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void outside.close())
  const nosy = `
require('node:http').createServer(async (_, response) => {
  const answer = await fetch('http://127.0.0.1:${(outside.address() as AddressInfo).port}/secret').catch(() => null)
  response.end(answer === null ? 'alone' : await answer.text())
}).listen(process.env.HARNESS_LANE_PORT, '127.0.0.1')
`
  writeFileSync(join(folder, 'nosy.cjs'), nosy)
  const product = await started('node nosy.cjs', '')
  expect(await (await fetch(product.url)).text()).toBe('alone')
  expect(asked).toEqual([])
  // A browser opens several connections at once.
  const many = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(product.url)).text()))
  expect(new Set(many)).toEqual(new Set(['alone']))
  product.stop()
  await product.ended
})
