/** Owns the record of AwaitCi. It only asks, so it is asked again after a crash. */
import type { AwaitCi } from '@harness/core/effects/await-ci'
import { momentText } from '@harness/formats/text/amounts'
import { asRecorded, type Effect } from '../effect.ts'
import { commandFailed, forgeFailed } from '../failure-endings.ts'
import { mergedByForge } from '../landing/landing-endings.ts'
import { facts, line, oneLine } from '../progress-line.ts'
import { awaitCi, type CiPorts } from './await-ci.ts'
import { forgeAtHand, type PullPorts } from './forge-at-hand.ts'
import { pullClosed } from './pull-closed.ts'

const states = {
  passed: 'the checks of the forge passed',
  failed: 'a check of the forge failed',
  absent: 'the forge has no checks of its own',
  silent: 'the forge has not reported in time',
} as const

export const awaitCiEffect: Effect<AwaitCi, PullPorts & CiPorts> = {
  type: 'AwaitCi',
  perform: (command, attempt, ports) => awaitCi(command, attempt, ports, forgeAtHand(ports)),
  carriesNotes: true,
  started: ({ deadline }, _sight, at) =>
    line('ci', `waiting for the forge until ${momentText(deadline, at)}`, { begins: true }),
  outcomes: {
    CiReported: {
      line: ({ state, jobs }, { took }) =>
        line('ci', facts(states[state], took), {
          tone: state === 'passed' || state === 'absent' ? 'good' : 'warn',
          detail: jobs
            .filter(({ state: job }) => job !== 'passed')
            .map((job) => oneLine(`${job.state}: ${job.name} ${job.url}`)),
        }),
      log: ({ state, jobs }) => `${state}: ${jobs.map((job) => `${job.name} ${job.state}`).join(', ')}`,
      replay: asRecorded,
    },
    PullClosed: pullClosed,
    LaneMerged: mergedByForge,
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
