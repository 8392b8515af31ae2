/** Short ways to write a script in a test. */
import { noUsage } from '@harness/core/kernel/agent'
import type { ScriptedTurn, ScriptRule, ScriptStep } from '@harness/core/kernel/script'

export const turn = (more: Partial<ScriptedTurn> = {}): ScriptedTurn => ({
  steps: [],
  answer: { type: 'reply', text: 'Done.' },
  usage: noUsage,
  usd: null,
  ...more,
})

export const rule = (more: Partial<ScriptRule> = {}): ScriptRule => ({
  ...turn(),
  role: '*',
  match: null,
  call: null,
  times: null,
  ...more,
})

export const reply = (text: string): ScriptedTurn['answer'] => ({ type: 'reply', text })

export const write = (path: string, text: string): ScriptStep => ({ type: 'write', path, text })
