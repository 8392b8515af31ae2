/** Asks a script, be it rules or a function, what the agent does in this turn. */
import { wholeText } from '@harness/core/kernel/envelope'
import type { Script, ScriptedTurn, ScriptFunction } from '@harness/core/kernel/script'
import type { AgentRequest } from '../../runner/provider.ts'
import { answeringRule, unlimitedRule } from './answering-rule.ts'

type Asked =
  | { readonly ok: true; readonly turn: ScriptedTurn }
  | { readonly ok: false; readonly problem: string }

export async function scriptedTurn(script: Script | ScriptFunction, request: AgentRequest): Promise<Asked> {
  const { role, mode, whole: envelope = wholeText(request), images = [] } = request
  // All that was said before is much to read in a long run: only what counts turns wants it.
  const unlimited = typeof script === 'function' ? null : unlimitedRule(script.rules, { role, envelope })
  if (unlimited !== null) return { ok: true, turn: unlimited }
  const prior = await request.priorTurns()
  const call = prior.filter((turn) => turn.role === role).length + 1
  if (typeof script !== 'function') {
    const rule = answeringRule(script.rules, prior, { role, envelope })
    return rule === null ? { ok: false, problem: unanswered(role, call, envelope) } : { ok: true, turn: rule }
  }
  try {
    return { ok: true, turn: await script({ role, mode, envelope, images, call }) }
  } catch (error) {
    return {
      ok: false,
      problem: `the script's function failed on call ${call} of role ${role}: ${String(error)}`,
    }
  }
}

const headChars = 300

const unanswered = (role: string, call: number, envelope: string): string => {
  const head = envelope.length > headChars ? `${envelope.slice(0, headChars)}…` : envelope
  return `no rule of the script answers call ${call} of role ${role}; its envelope begins:\n${head}`
}
