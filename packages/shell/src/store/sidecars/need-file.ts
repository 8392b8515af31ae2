/**
 * Owns `task-runs/<plan>/<run>/need.md`: what a run needs of a person, why, how to give it, what waits for it, and the
 * command that answers. It is there exactly as long as the need is open.
 */
import { choiceOf } from '@harness/core/kernel/gate'
import { refuse } from '@harness/core/kernel/gate-choices'
import { isNeedGate } from '@harness/core/kernel/need'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'

export interface NeedFile {
  follow(state: DeliveryState): Promise<void>
}

export function openNeedFile(path: string, sanitise: (text: string) => string): NeedFile {
  let written: string | null | undefined
  return {
    async follow(state) {
      const text = needText(state)
      if (text === written) return
      if (text === null) await removeFile(path)
      else await durableReplace(path, sanitise(text))
      written = text
    },
  }
}

function needText({ hurdle, input }: DeliveryState): string | null {
  if (hurdle?.type !== 'gate' || !isNeedGate(hurdle.gate)) return null
  const { question, detail } = hurdle.gate
  const onRefuse = choiceOf(hurdle.gate, refuse)?.leadsTo ?? 'the run ends'
  const run = `${input.plan.id}-${input.runId}`
  return `# ${question}

${detail.replaceAll('\n**', '\n\n**')}

When you have given it, or have decided, say so; what you say is told to the agent, so never put a secret there:

    harness grant ${run} -m "the place, or your decision"

If it is not to be had (${onRefuse}):

    harness refuse ${run} -m "why"
`
}
