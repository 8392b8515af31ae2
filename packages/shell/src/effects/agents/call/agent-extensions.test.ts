import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import type { ToolServer } from '@harness/agent-runner/runner/extensions'
import type { Provider } from '@harness/agent-runner/runner/provider'
import { acpUnderTest, codexAcpPackage } from '@harness/agent-runner/test-support/acp-scenario'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { bash, claudeUnderTest, text } from '@harness/agent-runner/test-support/claude-scenario'
import * as codexScenario from '@harness/agent-runner/test-support/codex-scenario'
import { aRequest } from '@harness/agent-runner/test-support/requests'
import { renderEnvelope } from '@harness/core/kernel/envelope'
import { expect, onTestFinished, test } from 'vitest'
import { whyNoSandbox } from '../../../machine/sandbox/test-support/confined-shell.ts'
import { type CellWorld, cellWorld } from '../../../test-support/agent-cell.ts'
import { extensionSlices, extensionsOfCall } from '../extensions/extensions-of-call.ts'
import { type ExtensionPlace, findExtensions } from '../extensions/find-extensions.ts'
import { keepExtensions } from '../extensions/kept-extensions.ts'
import { endAgentTree } from './end-agent-tree.ts'

const trust = { skills: ['paint'], commands: ['polish'], mcpServers: ['scales', 'ledger'] }

const token = 'token-of-the-ledger-1'

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: How to ${name} well.\n---\nRead the ${name} guide.\n`

/** Writes down which variables it has, and answers as a tool server must. */
const server = `
const lines = require('node:readline').createInterface({ input: process.stdin })
const { LEDGER_TOKEN: token = '', UNIT = '' } = process.env
require('node:fs').writeFileSync(process.argv[2] + '.env', Object.keys(process.env).sort().join(' ') + ' ' + UNIT + token)
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
lines.on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } })
  else if (method === 'tools/list')
    answer(id, { tools: [{ name: 'weigh', description: 'Weighs things.', inputSchema: { type: 'object', properties: {} } }] })
  else if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: 'weighed-' + 'well' }] })
  else if (id !== undefined) answer(id, {})
})
`

/** A repository that brings more than is trusted, and a run that keeps what is. */
async function trustingWorld(
  home: string,
  provider: 'claude' | 'codex' | 'acp',
  network: 'loopback' | 'host-loopback' = 'loopback',
) {
  const world = await cellWorld(home, network)
  const put = (at: string, path: string, content: string): void => {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), content)
  }
  const scales = { command: 'node', args: ['server.cjs', 'scales'], env: { UNIT: `\${UNIT:-kg}` } }
  const bad = { command: 'touch', args: ['bad-started'] }
  for (const at of [world.checkout, world.lane]) {
    put(at, '.claude/skills/paint/SKILL.md', skill('paint'))
    for (const folder of ['.claude', '.agents']) put(at, `${folder}/skills/loot/SKILL.md`, skill('loot'))
    put(at, '.claude/commands/polish.md', '---\ndescription: Polishes it.\n---\nPolish $ARGUMENTS.\n')
    put(at, '.claude/commands/pillage.md', '---\ndescription: Pillages it.\n---\nPillage.\n')
    put(at, '.mcp.json', JSON.stringify({ mcpServers: { scales, bad } }))
    put(at, 'server.cjs', server)
  }
  const git = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', '-C', world.checkout]
  execFileSync('git', [...git, 'add', '-A'])
  execFileSync('git', [...git, 'commit', '-qm', 'tools'])
  const ledger = { command: 'node', args: ['server.cjs', 'ledger'], env: { LEDGER_TOKEN: token } }
  put(home, '.claude.json', JSON.stringify({ mcpServers: { ledger, bad } }))
  put(
    home,
    '.codex/config.toml',
    `[mcp_servers]\nledger = { command = "node", args = ["server.cjs", "ledger"], env = { LEDGER_TOKEN = "${token}" } }\nbad = { command = "touch", args = ["bad-started"] }\n`,
  )
  const { found, problems } = await findExtensions(trust, {
    repoRoot: world.checkout,
    environment: { HOME: home },
    config: configOf(provider, 'loopback'),
  })
  expect(problems).toEqual([])
  expect(JSON.stringify(found)).not.toContain(token)
  await keepExtensions(world.runDir, found)
  return world
}

const configOf = (provider: 'claude' | 'codex' | 'acp', agents: 'loopback' | 'host-loopback') =>
  ({
    agent: { provider, roles: {} },
    sandbox: { mode: 'auto', network: { agents } },
  }) as unknown as NonNullable<ExtensionPlace['config']>

async function turn(
  { lane, runDir }: CellWorld,
  provider: Provider,
  env: Readonly<Record<string, string>>,
  model: string | null,
  moreServers: Readonly<Record<string, ToolServer>> = {},
) {
  const environment = { HOME: env.HOME }
  const ports = { runDir, trust, environment, sandbox: { kind: 'bubblewrap' } } as unknown as Parameters<
    typeof extensionsOfCall
  >[3]
  const mode = 'exec'
  const extensions = await extensionsOfCall({ mode }, provider, env, ports)
  expect(extensions?.servers.scales).toMatchObject({ env: { UNIT: 'kg' } })
  const envelope = `${renderEnvelope(await extensionSlices({ mode }, provider, ports))}# Task\nDo it.\n`
  const request = aRequest(lane, env, {
    mode,
    model,
    envelope,
    ...(extensions === null
      ? {}
      : { extensions: { ...extensions, servers: { ...extensions.servers, ...moreServers } } }),
  })
  return provider.run(request, () => {})
}

