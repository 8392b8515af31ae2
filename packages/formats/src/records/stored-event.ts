/**
 * Owns the trust in events that come back from disk: what every event must have before the engine folds it.
 *
 * Written by hand and not with zod: loading zod takes longer than reading a whole journal of a thousand events, and
 * `harness runs`, `show` and `logs` start here. The checksum has already shown that these are the bytes we wrote; what
 * is left to prove is that this version knows the event and that the fields every reader leans on are there.
 */
import type { Event } from '@harness/core/playbooks/every-effect'
import { shown } from '../text/shown.ts'

export type StoredEvent =
  | { readonly ok: true; readonly event: Event }
  | {
      readonly ok: false
      readonly problem: string
      /** The event may well be sound, but only a newer version of the product knows it. */
      readonly newer: boolean
    }

type Fields = Readonly<Record<string, unknown>>
type Rule = (event: Fields) => string | null

const text =
  (field: string): Rule =>
  (event) =>
    typeof event[field] === 'string' ? null : `${field}: expected a text, found ${shown(event[field])}`

const outcome = text('commandId')
const noMore: Rule = () => null

const rules: Readonly<Record<Event['type'], Rule>> = {
  RunStarted: (event) =>
    text('runId')(event) ??
    text('playbook')(event) ??
    (Number.isInteger(event.playbookVersion)
      ? null
      : `playbookVersion: expected a whole number, found ${shown(event.playbookVersion)}`),
  CommandIssued: ({ command }) => {
    if (!isObject(command)) return `command: expected an object, found ${shown(command)}`
    const problem = text('id')(command) ?? text('type')(command)
    return problem === null ? null : `command.${problem}`
  },
  RunInterrupted: noMore,
  RunResumed: noMore,
  RunEnded: ({ end }) => (isObject(end) ? null : `end: expected an object, found ${shown(end)}`),
  LaneOpened: outcome,
  AgentFinished: outcome,
  AgentFailed: outcome,
  ContractBroken: outcome,
  ChecksFinished: outcome,
  UiCaptured: outcome,
  UiNotCaptured: outcome,
  PlanRead: outcome,
  HandbookRead: outcome,
  BoxTicked: outcome,
  TickRefused: outcome,
  ChangeMeasured: outcome,
  HandbookWritten: outcome,
  HandbookRefused: outcome,
  MissionRead: outcome,
  DocumentsWritten: outcome,
  SmokeTested: outcome,
  HookRan: outcome,
  Notified: outcome,
  LaneSynced: outcome,
  SyncConflicted: outcome,
  BaseRewritten: outcome,
  LaneMerged: outcome,
  MergeRefused: outcome,
  PullOpened: outcome,
  CiReported: outcome,
  PullClosed: outcome,
  ForgeFailed: outcome,
  PlanCompleted: outcome,
  LaneClosed: outcome,
  GateAnswered: outcome,
  TimerFired: outcome,
  Frozen: outcome,
  CommandFailed: outcome,
}

const ruleOf: ReadonlyMap<unknown, Rule> = new Map(Object.entries(rules))

export function checkStoredEvent(value: unknown): StoredEvent {
  if (!isObject(value)) return wrong(`expected an event, found ${shown(value)}`)
  const rule = ruleOf.get(value.type)
  if (rule === undefined) {
    return typeof value.type === 'string'
      ? { ok: false, problem: `the event ${shown(value.type)} is not known here`, newer: true }
      : wrong(`type: expected the name of an event, found ${shown(value.type)}`)
  }
  if (typeof value.at !== 'number') {
    return wrong(`at: expected milliseconds since the epoch, found ${shown(value.at)}`)
  }
  const problem = rule(value)
  return problem === null ? { ok: true, event: value as unknown as Event } : wrong(problem)
}

export function parseStoredEvent(json: string): StoredEvent {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return wrong('expected JSON')
  }
  return checkStoredEvent(value)
}

const wrong = (problem: string): StoredEvent => ({ ok: false, problem, newer: false })

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
