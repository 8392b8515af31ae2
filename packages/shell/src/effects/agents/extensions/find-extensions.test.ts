import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import { expect, test } from 'vitest'
import { createRedactor } from '../../../machine/redaction/redactor.ts'
import { targetRepo } from '../../../test-support/target-repo.ts'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import { type ExtensionPlace, findExtensions, guardExtensions } from './find-extensions.ts'
import { keepAgain, keepExtensions, keptExtensions } from './kept-extensions.ts'
import { userServerSecrets } from './user-servers.ts'

const none = { skills: [], commands: [], mcpServers: [] }
const skill = (words: string): string => `---\nname: x\ndescription: ${words}\n---\nDo it.\n`

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const world = async (files: Readonly<Record<string, string>>) => {
  const repo = targetRepo({ 'a.txt': 'a\n', ...files })
  const home = await temporaryDir()
  return { repo, home, place: { repoRoot: repo.root, environment: { HOME: home } } }
}

test('AG-15 finds skills and commands in the last commit, else in the home, and hashes all their files', async () => {
  const { repo, home, place } = await world({
    '.claude/skills/paint/SKILL.md': skill('paints'),
    '.claude/skills/paint/mix.sh': 'echo mix\n',
    '.claude/commands/polish.md': 'Polish.\n',
    '.mcp.json': '{"mcpServers":{"scales":{"command":"node","args":["s.js"]}}}',
  })
  put(join(home, '.claude/skills/paint/SKILL.md'), skill('another'))
  put(join(home, '.agents/skills/sketch/SKILL.md'), skill('sketches'))
  mkdirSync(join(home, '.claude/commands'), { recursive: true })
  symlinkSync('../../.agents/skills/sketch', join(home, '.claude/skills/sketch'))
  const trust = { skills: ['paint', 'sketch'], commands: ['polish'], mcpServers: ['scales'] }
  const first = await findExtensions(trust, place)
  expect(first.problems).toEqual([])
  expect(first.found.map(({ kind, name, from }) => [kind, name, from])).toEqual([
    ['skill', 'paint', '.claude/skills/paint'],
    ['skill', 'sketch', '~/.claude/skills/sketch'],
    ['command', 'polish', '.claude/commands/polish.md'],
    ['server', 'scales', '.mcp.json'],
  ])
  expect(first.found[0]?.text).toContain('Other files:\nmix.sh')
  // Only what is committed counts, and of that every byte and the right to run.
  repo.write('.claude/skills/paint/mix.sh', 'echo other\n')
  const digests = async () => (await findExtensions(trust, place)).found.map(({ digest }) => digest)
  const before = first.found.map(({ digest }) => digest)
  expect(await digests()).toEqual(before)
  repo.git('checkout', '-q', '.')
  chmodSync(join(repo.root, '.claude/skills/paint/mix.sh'), 0o755)
  repo.git('commit', '-qam', 'can be run')
  put(join(home, '.agents/skills/sketch/notes.md'), 'more\n')
  const now = await digests()
  expect(now.map((digest, index) => digest === before[index])).toEqual([false, false, true, true])
})

const configOf = (provider: ProviderName, agents = 'loopback') =>
  ({
    agent: { provider, roles: {}, trust: { ...none, mcpServers: ['ledger', 'web'] } },
    sandbox: { mode: 'auto', network: { agents } },
  }) as unknown as NonNullable<ExtensionPlace['config']>

test('AG-15 finds servers in the user’s own config of the provider in use, and shows and keeps none of their values', async () => {
  const { home, place } = await world({})
  const token = 'secret-token-of-the-ledger'
  const ledger = { command: 'npx', args: ['ledger'], env: { LEDGER_TOKEN: token, LEVEL: 'production' } }
  const web = {
    type: 'http',
    url: 'https://example.com/s/p4th0fth3s3cr3tk1nd/mcp',
    headers: { Authorization: `Bearer ${token}2` },
  }
  put(join(home, '.claude.json'), JSON.stringify({ oauthAccount: {}, mcpServers: { ledger, web } }))
  put(
    join(home, '.codex/config.toml'),
    '[mcp_servers.ledger]\ncommand = "npx"\nargs = ["ledger"]\nenv_vars = ["LEVEL"]\n[mcp_servers.ledger.env]\nLEDGER_TOKEN = "other-token-of-the-ledger"\n[mcp_servers.web]\nurl = "https://example.com/mcp"\nbearer_token_env_var = "WEB_TOKEN"\n[mcp_servers.few]\ncommand = "npx"\nenabled_tools = ["read"]\n',
  )
  const trust = { ...none, mcpServers: ['ledger', 'web'] }
  const found = async (config: ReturnType<typeof configOf>) => findExtensions(trust, { ...place, config })
  const { found: ofClaude, problems } = await found(configOf('claude', 'all'))
  expect(problems).toEqual([])
  expect(ofClaude.map(({ from, text }) => [from, JSON.parse(text)])).toEqual([
    ['~/.claude.json', { ...ledger, env: { LEDGER_TOKEN: '…', LEVEL: '…' } }],
    ['~/.claude.json', { type: 'http', url: 'https://example.com/…', headers: { Authorization: '…' } }],
  ])
  const { found: ofCodex } = await found(configOf('codex', 'all'))
  expect(ofCodex.map(({ from, server }) => [from, server])).toMatchObject([
    ['~/.codex/config.toml', { env: { LEVEL: '…', LEDGER_TOKEN: '…' } }],
    ['~/.codex/config.toml', { headers: { Authorization: '…' } }],
  ])
  // An agent of acp may have those of both files.
  const { found: ofAcp } = await found(configOf('acp', 'all'))
  expect(ofAcp.map(({ from }) => from)).toEqual(['~/.claude.json', '~/.claude.json'])
  expect((await found(configOf('scripted'))).problems).toHaveLength(2)
  const few = await findExtensions({ ...none, mcpServers: ['few'] }, { ...place, config: configOf('acp') })
  expect(few.problems[0]?.problem).toBe(
    '~/.codex/config.toml: mcp_servers.few.enabled_tools is not supported',
  )

  const runDir = await temporaryDir()
  await keepExtensions(runDir, ofClaude)
  expect(readFileSync(join(runDir, 'extensions/extensions.json'), 'utf8')).not.toContain(token)
  const kept = () => keptExtensions(runDir, trust, place.environment)
  expect((await kept())?.servers).toEqual({ ledger, web })
  const secrets = await userServerSecrets(configOf('claude').agent, place.environment)
  const redact = createRedactor({ secrets })
  expect(redact(`${token}2 ${token} p4th0fth3s3cr3tk1nd production Bearer`)).toBe(
    '[redacted:Authorization] [redacted:LEDGER_TOKEN] [redacted:url] production Bearer',
  )
  put(
    join(home, '.claude.json'),
    JSON.stringify({ mcpServers: { ledger: { ...ledger, command: 'curl' }, web } }),
  )
  await expect(kept()).rejects.toThrow(
    'The tool server ledger in ~/.claude.json is not what the run recorded',
  )
})

