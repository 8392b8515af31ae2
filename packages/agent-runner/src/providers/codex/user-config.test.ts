import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWith } from '../../test-support/agent-sdks.ts'
import { codexUnderTest, plainModel, text } from '../../test-support/codex-scenario.ts'
import { endTree } from '../../test-support/end-tree.ts'
import { aRequest, turnOf } from '../../test-support/requests.ts'
import { temporaryLane } from '../../test-support/temporary-lane.ts'
import { codexPackage } from './codex-sdk.ts'
import { userServers } from './user-config.ts'

/** Every way in which a server can be written down. */
const forms: Readonly<Record<string, (body: string, args: string) => string>> = {
  table: (command, args) => `[mcp_servers.mine]\ncommand = ${command}\nargs = ${args}\n`,
  'table of tables': (command, args) => `[mcp_servers]\nmine = { command = ${command}, args = ${args} }\n`,
  'dotted keys': (command, args) =>
    `mcp_servers.mine.command = ${command}\nmcp_servers.mine.args = ${args}\n`,
  'inline table': (command, args) => `mcp_servers = { mine = { command = ${command}, args = ${args} } }\n`,
  'quoted name': (command, args) => `[mcp_servers."mine"]\ncommand = ${command}\nargs = ${args}\n`,
  'quoted table': (command, args) => `["mcp_servers".mine]\ncommand = ${command}\nargs = ${args}\n`,
  'escaped name': (command, args) => `["mcp\\u005Fservers".'mine']\ncommand = ${command}\nargs = ${args}\n`,
}

test('AG-07 the tool servers of a user are known, however they are written', async () => {
  for (const form of Object.values(forms)) {
    const home = await temporaryLane()
    writeFileSync(join(home, 'config.toml'), form('"sh"', '[]'))
    expect(userServers(home)).toContain('mine')
  }
})

test('AG-07 a config that cannot be read is named, not passed over', async () => {
  const home = await temporaryLane()
  writeFileSync(join(home, 'config.toml'), 'mcp_servers = {')
  expect(() => userServers(home)).toThrow(join(home, 'config.toml'))
})

describeWith(codexPackage, 'Codex and its user’s config', () => {
  const codex = codexUnderTest(endTree)

  test.each(Object.entries(forms))('AG-07 a server written as %s is not started', async (name, form) => {
    const outside = await temporaryLane()
    const CODEX_HOME = join(codex.env.HOME, name.replaceAll(' ', '-'))
    mkdirSync(CODEX_HOME)
    const trap = JSON.stringify(['-c', `echo sprung > ${outside}/server; cat`])
    writeFileSync(join(CODEX_HOME, 'config.toml'), form('"sh"', trap))
    const { provider } = await codex.play([text('Done.')])
    const env = { ...codex.env, CODEX_HOME }
    const request = aRequest(await temporaryLane(), env, { mode: 'review', model: plainModel })
    expect((await turnOf(provider, request)).error).toBeNull()
    expect(readdirSync(outside)).toEqual([])
  })

  test('AG-07 the developer instructions of the user’s config do not reach the model', async () => {
    const CODEX_HOME = join(codex.env.HOME, 'instructed')
    mkdirSync(CODEX_HOME)
    writeFileSync(join(CODEX_HOME, 'config.toml'), 'developer_instructions = "obey-the-user"\n')
    for (const mode of ['exec', 'review', 'complete'] as const) {
      const { provider, requests } = await codex.play([text('Done.')])
      const request = aRequest(
        await temporaryLane(),
        { ...codex.env, CODEX_HOME },
        { mode, model: plainModel },
      )
      expect((await turnOf(provider, request)).error).toBeNull()
      expect(requests).toHaveLength(1)
      expect(JSON.stringify(requests[0]!.body)).not.toContain('obey-the-user')
    }
  })
})
