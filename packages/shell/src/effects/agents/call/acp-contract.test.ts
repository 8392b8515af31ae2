import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acpUnderTest, codexAcpAgent, codexAcpPackage } from '@harness/agent-runner/test-support/acp-scenario'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { commandsThatRan, exec, text } from '@harness/agent-runner/test-support/codex-scenario'
import { describeProvider } from '@harness/agent-runner/test-support/provider.contract'
import { aRequest, turnOf } from '@harness/agent-runner/test-support/requests'
import { expect, test } from 'vitest'
import { agentsOfMachine } from '../../../test-support/agent-cell.ts'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import { endAgentTree } from './end-agent-tree.ts'

/** In a cell if this machine has a sandbox. */
const sandbox = await agentsOfMachine()

describeWith(codexAcpPackage, `codex-acp, a real ACP agent${sandbox === null ? '' : ', in a cell'}`, () => {
  const acp = acpUnderTest(endAgentTree, sandbox)
  describeProvider(acp)

  test('AG-15 its model is asked with the effort of the config', async () => {
    const { provider, requests } = await acp.play([text('Done.')])
    const request = aRequest(await temporaryDir(), acp.env, { model: 'gpt-5.5', effort: 'xhigh' })
    const { error, events } = await turnOf(provider, request)
    expect(error).toBeNull()
    expect(events.filter(({ type }) => type === 'note')).toEqual([])
    expect(requests[0]!.body).toMatchObject({ model: 'gpt-5.5', reasoning: { effort: 'xhigh' } })
  })

  test.skipIf(sandbox === null)(
    'AG-07 neither the key nor the log-in file reaches its shell, nor does the way to its model',
    async () => {
      const folder = join(acp.env.HOME, '.codex')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'auth.json'), '{"OPENAI_API_KEY":"log-in-of-nobody"}')
      const { url } = await acp.play([])
      const lines = [
        'env; cat ~/.codex/auth.json; ls -aR /agent; echo shown',
        'cat /proc/*/environ /proc/*/task/*/environ 2>/dev/null | tr "\\0" "\\n"; echo shown',
        `curl -sS -m 5 -X POST ${url}; echo model:$?`,
        'echo made > made.txt; sh -c "cat made.txt"',
      ]
      const { provider, requests } = await acp.play([...lines.map(exec), text('Done.')], {
        agent: { ...codexAcpAgent(url), files: ['~/.codex/auth.json'] },
      })
      const result = await provider.run(aRequest(await temporaryDir(), acp.env), () => {})
      expect(result).toMatchObject({ text: 'Done.', error: null })
      expect(requests[0]!.headers.authorization).toBe('Bearer key-of-nobody')
      expect(commandsThatRan(requests)).toEqual(lines.map(() => true))
      const seen = JSON.stringify(requests.map(({ body }) => body))
      for (const word of ['HOME=/agent', 'model:7', 'made']) expect(seen).toContain(word)
      for (const secret of ['key-of-nobody', 'log-in-of-nobody', 'PROXY=']) expect(seen).not.toContain(secret)
    },
  )
})