/** The servers ran in the cell, as the agent's shell does: each with its own variable, without the log-in. */
function expectServed(lane: string): void {
  const [scales, ledger] = ['scales', 'ledger'].map((name) => readFileSync(join(lane, `${name}.env`), 'utf8'))
  expect(scales).toMatch(/\bUNIT\b.* kg$/)
  expect(ledger).toMatch(new RegExp(`LEDGER_TOKEN.* ${token}$`))
  for (const known of [scales, ledger]) expect(known).not.toMatch(/API_KEY|AUTH_TOKEN|HARNESS_SERVER/)
  expect(existsSync(join(lane, 'bad-started'))).toBe(false)
}

/** No shell of the agent finds the values of a server. */
const spying = 'cat /proc/*/cmdline /proc/*/environ /agent/*.sh | tr "\\0" "\\n"; env; echo looked'

/** A tool server at an address: writes down the headers of each request. */
async function webServer(): Promise<{ readonly url: string; readonly keys: readonly unknown[] }> {
  const keys: unknown[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    keys.push(request.headers['x-api-key'])
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method, params } = JSON.parse(body)
    const tool = {
      name: 'fetch',
      description: 'Fetches things.',
      inputSchema: { type: 'object', properties: {} },
    }
    const serverInfo = { name: 'web', version: '1' }
    const results: Readonly<Record<string, object>> = {
      initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
      'tools/list': { tools: [tool] },
    }
    if (id === undefined) return void response.writeHead(202).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, keys }
}

/** A request with this server and nothing else. */
const withServer = (
  lane: string,
  env: Readonly<Record<string, string>>,
  server: ToolServer,
  model: string | null,
) =>
  aRequest(lane, env, {
    model,
    extensions: { folder: lane, seenAt: lane, skills: [], commands: [], servers: { ledger: server } },
  })

const atAddress = (url: string): ToolServer => ({ type: 'http', url, headers: { 'X-Api-Key': token } })

/** Without a cell: the server writes down its variables, and the arguments of all programs that name it. */
async function unconfined(home: string): Promise<{ readonly lane: string; readonly server: ToolServer }> {
  const { lane } = await cellWorld(home)
  const looking = `const { execFileSync } = require('node:child_process')
require('node:fs').writeFileSync('seen.txt', execFileSync('sh', ['-c', 'cat /proc/[0-9]*/cmdline 2>/dev/null || true'], { encoding: 'latin1', maxBuffer: 1e8 }))
${server}`
  writeFileSync(join(lane, 'server.cjs'), looking)
  return { lane, server: { command: 'node', args: ['server.cjs', 'ledger'], env: { LEDGER_TOKEN: token } } }
}

function expectUnseen(lane: string): void {
  expect(readFileSync(join(lane, 'ledger.env'), 'utf8')).toMatch(new RegExp(`LEDGER_TOKEN.* ${token}$`))
  const seen = readFileSync(join(lane, 'seen.txt'), 'latin1')
  expect(seen).toContain('server.cjs')
  expect(seen).not.toContain(token)
}

describeWith(
  claudePackage,
  'Claude with what the operator trusts',
  () => {
    const claude = claudeUnderTest(endAgentTree)

    test('AG-15 its model hears of the trusted skill, command and tool server, and of no other', async () => {
      const world = await trustingWorld(claude.env.HOME, 'claude')
      const { provider, requests } = await claude.play(
        [
          { type: 'tool', name: 'mcp__scales__weigh', input: {} },
          { type: 'tool', name: 'mcp__ledger__weigh', input: {} },
          bash(spying),
          { type: 'tool', name: 'Skill', input: { skill: 'trusted:paint' } },
          bash('head -2 /agent-extensions/skills/paint/SKILL.md | tail -1'),
          text('Done.'),
        ],
        { sandbox: world.agents },
      )
      expect(await turn(world, provider, claude.env, null)).toMatchObject({ error: null, text: 'Done.' })
      const [first, last] = [requests[0], requests.at(-1)].map((request) => JSON.stringify(request?.body))
      for (const known of ['How to paint well.', 'Polishes it.', 'Weighs things.'])
        expect(first).toContain(known)
      for (const known of ['weighed-well', 'Read the paint guide.', '"name: paint"'])
        expect(last).toContain(known)
      for (const other of ['loot', 'Pillages', token]) expect(last).not.toContain(other)
      expect(last).toContain('looked')
      expectServed(world.lane)
    })

    test('AG-15 a server at an address gets its headers, and the agent’s shell does not see them', async () => {
      const world = await cellWorld(claude.env.HOME, 'host-loopback')
      const { url, keys } = await webServer()
      const { provider, requests } = await claude.play([bash(spying), text('Done.')], {
        sandbox: world.agents,
      })
      const { error } = await provider.run(withServer(world.lane, claude.env, atAddress(url), null), () => {})
      expect(error).toBeNull()
      expect(JSON.stringify(requests[0]?.body)).toContain('Fetches things.')
      const last = JSON.stringify(requests.at(-1)?.body)
      expect(last).toContain('looked')
      expect(last).not.toContain(token)
      expect(new Set(keys)).toEqual(new Set([token]))
    })

    test('AG-15 without a cell a server gets its values too, and no argument has them', async () => {
      const { lane, server } = await unconfined(claude.env.HOME)
      const { provider } = await claude.play([text('Done.')], { sandbox: null })
      const { error } = await provider.run(withServer(lane, claude.env, server, null), () => {})
      expect(error).toBeNull()
      expectUnseen(lane)
    })
  },
  whyNoSandbox,
)

