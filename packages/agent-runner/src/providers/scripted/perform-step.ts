/** Does one step of a script in the lane. */
import { setTimeout as pause } from 'node:timers/promises'
import { unreachable } from '@harness/core/kernel/invariant'
import type { ScriptStep } from '@harness/core/kernel/script'
import type { AgentEvent, AgentRequest } from '../../runner/provider.ts'
import { deleteLaneFile, readLaneFile, writeLaneFile } from './lane-file.ts'
import type { RunInLane } from './run-in-lane.ts'

/** A step and the folder of the agent that does it. */
export interface StepAsked {
  readonly step: ScriptStep
  /** Names the step among those of its turn. */
  readonly id: string
  readonly request: AgentRequest
  readonly runInLane: RunInLane
  onEvent(event: AgentEvent): void
  /** A command has printed something. */
  onAlive(): void
}

/** What went wrong; null if nothing did, also if the step was cut short by an abort. */
export async function performStep(asked: StepAsked): Promise<string | null> {
  try {
    return await perform(asked)
  } catch (error) {
    if (asked.request.signal.aborted) return null
    if (error instanceof Error && 'code' in error) return error.message
    throw error
  }
}

async function perform(asked: StepAsked): Promise<string | null> {
  const { step, request, onEvent } = asked
  const { cwd, signal } = request
  const told = (problem: string | null, change: 'written' | 'deleted', path: string): string | null => {
    if (problem === null) onEvent({ type: 'file', path, change })
    return problem
  }
  switch (step.type) {
    case 'write':
      return told(await writeLaneFile(cwd, step.path, step.text, 'replace'), 'written', step.path)
    case 'append':
      return told(await writeLaneFile(cwd, step.path, step.text, 'append'), 'written', step.path)
    case 'replace':
      return told(await replace(cwd, step.path, step.find, step.with), 'written', step.path)
    case 'delete':
      return told(await deleteLaneFile(cwd, step.path), 'deleted', step.path)
    case 'run':
      return runLine(step.command, asked)
    case 'wait':
      await pause(step.ms, null, { signal })
      return null
    default:
      return unreachable(step, 'script step')
  }
}

async function runLine(line: string, { id, request, runInLane, ...tell }: StepAsked): Promise<string | null> {
  const { cwd, mode, env, signal } = request
  const printed: string[] = []
  tell.onEvent({ type: 'tool', tool: 'run', detail: line, id, command: true })
  const onOutput = (text: string): void => {
    printed.push(text)
    tell.onAlive()
  }
  const { exitCode, problem } = await runInLane({ line, cwd, mode, env, signal, onOutput })
  tell.onEvent({ type: 'output', id, tool: 'run', exitCode, text: printed.join('') })
  return problem
}

/** Replaces every occurrence; that there is none is a mistake in the script. */
async function replace(
  lane: string,
  path: string,
  find: string,
  replacement: string,
): Promise<string | null> {
  const file = await readLaneFile(lane, path)
  if ('problem' in file) return file.problem
  if (!file.text.includes(find)) return `${path} does not contain ${JSON.stringify(find)}`
  return writeLaneFile(
    lane,
    path,
    file.text.replaceAll(find, () => replacement),
    'replace',
  )
}
