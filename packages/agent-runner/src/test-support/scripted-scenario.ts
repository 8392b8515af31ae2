/** The contract's scenarios, played by the scripted agent. */
import { readFileSync } from 'node:fs'
import { agentErrorKinds, noUsage } from '@harness/core/kernel/agent'
import type { ScriptAnswer, ScriptStep } from '@harness/core/kernel/script'
import type { RunInLane } from '../providers/scripted/run-in-lane.ts'
import { scriptedProvider } from '../providers/scripted/scripted-provider.ts'
import type { ProviderUnderTest, Scenario } from './provider.contract.ts'

export const scriptedUnderTest = (runInLane: RunInLane): ProviderUnderTest => ({
  name: 'scripted',
  env: { PATH: process.env.PATH ?? '' },
  usd: 0.25,
  errors: agentErrorKinds,
  async watched() {
    const seen: string[] = []
    const provider = scriptedProvider({
      runInLane,
      now: Date.now,
      script({ images }) {
        seen.push(...images.map((file) => readFileSync(file, 'base64')))
        return { steps: [], answer: { type: 'reply', text: 'Done.' }, usage: noUsage, usd: null }
      },
    })
    return { provider, pictures: () => seen }
  },
  provider: (scenario) =>
    scriptedProvider({
      runInLane,
      now: Date.now,
      script: () => ({
        steps: stepsOf(scenario),
        answer: answerOf(scenario),
        usage: (scenario.type === 'answer' ? scenario.usage : undefined) ?? noUsage,
        usd: (scenario.type === 'answer' ? scenario.usd : undefined) ?? null,
      }),
    }),
})

function stepsOf(scenario: Scenario): readonly ScriptStep[] {
  switch (scenario.type) {
    case 'write':
      return [{ type: 'write', path: scenario.path, text: scenario.text }]
    case 'run':
      return [{ type: 'run', command: scenario.line }]
    default:
      return []
  }
}

function answerOf(scenario: Scenario): ScriptAnswer {
  switch (scenario.type) {
    case 'answer':
      return { type: 'reply', text: scenario.text }
    case 'structured':
      return { type: 'json', value: scenario.value }
    case 'fail':
      return scenario
    case 'silence':
      return { type: 'hang' }
    default:
      return { type: 'reply', text: 'Done.' }
  }
}
