/** Runs the commands of a scripted agent by the shell's own means: tagged, and gone as a whole when they end. */
import type { RunInLane } from '@harness/agent-runner/providers/scripted/run-in-lane'
import { processTagName } from '../../../machine/process/process-table.ts'
import { runProcess } from '../../../machine/process/run-process.ts'
import { shellCommand } from '../../../machine/process/shell-command.ts'

const outputBytes = 64 * 1024 * 1024
/** Short, so that a cancelled agent is gone within three seconds whatever its commands do about SIGTERM. */
const graceMs = 1_000
/** The limit of an agent's time is the watchdog's to hold. */
const wallMs = 2 ** 31 - 1

export const runInLane: RunInLane = async ({ line, cwd, env, signal, onOutput }) => {
  const decoder = new TextDecoder()
  /** The line that has not ended yet, in pieces: it may be of any length. */
  let rest: string[] = []
  const { [processTagName]: tag, ...own } = env
  const result = await runProcess({
    ...shellCommand(line),
    cwd,
    env: own,
    signal,
    limits: { wallMs, outputBytes, graceMs },
    ...(tag === undefined ? {} : { tag }),
    onOutput(chunk) {
      // Whole lines only: a secret that is cut by the pipe would not be known for one.
      const text = decoder.decode(chunk, { stream: true })
      const end = text.lastIndexOf('\n') + 1
      rest.push(end > 0 ? text.slice(0, end) : text)
      if (end === 0) return
      onOutput(rest.join(''))
      rest = [text.slice(end)]
    },
  })
  const unended = rest.join('')
  if (unended !== '') onOutput(unended)
  if (result.exitCode === 0) return null
  return `${result.problem ?? `exit code ${result.exitCode}`}\n${result.tail}`.trimEnd()
}
