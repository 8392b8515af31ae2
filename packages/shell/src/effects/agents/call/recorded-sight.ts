/** Owns what an agent saw and ran, as the recordings of its call tell it. A line that is cut off tells nothing. */
import { basename } from 'node:path'
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import type { RanCommand } from '@harness/core/work/held-quotes'
import { jsonIn } from '@harness/formats/text/json-value'

export interface Seen {
  readonly outputs: readonly string[]
  readonly ran: readonly (RanCommand & { readonly output: string })[]
}

/** `unseen` are files that the agent wrote itself: a tool call that names one tells no more than its own words. */
export function seenIn(recordings: readonly string[], unseen: readonly string[]): Seen {
  const names = unseen.map((path) => basename(path))
  const outputs: string[] = []
  const ran: Seen['ran'][number][] = []
  for (const recording of recordings) {
    const tools = new Map<string, Tool>()
    for (const event of eventsIn(recording)) {
      if (event.type === 'tool' && event.id !== undefined) tools.set(event.id, event)
      if (event.type !== 'output') continue
      const { exitCode, text } = event
      const tool = tools.get(event.id)
      if (names.some((name) => tool?.detail.includes(name))) continue
      outputs.push(text)
      if (tool?.command === true) ran.push({ line: tool.detail, exitCode, output: text })
    }
  }
  return { outputs, ran }
}

type Tool = Extract<AgentEvent, { readonly type: 'tool' }>

const eventsIn = (recording: string): readonly AgentEvent[] =>
  recording.split('\n').flatMap((line) => {
    const event = /"type":"(?:tool|output)"/.test(line) ? (jsonIn(line) as AgentEvent | undefined) : undefined
    return event === undefined ? [] : [event]
  })
