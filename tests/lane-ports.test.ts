/** Lanes of different repositories on one host never share a port. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownPorts } from '@harness/shell/test-support/own-ports'
import { expect, test } from 'vitest'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { config, laneAt, sampleRepo, temporaryFolder } from './support/sample-repo.ts'

/** Listens on the lane's port until the same check listens in the other repository. */
const listens = `
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
const [folder, own, other] = process.argv.slice(2)
const server = createServer()
server.on('error', () => {
  writeFileSync(folder + '/' + own, '')
  process.exit(1)
})
server.listen(Number(process.env.HARNESS_LANE_PORT), '127.0.0.1', () => {
  writeFileSync(folder + '/' + own, '')
  setInterval(() => existsSync(folder + '/' + other) && process.exit(0), 20)
})
`

const product = (check: string): string =>
  sampleRepo({
    'listen.mjs': listens,
    '.gitignore': 'port\n',
    'harness.config.json': config({
      checks: [{ name: 'server', run: check }],
      lanes: { portBase: ownPorts, portsPerLane: 2, setup: ['echo $HARNESS_LANE_PORT > port'] },
    }),
  })

const portIn = (root: string): string => readFileSync(join(laneAt(root), 'port'), 'utf8')

test('DL-31 servers of two repositories run side by side', async () => {
  const [folder, env] = [temporaryFolder(), { HARNESS_DATA_DIR: temporaryFolder() }]
  const both = [
    ['a', 'b'],
    ['b', 'a'],
  ].map(([own, other]) => product(`node listen.mjs '${folder}' ${own} ${other}`))
  const runs = both.map((root) => start(root, ['run', '0001', '--json'], { env }))
  const ended = await Promise.all(runs.map((run) => run.ended))
  expect(ended.map(({ code, stdout }) => ({ code, stdout }))).toMatchObject([{ code: 0 }, { code: 0 }])
})

test('DL-31 a paused lane keeps its ports, and a lane that is closed frees them', async () => {
  const data = temporaryFolder()
  const env = { HARNESS_DATA_DIR: data }
  const leases = (): readonly string[] =>
    readdirSync(join(data, 'ports'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.json'))
  const [one, two] = [product('true'), product('true')] as const
  expect((await harness(one, ['run', '--phase', 'implement'], { env })).code).toBe(0)
  const before = portIn(one)
  expect((await harness(two, ['run', '--phase', 'implement'], { env })).code).toBe(0)
  expect(portIn(two)).not.toBe(before)
  expect(leases()).toHaveLength(2)
  expect(await harnessJson(one, ['resume'], { env })).toMatchObject({ code: 0, value: { outcome: 'done' } })
  expect(portIn(one)).toBe(before)
  expect(leases()).toHaveLength(1)
})

test('DL-31 without a place for the leases a lane gets ports that are free now, and the run says so', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const root = product('true')
  const { code, stdout } = await harness(root, ['run', '0001'], { env: { HARNESS_DATA_DIR: file } })
  expect(code).toBe(0)
  expect(stdout).toContain('ports of other repositories')
})