test('AG-15 says of each that cannot be used which field names it, what is wrong and what to do', async () => {
  const { repo, home, place } = await world({
    '.claude/skills/huge/SKILL.md': 'x'.repeat(200_000),
    '.claude/skills/bare/notes.md': 'x',
    '.mcp.json': '{"mcpServers":{"web":{"url":"https://example.com"},"odd":{"args":[]}}}',
  })
  mkdirSync(join(repo.root, '.claude/skills/inner'))
  symlinkSync('/etc', join(repo.root, '.claude/skills/out'))
  symlinkSync('/etc/hostname', join(repo.root, '.claude/skills/inner/SKILL.md'))
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'links')
  mkdirSync(join(home, '.claude/skills'), { recursive: true })
  symlinkSync(repo.root, join(home, '.claude/skills/away'))
  const names = ['huge', 'bare', 'out', 'inner', 'away', 'gone']
  const result = await findExtensions(
    { skills: names, commands: ['gone'], mcpServers: ['web', 'odd', 'gone'] },
    { ...place, config: configOf('claude') },
  )
  expect(result.found).toEqual([])
  expect(result.problems.map(({ field, name, problem }) => `${field} ${name}: ${problem}`)).toEqual([
    'agent.trust.skills huge: the text in .claude/skills/huge has 200000 bytes, more than the 131072 that an agent is given',
    'agent.trust.skills bare: .claude/skills/bare has no SKILL.md',
    'agent.trust.skills out: .claude/skills/out is a link that leads out of the repository',
    'agent.trust.skills inner: .claude/skills/inner/SKILL.md is a link; only plain files are used',
    'agent.trust.skills away: ~/.claude/skills/away is a link that leads out of your home',
    'agent.trust.skills gone: there is no .claude/skills/gone/SKILL.md in the last commit or in your home (nor in .agents/skills)',
    'agent.trust.commands gone: there is no .claude/commands/gone.md in the last commit or in your home',
    'agent.trust.mcpServers web: its url is at example.com, which agents cannot reach with sandbox.network.agents "loopback"; set "all" to allow it',
    'agent.trust.mcpServers odd: .mcp.json: mcpServers.odd.command: expected a program, or a url in its place',
    'agent.trust.mcpServers gone: no server of this name is in .mcp.json of the last commit or ~/.claude.json',
  ])
  expect(() => guardExtensions(result)).toThrow(
    /The config’s agent\.trust\.skills "huge" cannot be used[\s\S]*agent\.trust\.mcpServers "gone"/,
  )
})

test('AG-15 a run uses its own copies, only those that are still trusted, and refuses a copy that changed', async () => {
  const { home, place } = await world({
    '.claude/commands/polish.md': '---\ndescription: >-\n  Polishes\n  it\n---\n',
  })
  put(join(home, '.claude/skills/paint/SKILL.md'), skill('"paints"'))
  const trust = { ...none, skills: ['paint'], commands: ['polish'] }
  const runDir = await temporaryDir()
  expect(await keptExtensions(runDir, trust, place.environment)).toBeNull()
  const { found } = await findExtensions(trust, place)
  // A crash came before the copies: only what is as it was recorded is taken now.
  const recorded = { 'skill paint': found[0]?.digest ?? '', 'command polish': 'another' }
  await keepAgain(runDir, found, recorded)
  expect(await keptExtensions(runDir, trust, place.environment)).toMatchObject({
    skills: ['paint'],
    commands: [],
  })
  await keepExtensions(runDir, found)
  await keepAgain(runDir, [], {})
  rmSync(join(home, '.claude'), { recursive: true })
  const kept = await keptExtensions(runDir, trust, place.environment)
  expect(kept).toMatchObject({ skills: ['paint'], commands: ['polish'], servers: {} })
  expect(kept?.described.map(({ description }) => description)).toEqual(['paints', 'Polishes it'])
  const copy = join(kept?.folder ?? '', 'skills/paint/SKILL.md')
  expect(readFileSync(copy, 'utf8')).toBe(skill('"paints"'))
  writeFileSync(copy, skill('plunders'))
  await expect(keptExtensions(runDir, trust, place.environment)).rejects.toThrow(
    'copy of the skill paint is not what the run recorded',
  )
  expect(await keptExtensions(runDir, { ...trust, skills: [] }, place.environment)).toMatchObject({
    skills: [],
    commands: ['polish'],
  })
})
