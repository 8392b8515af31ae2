/** What a model shall do in a test, in the words of no provider, and which of it is due when it is asked. */
import type { Fault } from '@harness/agent-runner/test-support/fake-model-server'

export type Deed =
  | { readonly type: 'write'; readonly path: string; readonly text: string }
  /** Both are whole lines. */
  | { readonly type: 'edit'; readonly path: string; readonly find: string; readonly replacement: string }
  | { readonly type: 'run'; readonly line: string }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'answer'; readonly value: Readonly<Record<string, unknown>> }

/** The nth request of a role that begins a conversation: the nth call, if nothing is retried. */
export interface ModelCall {
  readonly role: string
  readonly number: number
  /** How many tools have answered since the role was named last. */
  readonly toolsAnswered: number
  /** Everything it was told, as JSON. */
  readonly conversation: string
}

/** What the model does in a call, one deed after the other; or how its server fails. */
export type Part = (call: ModelCall) => readonly Deed[] | Fault

/** What a part does next, whatever was done before it. */
export const next = ({ toolsAnswered }: ModelCall, ...deeds: readonly Deed[]): readonly Deed[] => [
  ...Array<Deed>(toolsAnswered).fill(say('')),
  ...deeds,
]

export const write = (path: string, text: string): Deed => ({ type: 'write', path, text })
export const edit = (path: string, find: string, replacement: string): Deed => ({
  type: 'edit',
  path,
  find,
  replacement,
})
export const run = (line: string): Deed => ({ type: 'run', line })
export const say = (text: string): Deed => ({ type: 'say', text })
export const noFindings: Deed = { type: 'answer', value: { findings: [], verdict: 'no findings' } }
export const oneFinding = (title: string, file: string): Deed => ({
  type: 'answer',
  value: {
    findings: [{ severity: 'High', title, detail: 'Look at it.', file, line: 1, quote: null }],
    verdict: 'blocking findings',
  },
})

/**
 * Tells by the role that was named last whose model is asked, and by how many tools have answered since what is due; the
 * last for ever. `toolAnswer` marks what a tool answered.
 */
export function dueIn<Answer>(
  part: Part,
  translate: (deed: Deed) => readonly Answer[],
): (conversation: string, toolAnswer: string) => Answer | Fault {
  const calls = new Map<string, number>()
  return (conversation, toolAnswer) => {
    const named = [...conversation.matchAll(/You are the (\w+)\. /g)].at(-1)
    const role = named?.[1] ?? 'nobody'
    const toolsAnswered = conversation.slice(named?.index ?? 0).split(toolAnswer).length - 1
    if (toolsAnswered === 0) calls.set(role, (calls.get(role) ?? 0) + 1)
    const deeds = part({ role, number: calls.get(role) ?? 1, toolsAnswered, conversation })
    if ('type' in deeds) return deeds
    const answers = deeds.flatMap(translate)
    const due = answers[toolsAnswered] ?? answers.at(-1)
    if (due === undefined) throw new Error(`nothing to do for the ${role}`)
    return due
  }
}
