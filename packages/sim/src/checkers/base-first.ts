import type { GateAnswered } from '@harness/core/effects/ask-human'
import type { BaseChecked } from '@harness/core/effects/check-base'
import { isRunAgent } from '@harness/core/effects/run-agent'
import type { Check } from '@harness/core/kernel/check'
import type { AnyCommand } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import { baseChoice, baseGate } from '@harness/core/work/base-gate'
import type { Checker } from '../engine/checker.ts'

/**
 * Told by the journal alone. No agent is called before the last look at the base showed that all checks pass there, or a
 * person said to go on; beside the look one agent may work. No check may fail that a person did not let stand.
 */
export function baseFirst<State>(input: unknown): Checker<State> {
  const { baseCheck = 'off' } = input as { readonly baseCheck?: string }
  const asked = new Set<CommandId>()
  const red = new Set<string>()
  let isSettled = baseCheck === 'off'
  let isRed = false
  let letStand = false
  let agents = baseCheck === 'beside' ? 1 : 0
  return {
    name: 'base first',
    durable(event) {
      if (event.type === 'BaseChecked') {
        const { evidence } = event as BaseChecked
        const failed = evidence.filter(({ exitCode, problem }) => exitCode !== 0 || problem !== null)
        for (const { run } of failed) red.add(run)
        isRed = failed.length > 0
        isSettled = !isRed
      }
      if (event.type === 'GateAnswered' && asked.has((event as GateAnswered).commandId))
        if ((event as GateAnswered).answer.choice === baseChoice.goOn) isSettled = letStand = true
      if (!isRunEvent(event, 'CommandIssued')) return null
      const { command } = event
      if (isAboutBase(command)) asked.add(command.id)
      const excused = excusedIn(command)
      const undue = excused.find(({ run }) => !red.has(run))
      if (undue !== undefined) return `${command.id} excuses ${undue.name}, which never failed on the base`
      if (excused.length > 0 && !letStand && (baseCheck !== 'beside' || command.type === 'MergeLane'))
        return `${command.id} excuses checks that no person let stand`
      if (!isRunAgent(command) || isSettled || (!isRed && agents-- > 0)) return null
      return `${command.id} is called, and the base is ${isRed ? 'red' : 'unchecked'}`
    },
  }
}

const isAboutBase = (command: AnyCommand): boolean =>
  command.type === 'AskHuman' &&
  (command as AnyCommand & { readonly gate: { readonly name: string } }).gate.name === baseGate

const excusedIn = (command: AnyCommand): readonly Check[] =>
  ((command as AnyCommand & { readonly checks?: readonly Check[] }).checks ?? []).filter(
    ({ redOnBase }) => redOnBase === true,
  )
