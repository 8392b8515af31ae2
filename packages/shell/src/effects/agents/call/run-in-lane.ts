/** Runs the commands of a scripted agent by the shell's own means: confined to the lane, and gone as a whole when they end. */
import type { RunInLane } from '@harness/agent-runner/providers/scripted/run-in-lane'
import { processTagName } from '../../../machine/process/process-table.ts'
import { shellCommand } from '../../../machine/process/shell-command.ts'
import { runConfined } from '../../../machine/sandbox/run-confined.ts'
import { laneCell } from '../../lanes/lane-cell.ts'
import type { LanePorts } from '../../lanes/lane-ports.ts'

const outputBytes = 64 * 1024 * 1024
/** Short, so that a cancelled agent is gone within three seconds whatever its commands do about SIGTERM. */
const graceMs = 1_000
/** The limit of an agent's time is the watchdog's to hold. */
const wallMs = 2 ** 31 - 1

/** A reviewer's commands may only read the lane. */
export const runInLane =
  (ports: Pick<LanePorts, 'repoRoot' | 'sandbox'>): RunInLane =>
  async ({ line, cwd, mode, env, signal, onOutput }) => {
    const decoder = new TextDecoder()
    /** The line that has not ended yet, in pieces: it may be of any length. */
    let rest: string[] = []
    const { [processTagName]: tag, ...own } = env
    const cell = laneCell({ path: cwd }, ports, {
      purpose: 'agents',
      lane: mode === 'exec' ? 'write' : 'read',
    })
    const result = await runConfined(ports.sandbox, cell, {
      ...shellCommand(line),
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
    const { exitCode } = result
    const problem = `${result.problem ?? `exit code ${exitCode}`}\n${result.tail}`.trimEnd()
    return { exitCode, problem: exitCode === 0 ? null : problem }
  }
