/**
 * The sidecar `state.json`: what is being delivered, what is blocked, what happened last. Fields that another tool put
 * there are carried along; a file that cannot be understood is refused as a whole and must not be overwritten.
 */
import * as z from 'zod'
import { type Parsed, parsed, refused } from '../text/format-problem.ts'
import { readJson } from '../text/json-text.ts'
import { printMoment, readMoment } from '../text/moment.ts'
import { checkAgainst } from '../text/schema-problems.ts'
import { oversize } from '../text/text-size.ts'

const daemonStateVersion = 1
/** How many entries the history keeps. */
export const historyLimit = 100
const sizeLimit = 10_000_000

const moment = z.preprocess(
  (value) => {
    const ms = readMoment(value)
    return ms === null ? value : printMoment(ms)
  },
  z.string().regex(/^-?\+?\d{4,6}-\d\d-\d\dT/, 'a moment such as "2026-01-31T12:00:00.000Z"'),
)
const planId = z.string().regex(/^\d{4}$/, 'the four digits of a plan')
const text = z.string().nullable().default(null)

const stateSchema = z.looseObject({
  version: z.literal(daemonStateVersion).default(daemonStateVersion),
  mode: z.enum(['paused', 'running', 'idle', 'stopping']).default('idle'),
  lastMergeSha: text,
  active: z
    .looseObject({
      planId,
      runId: text,
      branch: text,
      startedAt: moment.nullable().default(null),
      logPath: text,
    })
    .nullable()
    .default(null),
  blocked: z
    .record(
      planId,
      z.looseObject({ reason: z.string(), blockedAt: moment, retries: z.int().min(0).default(0) }),
    )
    .default({}),
  history: z
    .array(
      z.looseObject({
        at: moment,
        event: z.string(),
        // Other tools write null for what belongs to no plan.
        planId: z.string().nullish(),
        runId: z.string().nullish(),
        detail: z.string().nullish(),
      }),
    )
    .default([])
    .transform((entries) => entries.slice(-historyLimit)),
  runsFired: z.int().min(0).default(0),
  /** Unfinished runs of every playbook, by subject. */
  runs: z
    .record(
      z.string(),
      z.looseObject({
        run: z.string(),
        status: z.string(),
        reason: z.string(),
        since: moment,
        next: z.string(),
        branch: z.string().nullish(),
      }),
    )
    .default({}),
})

export type DaemonState = z.output<typeof stateSchema>

export const emptyDaemonState: DaemonState = {
  version: daemonStateVersion,
  mode: 'idle',
  lastMergeSha: null,
  active: null,
  blocked: {},
  history: [],
  runsFired: 0,
  runs: {},
}

export function parseDaemonState(json: string, file: string): Parsed<DaemonState> {
  const tooLarge = oversize(json, file, sizeLimit)
  if (tooLarge !== null) return refused([tooLarge])
  const read = readJson(json, file)
  if (!read.ok) return read
  const checked = checkAgainst(stateSchema, read.value, file)
  return checked.ok ? parsed(checked.value) : checked
}

export const printDaemonState = (state: DaemonState): string =>
  `${JSON.stringify({ ...state, history: state.history.slice(-historyLimit) }, null, 2)}\n`
