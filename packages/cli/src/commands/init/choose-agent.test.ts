import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import { installFiles, wholeInstallation } from '@harness/agent-runner/test-support/installed-files'
import { describe, expect, test } from 'vitest'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { chooseAgent, installedAgents } from './choose-agent.ts'

const logIns = { ANTHROPIC_API_KEY: 'not-a-key', CODEX_API_KEY: 'not-a-key' }

/** A machine with both agents installed, and nothing else of this one. */
function machine(env: Readonly<Record<string, string>>) {
  const program = mkdtempSync(join(tmpdir(), 'harness-program-'))
  installFiles(program, { ...wholeInstallation(claudePackage), ...wholeInstallation(codexPackage) })
  const fake = fakeTerminal({ tty: true, env: { ACCESSIBLE: '1' } })
  const own = { HOME: program, HARNESS_DATA_DIR: join(program, 'data') }
  return {
    fake,
    context: { env: { ...own, ...env }, rolesDir: join(program, 'roles'), terminal: fake.terminal },
  }
}

describe('init chooses the agent', () => {
  test('DL-01 several can work here: the person is asked', async () => {
    const { fake, context } = machine(logIns)
    const chosen = chooseAgent(context, null, true)
    await expect.poll(fake.out).toContain('Number (1 to 2): ')
    expect(fake.out()).toMatch(/Which agent is to do the work\?\n {2}1\. claude: .*\n {2}2\. codex: /)
    fake.input.write('2\n')
    expect(await chosen).toEqual({ agent: 'codex' })
  })
  test('DL-01 a person who gives up has chosen none', async () => {
    const { fake, context } = machine(logIns)
    const chosen = chooseAgent(context, null, true)
    fake.input.end()
    expect(await chosen).toBe(null)
  })
  test('DL-01 an agent that is installed, but not logged in, is not chosen', async () => {
    const { context } = machine({})
    expect(installedAgents(context)).toEqual(['claude', 'codex'])
    expect(await chooseAgent(context, null, true)).toEqual({ agent: null })
  })
  test('DL-01 without a terminal it refuses, and names the flag', async () => {
    const { fake, context } = machine(logIns)
    await expect(chooseAgent(context, null, false)).rejects.toMatchObject({
      code: 'provider-not-chosen',
      message: 'Several agents can work here: claude, codex.',
      next: 'Say which one: harness init --yes --agent claude',
    })
    expect(fake.out()).toBe('')
  })
  test('DL-01 --agent is the answer', async () => {
    expect(await chooseAgent(machine(logIns).context, 'codex', false)).toEqual({ agent: 'codex' })
  })
  test.each([
    ['claude', { ANTHROPIC_API_KEY: 'not-a-key' }],
    ['codex', { CODEX_API_KEY: 'not-a-key' }],
  ])('DL-01 only %s is logged in: no question', async (agent, env) => {
    const { fake, context } = machine(env)
    expect(await chooseAgent(context, null, true)).toEqual({ agent })
    expect(fake.out()).toBe('')
  })
})
