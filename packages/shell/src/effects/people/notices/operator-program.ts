/**
 * Runs the operator's own program that tells a person something. It has the operator's rights, because it must reach their
 * desktop or mail, so it is no program that agents can change. Its failure is a sentence, never a throw.
 */
import { platform } from 'node:process'
import { allowedEnvironment } from '../../../machine/process/environment.ts'
import type { ProcessSpec } from '../../../machine/process/process-spec.ts'
import { runProcess } from '../../../machine/process/run-process.ts'
import { type NotifyPlace, notifyEnvironment, notifyFolder, refuseNotify } from './notify-line.ts'

export interface OperatorProgram {
  readonly line: string
  readonly field: 'notify.run' | 'mission.notify'
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly place: NotifyPlace
  /** Variables that are passed on beside the usual ones. */
  readonly allowed: readonly string[]
  /** By which what a killed harness left running is found again. */
  readonly tag: string
  readonly signal: AbortSignal
  sanitise(text: string): string
}

const limits = { wallMs: 30_000, outputBytes: 16 * 1024 * 1024, graceMs: 1_000 }
const tailBytes = 2 * 1024

/** Null if it ended with 0. */
export async function runOperatorProgram(program: OperatorProgram): Promise<string | null> {
  const { line, field, words, env, place, allowed, tag, signal, sanitise } = program
  // A file may have become changeable since the config was read: by a link that a person made.
  const refused = refuseNotify(line, place, field)
  if (refused !== null) return refused.message
  const result = await runProcess({
    ...withArguments(line, words),
    cwd: notifyFolder,
    env: notifyEnvironment(allowedEnvironment(place.environment, allowed, env), place),
    limits,
    tailBytes,
    signal,
    tag,
  })
  signal.throwIfAborted()
  if (result.exitCode === 0) return null
  const how = result.problem ?? `It ended with exit code ${result.exitCode}.`
  return sanitise(`${how} ${result.tail.trim()}`.trim())
}

/** What is told stands behind the line as words of its own, and is never read as a part of it. */
export function withArguments(
  line: string,
  words: readonly string[],
  system: NodeJS.Platform = platform,
): Pick<ProcessSpec, 'file' | 'args' | 'verbatimArguments'> {
  if (system !== 'win32') return { file: '/bin/sh', args: ['-c', `${line} "$@"`, 'harness', ...words] }
  const quoted = words.map((word) => `"${word.replace(/["%!^&|<>]/g, ' ')}"`)
  return {
    file: 'cmd.exe',
    args: ['/d', '/s', '/c', `"${[line, ...quoted].join(' ')}"`],
    verbatimArguments: true,
  }
}
