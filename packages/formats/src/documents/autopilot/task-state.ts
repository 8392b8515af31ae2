/** Owns `state.json` of a session: how far the tasks of the current phase are. */
import { listIn, textIn, textOf, wordIn } from '../../answers/autopilot/loose-values.ts'
import { isObject } from '../../text/is-object.ts'
import { jsonObjectIn } from '../../text/json-value.ts'
import { shown } from '../../text/shown.ts'

export type TaskProgress = 'pending' | 'in_progress' | 'complete'

export interface TaskState {
  readonly position: { readonly phase: string; readonly task: string }
  readonly decisions: readonly {
    readonly date: string
    readonly decision: string
    readonly context: string
  }[]
  readonly blockers: readonly { readonly id: string; readonly description: string; readonly status: string }[]
  /** By the id of a task. */
  readonly progress: Readonly<Record<string, TaskProgress>>
  readonly lastSession?: unknown
}

export function printTaskState({ position, decisions, blockers, progress, lastSession }: TaskState): string {
  const printed = {
    position: { phase: position.phase, task: position.task },
    decisions: decisions.map(({ date, decision, context }) => ({ date, decision, context })),
    blockers: blockers.map(({ id, description, status }) => ({ id, description, status })),
    progress,
    lastSession,
  }
  return `${JSON.stringify(printed, null, 2)}\n`
}

export interface ReadProgress {
  readonly progress: Readonly<Record<string, TaskProgress>>
  readonly ignored: readonly string[]
}

const words: ReadonlyMap<string, TaskProgress> = new Map([
  ...['complete', 'completed', 'done', 'finished', 'passed'].map((word) => [word, 'complete'] as const),
  ...['in_progress', 'started', 'active', 'blocked', 'failed'].map((word) => [word, 'in_progress'] as const),
  ...['pending', 'todo', 'not_started'].map((word) => [word, 'pending'] as const),
])

/** A task of which the file says nothing that can be understood is left out, so that it runs again. */
export function readProgress(text: string): ReadProgress {
  const state = jsonObjectIn(text.replace(/^\uFEFF/, ''))
  if (state === null) return { progress: {}, ignored: ['the whole file, which is no JSON object'] }
  const entries = entriesIn(state.progress)
  if (entries === null) return { progress: {}, ignored: [`progress, which is ${shown(state.progress)}`] }
  const read = entries.map(([task, value]) => [task, progressIn(value), value] as const)
  return {
    progress: Object.fromEntries(read.flatMap(([task, how]) => (how === null ? [] : [[task, how] as const]))),
    ignored: read.flatMap(([task, how, value]) =>
      how === null ? [`progress.${task}: ${shown(value)}`] : [],
    ),
  }
}

/** An object by task, or a list of tasks. Null if it is neither. */
function entriesIn(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (value === undefined || value === null) return []
  if (isObject(value)) return Object.entries(value)
  if (!Array.isArray(value)) return null
  return listIn(value).flatMap((one) => {
    const task = isObject(one) ? textOf(one, ['task', 'id', 'name']) : null
    return task === null ? [] : [[task, one] as const]
  })
}

function progressIn(value: unknown): TaskProgress | null {
  if (typeof value === 'boolean') return value ? 'complete' : 'pending'
  const said = isObject(value) ? textIn(value.status) : value
  return words.get(wordIn(said)) ?? null
}
