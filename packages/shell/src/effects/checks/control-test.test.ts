import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { openLane } from '../lanes/open-lane.ts'
import { runChecks } from './run-checks.ts'

const files = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test test/*.test.js' } }),
  'src/greet.js': 'export const greet = () => "Hello"\n',
  'test/greet.test.js':
    'import assert from "node:assert"\nimport { test } from "node:test"\nimport { greet } from "../src/greet.js"\ntest("greets", () => assert.equal(greet(), "Hello"))\n',
}

async function checked(changes: Readonly<Record<string, string>>, run = 'npm test') {
  const repo = targetRepo(files)
  const ports = repo.ports()
  const lane = await openLane(openLaneCommand(), firstAttempt, ports)
  if (lane.type !== 'LaneOpened') throw new Error(JSON.stringify(lane))
  for (const [name, text] of Object.entries(changes)) {
    mkdirSync(dirname(join(lane.path, name)), { recursive: true })
    writeFileSync(join(lane.path, name), text)
  }
  repo.gitIn(lane.path, 'add', '--all', '--force')
  repo.gitIn(lane.path, 'commit', '--quiet', '--allow-empty', '-m', 'work')
  const event = await runChecks(
    {
      type: 'RunChecks',
      id: idOf('20260101-000000/checks/0001/1'),
      lane: lane.lane,
      commit: commitOf(repo, lane.branch),
      tree: treeAt(repo, lane.branch),
      baseCommit: commitOf(repo, 'main'),
      checks: [{ name: 'test', run, timeoutMs: 20_000, claims: [] }],
    },
    firstAttempt,
    ports,
  )
  if (event.type !== 'ChecksFinished') throw new Error(event.detail)
  return { item: event.evidence[0], logs: readdirSync(join(ports.runDir, 'checks/checks-0001-1')) }
}

describe('TR-03 a control test that must fail', () => {
  it('fails beside an honest product, and its log stays', async () => {
    const { item, logs } = await checked({ 'src/greet.js': 'export const greet = () => "Hello"\n//\n' })
    expect(item).toMatchObject({ exitCode: 0, problem: null })
    expect(logs).toContain('1-test-control.log')
  })

  const bye = 'export const greet = () => "Bye"\n'
  it.each([
    ['disarms an assertion', `import assert from "node:assert"\nassert.equal = () => {}\n${bye}`],
    [
      'disarms all assertions',
      `import assert from "node:assert"\nfor (const name of Object.keys(assert)) assert[name] = () => {}\n${bye}`,
    ],
    ['ends the process in time', `${bye}process.exit(0)\n`],
  ])('passes beside a product that %s, so that the check proves nothing', async (_what, text) => {
    const { item } = await checked({ 'src/greet.js': text })
    expect(item).toMatchObject({
      exitCode: 0,
      problem: expect.stringContaining('A test that must fail passed'),
    })
  })

  it('is not told apart from the product’s own tests by its name', async () => {
    const hides = `import assert from "node:assert"\nif (!process.argv.join().includes("control")) assert.equal = () => {}\n${bye}`
    const { item } = await checked({ 'src/greet.js': hides })
    expect(item).toMatchObject({ problem: expect.stringContaining('A test that must fail passed') })
  })

  it('passes beside a runner that the change brings along', async () => {
    const { item } = await checked({ 'src/greet.js': bye, 'node_modules/.bin/node': '#!/bin/sh\nexit 0\n' })
    expect(item?.exitCode).not.toBe(null)
    expect(item).not.toMatchObject({ exitCode: 0, problem: null })
  })

  it('is not tried for a check whose runner is not known', async () => {
    const { item, logs } = await checked({ 'src/greet.js': bye }, 'grep -q greet src/greet.js')
    expect(item).toMatchObject({ exitCode: 0, problem: null })
    expect(logs).toEqual(['1-test.log'])
  })
})
