/** The provider `scripted`: an agent that edits the real lane as its script says and spends nothing. */
import { randomUUID } from 'node:crypto'
import { type AgentError, noUsage, tokensOf } from '@harness/core/kernel/agent'
import { unreachable } from '@harness/core/kernel/invariant'
import type { Script, ScriptAnswer, ScriptedTurn, ScriptFunction } from '@harness/core/kernel/script'
import { aliveEvents } from '../../runner/alive.ts'
import type { AgentRequest, AgentResult, Provider } from '../../runner/provider.ts'
import { performStep } from './perform-step.ts'
import type { RunInLane } from './run-in-lane.ts'
import { scriptedTurn } from './scripted-turn.ts'

export interface ScriptedOptions {
  readonly script: Script | ScriptFunction
  readonly runInLane: RunInLane
  /** Wall time, for rate limits that say when they end. */
  now(): number
}

export function scriptedProvider({ script, runInLane, now }: ScriptedOptions): Provider {
  return {
    name: 'scripted',
    capabilities: { readOnly: false, sessions: true, turnLimit: false, takesSchema: () => false },
    async run(request, onEvent) {
      const startedAt = performance.now()
      const session = request.resume ?? randomUUID()
      const asked = await scriptedTurn(script, request)
      const done = (turn: ScriptedTurn | null, said: Said): AgentResult => ({
        text: '',
        structured: undefined,
        session,
        error: null,
        ...said,
        spending: {
          usage: turn?.usage ?? noUsage,
          usd: turn?.usd ?? (tokensOf(turn?.usage ?? noUsage) === 0 ? 0 : null),
          durationMs: Math.round(performance.now() - startedAt),
          model: request.model ?? 'scripted',
        },
      })
      if (!asked.ok) return done(null, { error: { kind: 'invalid', message: asked.problem } })

      const { turn } = asked
      const alive = aliveEvents(onEvent, request.limits.idleMs)
      alive.tell({ type: 'session', session })
      alive.tell({ type: 'usage', usage: turn.usage })
      for (const [index, step] of turn.steps.entries()) {
        const problem = await performStep({
          step,
          id: `step-${index + 1}`,
          request,
          runInLane,
          onEvent: alive.tell,
          onAlive: () => alive.beat(() => turn.usage),
        })
        if (request.signal.aborted) return done(turn, { error: aborted })
        if (problem !== null) {
          const message = `step ${index + 1} (${step.type}) of role ${request.role}'s script: ${problem}`
          return done(turn, { error: { kind: 'invalid', message } })
        }
      }
      const said = await say(turn.answer, request, now)
      if (said.text !== undefined) alive.tell({ type: 'text', text: said.text })
      return done(turn, said)
    },
  }
}

type Said = Partial<Pick<AgentResult, 'text' | 'structured' | 'error'>>

const aborted: AgentError = { kind: 'aborted', message: 'the scripted agent was cancelled' }

async function say(answer: ScriptAnswer, { signal }: AgentRequest, now: () => number): Promise<Said> {
  switch (answer.type) {
    case 'reply':
      return { text: answer.text }
    case 'json':
      return { text: JSON.stringify(answer.value, null, 2), structured: answer.value }
    case 'fail':
      return { error: failure(answer, now) }
    case 'crash':
      return { error: { kind: 'unknown', message: 'the agent process died: scripted crash' } }
    case 'hang':
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return { error: aborted }
    default:
      return unreachable(answer, 'script answer')
  }
}

const failure = (answer: ScriptAnswer & { type: 'fail' }, now: () => number): AgentError => ({
  kind: answer.kind,
  message: `scripted failure: ${answer.kind}`,
  ...(answer.resetsInMs === null ? {} : { resetsAt: now() + answer.resetsInMs }),
})
