/**
 * Owns the trust in events that come back from disk: what every event must have before the engine folds it.
 *
 * Written by hand and not with zod: loading zod takes longer than reading a whole journal of a thousand events, and
 * `harness runs`, `show` and `logs` start here. The checksum has already shown that these are the bytes we wrote; what
 * is left to prove is that the fields every reader leans on are there.
 */

import type { AnyEvent } from '@harness/core/kernel/effect'
import type { RunEvent } from '@harness/core/kernel/event'
import { isObject } from '../text/is-object.ts'
import { jsonIn } from '../text/json-value.ts'
import { shown } from '../text/shown.ts'

export type StoredEvent =
  | { readonly ok: true; readonly event: AnyEvent }
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

const noMore: Rule = () => null

/** What the run itself records. Every other event is the outcome of a command. */
const rules: Readonly<Record<RunEvent['type'], Rule>> = {
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
}

const ruleOf: ReadonlyMap<string, Rule> = new Map(Object.entries(rules))

export function checkStoredEvent(value: unknown): StoredEvent {
  if (!isObject(value)) return wrong(`expected an event, found ${shown(value)}`)
  const { type } = value
  if (typeof type !== 'string') return wrong(`type: expected the name of an event, found ${shown(type)}`)
  const ofRun = ruleOf.get(type)
  // An outcome belongs to a command. An event of the run that is not in the list comes from a newer version.
  if (ofRun === undefined && value.commandId === undefined)
    return { ok: false, problem: `the event ${shown(type)} is not known here`, newer: true }
  if (typeof value.at !== 'number')
    return wrong(`at: expected milliseconds since the epoch, found ${shown(value.at)}`)
  const problem = (ofRun ?? text('commandId'))(value)
  return problem === null ? { ok: true, event: value as unknown as AnyEvent } : wrong(problem)
}

/** `resolve` replaces what the JSON only refers to, before the event is checked. */
export function parseStoredEvent(
  json: string,
  resolve: (value: unknown) => unknown = (value) => value,
): StoredEvent {
  const value = jsonIn(json)
  return value === undefined ? wrong('expected JSON') : checkStoredEvent(resolve(value))
}

const wrong = (problem: string): StoredEvent => ({ ok: false, problem, newer: false })
