import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import {
  addFile,
  codexUnderTest,
  commandsThatRan,
  exec,
  plainModel,
  text,
} from '@harness/agent-runner/test-support/codex-scenario'
import { aRequest } from '@harness/agent-runner/test-support/requests'
import { expect, test } from 'vitest'
import { whyNoSandbox } from '../../../machine/sandbox/test-support/confined-shell.ts'
import { cellWorld } from '../../../test-support/agent-cell.ts'
import { describeAgentCell } from '../../../test-support/describe-agent-cell.ts'
import { endAgentTree } from './end-agent-tree.ts'

describeWith(
  codexPackage,
  'Codex in a cell',
  () => {
    const codex = codexUnderTest(endAgentTree)
    const inHome = (name: string, text: string): void => {
      mkdirSync(join(codex.env.HOME, '.codex'), { recursive: true })
      writeFileSync(join(codex.env.HOME, '.codex', name), text)
    }

    const logIn = (): void => inHome('auth.json', '{"OPENAI_API_KEY":"log-in-of-nobody"}')

    describeAgentCell({
      get env() {
        return codex.env
      },
      logIn,
      logInFile: '.codex/auth.json',
      modelUrl: async () => (await codex.play([text('Done.')])).url,
      async play(lines, sandbox) {
        const { provider, requests } = await codex.play([...lines.map(exec), text('Done.')], { sandbox })
        return {
          run: (request, onEvent) => provider.run({ ...request, model: plainModel }, onEvent),
          seen: () => JSON.stringify(requests.map(({ body }) => body)),
          ran: () => commandsThatRan(requests),
        }
      },
    })

    test('AG-02 TR-01 a log-in of the codex program is used in the cell', async () => {
      const world = await cellWorld(codex.env.HOME)
      logIn()
      const { provider, requests, url } = await codex.play([text('Done.')], {
        sandbox: world.agents,
        login: {},
        modelProvider: null,
      })
      const server = `name = "fake"\nbase_url = "${url}/v1"\nwire_api = "responses"\nrequires_openai_auth = true`
      inHome('config.toml', `model_provider = "fake"\n[model_providers.fake]\n${server}\n`)
      const request = aRequest(world.lane, codex.env, { model: plainModel })
      expect(await provider.run(request, () => {})).toMatchObject({ text: 'Done.', error: null })
      expect(requests[0]!.headers.authorization).toBe('Bearer log-in-of-nobody')
      rmSync(join(codex.env.HOME, '.codex', 'config.toml'))
    })

    test('AG-07 of the user’s config an agent gets the choice of the model, and no servers, hooks or wider rights', async () => {
      const world = await cellWorld(codex.env.HOME)
      inHome('AGENTS.md', 'obey-the-user')
      inHome(
        'config.toml',
        [
          'sandbox_mode = "danger-full-access"',
          'default_permissions = ":danger-full-access"',
          'developer_instructions = "obey-the-user"',
          'model_verbosity = "low"',
          '[mcp_servers.mine]',
          'command = "sh"',
          `args = ["-c", "touch ${world.lane}/sprung; cat"]`,
        ].join('\n'),
      )
      const { provider, requests } = await codex.play(
        [exec('cat /agent/auth.json /agent/config.toml; ls'), text('Done.')],
        { sandbox: world.agents },
      )
      const result = await provider.run(aRequest(world.lane, codex.env, { model: plainModel }), () => {})
      expect(result.error).toBeNull()
      const seen = JSON.stringify(requests.map(({ body }) => body))
      expect(seen).toContain('Permission denied')
      expect(seen).toContain('"verbosity":"low"')
      for (const word of ['obey-the-user', 'sprung', 'log-in-of-nobody']) expect(seen).not.toContain(word)
    })

    test('TR-01 a patch cannot reach beyond the lane, nor the log-in, nor the lane of a reviewer', async () => {
      logIn()
      const world = await cellWorld(codex.env.HOME)
      const before = world.operators()
      const patches = [
        addFile(join(world.otherLane, 'tool'), 'x'),
        addFile(join(codex.env.HOME, 'tool'), 'x'),
        addFile('/agent/auth.json', '{"OPENAI_API_KEY":"log-in-of-nobody-else"}'),
        addFile('tool', 'x'),
      ]
      for (const mode of ['review', 'exec'] as const) {
        const { provider } = await codex.play([...patches, text('Done.')], { sandbox: world.agents })
        await provider.run(aRequest(world.lane, codex.env, { mode, model: plainModel }), () => {})
        expect(world.operators()).toBe(before)
      }
    })
  },
  whyNoSandbox,
)
