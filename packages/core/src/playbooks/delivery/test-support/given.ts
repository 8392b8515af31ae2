/** Test support: a delivery told as past events, and what it wants next. */

import { expect } from 'vitest'
import { isAskHuman } from '../../../effects/ask-human.ts'
import type { Decision } from '../../../kernel/playbook.ts'
import type { Command } from '../effects.ts'
import type { DeliveryInput } from '../input.ts'
import { delivery } from '../playbook.ts'
import type { Happening } from './happening.ts'
import { planUnedited } from './happenings.ts'
import { input } from './sample-input.ts'

/** A confined run, unless the story says otherwise. */
export function given(happenings: readonly Happening[], told: Partial<DeliveryInput> = {}, confined = true) {
  const begun = { ...input, ...told }
  const { name, version } = delivery
  const { runId } = begun
  let state = delivery.evolve(delivery.initialState(begun), {
    ...{ type: 'RunStarted', at: 0, runId, playbook: name, playbookVersion: version },
    input: begun,
    confined,
  })
  /** As the loop does it: whatever is wanted and not begun is begun. */
  const issued = new Set<string>()
  const issue = (at: number): void => {
    const wanted = delivery.decide(state)
    for (const command of wanted.type === 'end' ? [] : wanted.commands) {
      if (issued.has(command.id)) continue
      issued.add(command.id)
      state = delivery.evolve(state, { type: 'CommandIssued', at, command })
    }
  }
  /** The plan stays unedited unless the story says so. */
  const readPlan = (at: number) => {
    issue(at)
    if (isReading(delivery.decide(state))) state = delivery.evolve(state, planUnedited(state, at))
  }
  happenings.forEach((happening, index) => {
    const at = (index + 1) * 1000
    if (!('isEdit' in happening)) readPlan(at)
    issue(at)
    state = delivery.evolve(state, happening(state, at))
  })
  readPlan(happenings.length * 1000)
  const decision = delivery.decide(state)
  return {
    state,
    decision,
    /** The commands wanted now, by type, id and role. */
    wants: (...expected: readonly string[]) => expect(summary(decision)).toEqual(expected),
    decides: (expected: Decision<Command>) => expect(decision).toEqual(expected),
    ends: () => {
      if (decision.type !== 'end') throw new Error(`still wants ${summary(decision).join(', ')}`)
      return decision.end
    },
    asks: () => {
      if (decision.type !== 'wait') throw new Error(`does not wait: ${summary(decision).join(', ')}`)
      const [command] = decision.commands
      if (command === undefined) throw new Error('waits for nobody')
      if (!isAskHuman(command)) throw new Error(`waits for ${command.type}`)
      return command.gate
    },
    command: () => {
      if (decision.type === 'end') throw new Error(`ended: ${decision.end.reason}`)
      const [command] = decision.commands
      if (command === undefined) throw new Error('wants nothing')
      return command
    },
    /** What the agent wanted now would be told. */
    envelope: () => {
      const [command] = decision.type === 'perform' ? decision.commands : []
      if (command?.type !== 'RunAgent') throw new Error('wants no agent')
      return command.slices.map((slice) => `${slice.label}\n${slice.text}`).join('\n')
    },
  }
}

const isReading = (decision: Decision<Command>): boolean =>
  decision.type === 'perform' && decision.commands.some(({ type }) => type === 'ReadDocuments')

function summary(decision: Decision<Command>): readonly string[] {
  if (decision.type === 'end') return [`end ${decision.end.exitCode}`]
  return decision.commands.map((command) =>
    command.type === 'RunAgent' ? `${command.role} ${command.id}` : `${command.type} ${command.id}`,
  )
}
