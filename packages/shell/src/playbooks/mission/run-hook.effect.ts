/** Owns the record of RunHook. Repeated, the hook runs again. */
import type { RunHook } from '@harness/core/effects/run-hook'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { line, oneLine } from '../../effects/progress-line.ts'
import { stripControl } from '../../machine/redaction/strip-control.ts'
import { type HookPorts, runHook } from './run-hook.ts'

export const runHookEffect: Effect<RunHook, HookPorts> = {
  type: 'RunHook',
  perform: runHook,
  started: ({ hook }) => line('hook', `${oneLine(hook)} begins`, { begins: true }),
  underWay: ({ hook }) => `hook ${stripControl(hook).replace(/\s+/g, ' ')}`,
  outcomes: { HookRan: { line: () => null, log: ({ problem }) => problem ?? '', replay: asRecorded } },
}
