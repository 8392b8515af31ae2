/** Speaks to the control server of a demo's daemon as any other program does: over its port, with its token. */
import { readFileSync } from 'node:fs'
import { tokenPath } from '@harness/daemon/place/daemon-place'

export interface DemoState {
  readonly pause: { readonly why: string } | null
  readonly closedUntil: string | null
  readonly plans: { readonly open: number; readonly completed: number } | null
}

export interface OpenGate {
  readonly run: string
  readonly question: string
}

export interface DemoControl {
  state(): Promise<DemoState>
  gates(): Promise<readonly OpenGate[]>
  answer(run: string, choice: string, reason: string): Promise<void>
  stop(): Promise<void>
}

export function controlOf(stateDir: string, port: number): DemoControl {
  const headers = {
    authorization: `Bearer ${readFileSync(tokenPath(stateDir), 'utf8').trim()}`,
    'content-type': 'application/json',
  }
  const call = async <Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...sent })
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  return {
    state: () => call('GET', '/state'),
    gates: async () => (await call<{ readonly gates: readonly OpenGate[] }>('GET', '/gates')).gates,
    answer: (run, choice, reason) => call('POST', `/gates/${run}`, { choice, reason }),
    stop: () => call('POST', '/stop', {}),
  }
}