describeWith(
  codexPackage,
  'Codex with what the operator trusts',
  () => {
    const codex = codexScenario.codexUnderTest(endAgentTree)

    test('AG-15 its model hears of the trusted skill, command and tool server, and of no other', async () => {
      const world = await trustingWorld(codex.env.HOME, 'codex')
      const { provider, requests } = await codex.play(
        [
          codexScenario.exec('cat /agent-extensions/skills/paint/SKILL.md; touch /agent-extensions/x'),
          codexScenario.exec(spying),
          codexScenario.text('Done.'),
        ],
        { sandbox: world.agents },
      )
      const { error } = await turn(world, provider, codex.env, codexScenario.plainModel)
      expect(error).toBeNull()
      const [first, last] = [requests[0], requests.at(-1)].map((request) => JSON.stringify(request?.body))
      for (const known of ['skill paint: How to paint well.', 'command /polish: Polishes it.', '- scales'])
        expect(first).toContain(known)
      for (const known of ['Read the paint guide.', 'Read-only file system']) expect(last).toContain(known)
      for (const other of ['loot', 'Pillages', token]) expect(last).not.toContain(other)
      expect(last).toContain('looked')
      expectServed(world.lane)
    })

    test('AG-15 a server at an address gets its headers, and the agent’s shell does not see them', async () => {
      const world = await cellWorld(codex.env.HOME, 'host-loopback')
      const { url, keys } = await webServer()
      const answers = [codexScenario.exec(spying), codexScenario.text('Done.')]
      const { provider, requests } = await codex.play(answers, { sandbox: world.agents })
      const request = withServer(world.lane, codex.env, atAddress(url), codexScenario.plainModel)
      expect((await provider.run(request, () => {})).error).toBeNull()
      const last = JSON.stringify(requests.at(-1)?.body)
      expect(last).toContain('looked')
      expect(last).not.toContain(token)
      expect(new Set(keys)).toEqual(new Set([token]))
    })

    test('AG-15 without a cell a server gets its values too, and no argument has them', async () => {
      const { lane, server } = await unconfined(codex.env.HOME)
      const { provider } = await codex.play([codexScenario.text('Done.')], { sandbox: null })
      const request = withServer(lane, codex.env, server, codexScenario.plainModel)
      expect((await provider.run(request, () => {})).error).toBeNull()
      expectUnseen(lane)
    })
  },
  whyNoSandbox,
)

describeWith(
  codexAcpPackage,
  'codex-acp, a real ACP agent, with what the operator trusts',
  () => {
    const acp = acpUnderTest(endAgentTree)

    test('AG-15 AG-21 it reads the trusted skill and starts the trusted tool servers, with their values', async () => {
      const world = await trustingWorld(acp.env.HOME, 'acp', 'host-loopback')
      const { url, keys } = await webServer()
      const { provider, requests } = await acp.play(
        [
          codexScenario.exec('cat /agent-extensions/skills/paint/SKILL.md; touch /agent-extensions/x'),
          { type: 'tool', server: 'scales', name: 'weigh' },
          codexScenario.exec(spying),
          codexScenario.text('Done.'),
        ],
        { sandbox: world.agents },
      )
      const { error } = await turn(world, provider, acp.env, null, { web: atAddress(url) })
      expect(error).toBeNull()
      const [first, last] = [requests[0], requests.at(-1)].map((request) => JSON.stringify(request?.body))
      for (const known of ['skill paint: How to paint well.', 'command /polish: Polishes it.'])
        expect(first).toContain(known)
      for (const known of ['Read the paint guide.', 'Read-only file system', 'weighed-well', 'looked'])
        expect(last).toContain(known)
      for (const other of ['loot', 'Pillages', token]) expect(last).not.toContain(other)
      expect(new Set(keys)).toEqual(new Set([token]))
      expectServed(world.lane)
    })
  },
  whyNoSandbox,
)
