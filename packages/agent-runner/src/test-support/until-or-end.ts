import type { AgentResult } from '../runner/provider.ts'

/** Waits until something happened. Throws what the turn came to if it ends before that. */
export async function untilOrEnd(happened: () => boolean, running: Promise<AgentResult>): Promise<void> {
  let ended: AgentResult | null = null
  void running.then((result) => {
    ended = result
  })
  while (!happened()) {
    if (ended !== null) throw new Error(`The turn ended too early: ${JSON.stringify(ended)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
