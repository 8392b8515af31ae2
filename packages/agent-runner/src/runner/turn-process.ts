/**
 * The life of the processes behind one turn: tagged when they begin, ended as a whole however the turn ends, and
 * never waited for longer than a cancelled caller can wait.
 */
import { randomUUID } from 'node:crypto'
import { type EndTree, processTagName } from './end-tree.ts'
import type { AgentRequest } from './provider.ts'

export interface TurnProcess {
  /** The environment of the agent's program: the request's, the tag, and nothing inherited. */
  readonly env: Record<string, string>
  readonly tag: string
  /** Says which group the program leads, once it runs. */
  leads(group: number | undefined): void
  /** Ends the turn before its time. */
  stop(): void
  /** From then on nothing may be started. */
  readonly stopped: boolean
  /**
   * Waits for the work or for a stop, the caller's included, and comes back when no process is left. The work must
   * end by itself soon after its processes have.
   */
  during(work: Promise<void>): Promise<void>
}

/** What a program may still say after its end is waited for this long. */
const farewellMs = 200

export function turnProcess(
  request: AgentRequest,
  endTree: EndTree,
  more: Readonly<Record<string, string>>,
): TurnProcess {
  const tag = `${request.env[processTagName] ?? 'harness'}/${randomUUID()}`
  let group: number | null = null
  let stop: () => void = () => {}
  let stopped = false
  const halted = new Promise<void>((resolve) => {
    stop = () => {
      stopped = true
      resolve()
    }
  })
  return {
    env: { ...request.env, ...more, [processTagName]: tag },
    tag,
    leads(pid) {
      group = pid ?? null
    },
    stop: () => stop(),
    get stopped() {
      return stopped
    },
    async during(work) {
      const { signal } = request
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop, { once: true })
      try {
        await Promise.race([work, halted])
        await endTree({ group, tag })
        await Promise.race([work, pause(farewellMs)])
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
