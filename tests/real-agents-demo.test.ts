/** `harness demo` with real agents: the same sample product, delivered with a log-in of the user's own. */
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ScriptRule } from '@harness/core/kernel/script'
import { parseScriptText } from '@harness/formats/records/script/parse-script'
import { expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness.ts'
import { noFindings, type Part, say, write } from './support/model-part.ts'
import { claude, codex, describeRealAgent } from './support/real-agents.ts'
import { git, temporaryFolder } from './support/sample-repo.ts'

/** Writes at once what the script's agents of a plan come to in the end. */
const part: Part = ({ role, conversation }) => {
  if (role === 'reviewer') return [noFindings]
  const rules = scriptRules().filter(
    ({ role: who, match }) =>
      who !== 'reviewer' && match?.type === 'text' && conversation.includes(match.text),
  )
  return [...[...filesAfter(rules)].map(([path, text]) => write(path, text)), say('Done.')]
}

function scriptRules(): readonly ScriptRule[] {
  const file = fileURLToPath(new URL('../examples/receipt/harness.script.yaml', import.meta.url))
  const script = parseScriptText(readFileSync(file, 'utf8'), file)
  return script.ok ? script.value.rules : []
}

function filesAfter(rules: readonly ScriptRule[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const step of rules.flatMap(({ steps }) => steps)) {
    if (step.type === 'write') files.set(step.path, step.text)
    if (step.type === 'append') files.set(step.path, `${files.get(step.path)}${step.text}`)
    if (step.type === 'replace')
      files.set(
        step.path,
        (files.get(step.path) ?? '').replace(step.find, () => step.with),
      )
  }
  return files
}

for (const kind of [claude, codex])
  describeRealAgent(kind, 'harness demo', (agent) => {
    const demo = ['demo', '--provider', agent.name]

    // One is enough for what it has in common with the other, whose deliveries are proven elsewhere.
    if (agent.name === 'codex')
      test('QA-20 delivers the three plans of the sample product', async () => {
        const played = await agent.play(part)
        const { code, value } = await harnessJson(temporaryFolder(), demo, played)
        try {
          expect(value).toMatchObject({
            ok: true,
            provider: agent.name,
            acceptance: { before: false, after: true },
            plans: [{ planId: '0001' }, { planId: '0002' }, { planId: '0003' }],
          })
          expect(code).toBe(0)
          expect(git(value.folder, 'log', '--merges', '--format=%s', 'main').split('\n')).toHaveLength(3)
          expect(played.requests.length).toBeGreaterThan(6)
        } finally {
          rmSync(value.folder, { recursive: true, force: true })
        }
      })

    test('AG-02 without a log-in makes nothing and says in a line how to log in', async () => {
      const folder = temporaryFolder()
      const { code, stderr, stdout } = await harness(folder, [...demo, '--keep', 'product'], {
        env: { HOME: folder },
      })
      expect(code).toBe(2)
      expect(stdout).toBe('')
      expect(stderr).toMatch(
        /error: No account is logged in to \w+ here\.\nnext: +Log in with the \w+ program/,
      )
      expect(git(folder, 'init', '--quiet') + git(folder, 'status', '--porcelain')).toBe('')
    })

    if (agent.name === 'claude')
      test('AG-02 with a log-in that is refused says so and how to go on', async () => {
        const played = await agent.play(() => agent.loginRefused)
        const { code, stdout } = await harness(temporaryFolder(), [...demo, '--keep', 'product'], played)
        expect(code).toBe(1)
        expect(stdout).toMatch(/paused: The implementer cannot work \(auth\)/)
        expect(stdout).toMatch(
          /next: Log in to the provider again.*\nCommands for it need: --repo \S+product/,
        )
      })
  })
