import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import {
  bash,
  claudeUnderTest,
  commandsThatRan,
  text,
} from '@harness/agent-runner/test-support/claude-scenario'
import { aRequest } from '@harness/agent-runner/test-support/requests'
import { expect, test } from 'vitest'
import { whyNoSandbox } from '../../../machine/sandbox/test-support/confined-shell.ts'
import { cellWorld } from '../../../test-support/agent-cell.ts'
import { describeAgentCell } from '../../../test-support/describe-agent-cell.ts'
import { endAgentTree } from './end-agent-tree.ts'

describeWith(
  claudePackage,
  'Claude in a cell',
  () => {
    const claude = claudeUnderTest(endAgentTree)
    const logIn = (): void => {
      mkdirSync(join(claude.env.HOME, '.claude'), { recursive: true })
      writeFileSync(join(claude.env.HOME, '.claude', '.credentials.json'), '{"token":"log-in-of-nobody"}')
      writeFileSync(join(claude.env.HOME, '.claude.json'), '{"oauthAccount":{"name":"log-in-of-nobody"}}')
    }

    describeAgentCell({
      get env() {
        return claude.env
      },
      logIn,
      logInFile: '.claude/.credentials.json',
      modelUrl: async () => (await claude.play([text('Done.')])).url,
      async play(lines, sandbox) {
        const { provider, requests } = await claude.play(
          [...lines.map((line) => bash(line)), text('Done.')],
          { sandbox },
        )
        return {
          run: provider.run,
          seen: () => JSON.stringify(requests.map(({ body }) => body)),
          ran: () => commandsThatRan(requests),
        }
      },
    })

    test('AG-02 TR-01 a log-in of the claude program is used in the cell', async () => {
      const world = await cellWorld(claude.env.HOME)
      const expiresAt = Date.now() + 3_600_000
      const oauth = {
        accessToken: 'sk-ant-oat01-of-nobody',
        refreshToken: 'r',
        expiresAt,
        scopes: ['user:inference'],
      }
      mkdirSync(join(claude.env.HOME, '.claude'), { recursive: true })
      writeFileSync(
        join(claude.env.HOME, '.claude', '.credentials.json'),
        JSON.stringify({ claudeAiOauth: { ...oauth, subscriptionType: 'max' } }),
      )
      const { provider, requests } = await claude.play([text('Done.')], {
        sandbox: world.agents,
        login: { ANTHROPIC_API_KEY: '' },
      })
      expect(await provider.run(aRequest(world.lane, claude.env), () => {})).toMatchObject({ error: null })
      expect(requests[0]!.headers.authorization).toBe('Bearer sk-ant-oat01-of-nobody')
    })

    test('AG-07 the tools that run in the program itself do not show its key or log-in either', async () => {
      logIn()
      const world = await cellWorld(claude.env.HOME)
      const read = (file_path: string) => ({ type: 'tool' as const, name: 'Read', input: { file_path } })
      const grep = (path: string) => ({
        type: 'tool' as const,
        name: 'Grep',
        input: { pattern: 'of-nobody', path, output_mode: 'content' },
      })
      const files = ['/proc/self/environ', '/agent/.credentials.json', '/agent/.claude.json']
      const links = files.map((_, index) => join(world.lane, `link-${index}`))
      // A word that the program does not recognise as a path.
      const link = files.map((file, index) => `ln -s "/"${file.slice(1)} link-${index}`).join('; ')
      const before = world.operators()
      const write = (file_path: string) => ({
        type: 'tool' as const,
        name: 'Write',
        input: { file_path, content: '{"token":"log-in-of-nobody-else"}' },
      })
      const { provider, requests } = await claude.play(
        [
          ...[...files.slice(1), join(world.otherLane, 'tool'), '/tmp/tool'].map(write),
          bash(`sh -c '${link}'; ls`),
          ...[...files, ...links, '/agent', '/proc/self'].flatMap((it) => [read(it), grep(it)]),
          text('Done.'),
        ],
        { sandbox: world.agents },
      )
      const result = await provider.run(aRequest(world.lane, claude.env), () => {})
      expect(result).toMatchObject({ text: 'Done.', error: null })
      const answers = JSON.stringify(
        requests.at(-1)!.body.messages.filter(({ role }: { role: string }) => role === 'user'),
      )
      expect(answers).toContain('has been denied')
      expect(readdirSync(world.lane)).toEqual(expect.arrayContaining(links.map((link) => basename(link))))
      expect(world.operators()).toBe(before)
      for (const secret of ['key-of-nobody', 'log-in-of-nobody']) expect(answers).not.toContain(secret)
    })
  },
  whyNoSandbox,
)
