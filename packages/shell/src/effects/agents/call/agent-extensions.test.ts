import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import type { Provider } from '@harness/agent-runner/runner/provider'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { bash, claudeUnderTest, text } from '@harness/agent-runner/test-support/claude-scenario'
import * as codexScenario from '@harness/agent-runner/test-support/codex-scenario'
import { aRequest } from '@harness/agent-runner/test-support/requests'
import { renderEnvelope } from '@harness/core/kernel/envelope'
import { expect, test } from 'vitest'
import { whyNoSandbox } from '../../../machine/sandbox/test-support/confined-shell.ts'
import { type CellWorld, cellWorld } from '../../../test-support/agent-cell.ts'
import { extensionSlices, extensionsOfCall } from '../extensions/extensions-of-call.ts'
import { findExtensions } from '../extensions/find-extensions.ts'
import { keepExtensions } from '../extensions/kept-extensions.ts'
import { endAgentTree } from './end-agent-tree.ts'

const trust = { skills: ['paint'], commands: ['polish'], mcpServers: ['scales'] }

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: How to ${name} well.\n---\nRead the ${name} guide.\n`

/** Writes down which variables it has, and answers as a tool server must. */
const server = `
const lines = require('node:readline').createInterface({ input: process.stdin })
require('node:fs').writeFileSync('server.env', Object.keys(process.env).sort().join(' ') + ' ' + process.env.UNIT)
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
async function trustingWorld(home: string) {
  const world = await cellWorld(home)
  const put = (at: string, path: string, content: string): void => {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), content)
  }
  const scales = { command: 'node', args: ['server.cjs'], env: { UNIT: `\${UNIT:-kg}` } }
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
  const { found, problems } = await findExtensions(trust, {
    repoRoot: world.checkout,
    environment: { HOME: home },
  })
  expect(problems).toEqual([])
  await keepExtensions(world.runDir, found)
  return world
}

async function turn(
  { lane, runDir }: CellWorld,
  provider: Provider,
  env: Readonly<Record<string, string>>,
  model: string | null,
) {
  const ports = { runDir, trust, sandbox: { kind: 'bubblewrap' } } as unknown as Parameters<
    typeof extensionsOfCall
  >[3]
  const mode = 'exec'
  const extensions = await extensionsOfCall({ mode }, provider, env, ports)
  expect(extensions?.servers.scales?.env).toEqual({ UNIT: 'kg' })
  const envelope = `${renderEnvelope(await extensionSlices({ mode }, provider, ports))}# Task\nDo it.\n`
  const request = aRequest(lane, env, {
    mode,
    model,
    envelope,
    ...(extensions === null ? {} : { extensions }),
  })
  return provider.run(request, () => {})
}

/** The server ran in the cell, as the agent's shell does: with its own variable, without the log-in. */
function expectServed(lane: string): void {
  const known = readFileSync(join(lane, 'server.env'), 'utf8')
  expect(known).toMatch(/\bUNIT\b.* kg$/)
  expect(known).not.toMatch(/API_KEY|AUTH_TOKEN/)
  expect(existsSync(join(lane, 'bad-started'))).toBe(false)
}

describeWith(
  claudePackage,
  'Claude with what the operator trusts',
  () => {
    const claude = claudeUnderTest(endAgentTree)

    test('AG-15 its model hears of the trusted skill, command and tool server, and of no other', async () => {
      const world = await trustingWorld(claude.env.HOME)
      const { provider, requests } = await claude.play(
        [
          { type: 'tool', name: 'mcp__scales__weigh', input: {} },
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
      for (const other of ['loot', 'Pillages']) expect(last).not.toContain(other)
      expectServed(world.lane)
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
      const world = await trustingWorld(codex.env.HOME)
      const { provider, requests } = await codex.play(
        [
          codexScenario.exec('cat /agent-extensions/skills/paint/SKILL.md; touch /agent-extensions/x'),
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
      for (const other of ['loot', 'Pillages']) expect(last).not.toContain(other)
      expectServed(world.lane)
    })
  },
  whyNoSandbox,
)
