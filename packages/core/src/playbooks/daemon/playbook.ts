/** The daemon as a decider: which plan or queued command is carried out when. It touches nothing. */
import { definePlaybook } from '../../kernel/playbook.ts'
import { decide } from './decide.ts'
import { newWork } from './dispatch-work.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import type { DaemonInput, DaemonState, Work } from './state.ts'

export const daemon = definePlaybook<DaemonInput, DaemonState, Command>({
  name: 'daemon',
  version: 1,
  initialState,
  decide,
  evolve,
})

function initialState(input: DaemonInput): DaemonState {
  const work = Object.entries(input.adopted?.blocked ?? {}).map(
    ([id, { reason, retries, since }]): [string, Work] => [
      id,
      {
        ...newWork({ id, kind: 'plan', title: '', args: ['run', id] }),
        phase: { type: 'blocked', since, reason, next: `harness daemon unblock ${id}` },
        retries,
      },
    ],
  )
  return {
    input,
    dispatched: {},
    mode: 'paused',
    pause: null,
    hold: null,
    freezeWanted: null,
    lifted: null,
    work: Object.fromEntries(work),
    seen: null,
    at: 0,
    doneAt: {},
    releases: null,
    merges: { count: 0, landed: 0, lastSha: null, sinceAudit: 0, gateDue: false, hookRests: {} },
    queued: 0,
    turns: 0,
    runsFired: input.adopted?.runsFired ?? 0,
    history: [],
  }
}
