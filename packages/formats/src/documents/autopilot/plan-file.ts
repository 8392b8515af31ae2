/**
 * Owns the reading of a plan. Other tools write plans too, so that the reader takes any text: its headings count, not
 * what its header says, and what was ignored is a warning.
 */
import type { Plan, PlanTask } from '@harness/core/playbooks/autopilot/documents'
import { type Marker, markersIn } from './checkpoint-marker.ts'
import { criteriaOf } from './criteria.ts'
import { headingKey, type Outline, outlineOf } from './markdown-outline.ts'
import { cleanName } from './phase-name.ts'
import { type FoundTask, readTask, taskHeadings } from './plan-tasks.ts'
import { barred } from './table-rows.ts'

export const readPlan = (text: string, file: string): Plan =>
  planIn(text, file, (line) => `${file}${line === null ? '' : `:${line}`}: `)

/** `placed` is what a warning begins with. A line is null if the warning is about the whole plan. */
export function planIn(text: string, file: string, placed: (line: number | null) => string): Plan {
  const outline = outlineOf(text)
  const warnings: string[] = []
  const warn = (line: number | null, message: string): void => {
    warnings.push(`${placed(line === null ? null : outline.numberOf(line))}${message}`)
  }
  const { tasks: found, groups } = taskHeadings(outline)
  const markers = markersIn(outline)
  const leading = markers.filter(({ leads }) => leads)
  const tasks = withOwnIds(
    tasksWith(outline, found, leading),
    found.map(({ heading }) => heading.line),
    warn,
  )
  if (tasks.length === 0)
    warn(null, 'no tasks are found: a task starts with a heading such as `### Task 1: Name`')
  for (const { line, words } of groups)
    warn(line, `“${words}” stands for several tasks: it does not count as a task`)
  warnOfHeader(outline, tasks.length, warn)
  warnOfFences(outline, warn)
  for (const { line, leads, kind, word } of markers)
    if (!leads) warn(line, `[checkpoint:${word}] does not count: it does not lead a line of its own`)
    else if (kind === null) warn(line, `[checkpoint:${word}] is unknown: it counts as human-verify`)
  const missing = missingSections(outline)
  if (missing.length > 0) warn(null, `sections are missing: ${missing.join(', ')}`)
  return {
    title: titleOf(outline, file),
    text,
    truths: criteriaOf(outline),
    tasks,
    checkpoints: leading.length,
    warnings,
  }
}

type Warn = (line: number | null, message: string) => void

/** Both are in the order of their lines. A marker outside of all tasks belongs to the next task, or to the last one. */
function tasksWith(
  outline: Outline,
  found: readonly FoundTask[],
  markers: readonly Marker[],
): readonly PlanTask[] {
  let at = 0
  return found.map((task, index) => {
    const end = index === found.length - 1 ? Number.POSITIVE_INFINITY : task.end
    const own: Marker[] = []
    for (; at < markers.length && (markers[at]?.line ?? 0) < end; at++) own.push(...markers.slice(at, at + 1))
    return readTask(outline, task, own)
  })
}

/** An id that is taken gets a number behind it, so that no task is taken for another. */
function withOwnIds(tasks: readonly PlanTask[], lines: readonly number[], warn: Warn): readonly PlanTask[] {
  const taken = new Map<string, number>()
  return tasks.map((task, at) => {
    const id = freeId(task.id, taken)
    if (id !== task.id)
      warn(lines[at] ?? null, `task ${task.id} stands there twice: this one is called ${id}`)
    return { ...task, id }
  })
}

/** The id, or the first one like it that is free. It is taken then. */
export function freeId(id: string, taken: Map<string, number>): string {
  let count = taken.get(id) ?? 0
  let free = id
  if (count > 0)
    do free = `${id}-${++count}`
    while (taken.has(free))
  taken.set(id, Math.max(count, 1))
  taken.set(free, taken.get(free) ?? 1)
  return free
}

function titleOf(outline: Outline, file: string): string {
  const first = outline.headings.find(({ level }) => level === 1) ?? outline.headings[0]
  return cleanName(first?.words ?? '') || (file.split('/').at(-1) ?? '').replace(/\.md$/, '')
}

const countField =
  /^(?:\*\*|__)?(?:total |estimated )?tasks?(?::(?:\*\*|__)?|(?:\*\*|__):)\s{0,8}[~≈*`]{0,4}(\d{1,5})\b/i

/** The header stands before the first section. */
function warnOfHeader(outline: Outline, tasks: number, warn: Warn): void {
  const end = outline.headings.find(({ level }) => level > 1)?.line ?? outline.count
  for (let line = 0; line < Math.min(end, 200); line++) {
    if (outline.isCode(line)) continue
    for (const part of barred(outline.lineAt(line).trim())) {
      const said = countField.exec(part)?.[1]
      if (said === undefined) continue
      if (Number(said) !== tasks)
        warn(line, `the header says ${said} tasks, and the headings are ${tasks}: the headings count`)
      return
    }
  }
}

const fencedTask = /^ {0,3}#{2,6}\s{1,4}task\s{1,3}\d/i

function warnOfFences(outline: Outline, warn: Warn): void {
  const lines: number[] = []
  for (let line = 0; line < outline.count; line++)
    if (outline.isCode(line) && fencedTask.test(outline.lineAt(line))) lines.push(line)
  const places = lines.slice(0, 10).map((line) => outline.numberOf(line))
  const [first] = lines
  if (first === undefined) return
  const more = lines.length > places.length ? ' and more' : ''
  warn(first, `headings of tasks in code fences do not count (lines ${places.join(', ')}${more})`)
}

const sections: readonly (readonly [string, RegExp])[] = [
  ['Goal', /^goals?\b/],
  ['Observable Truths', /^(?:observable truths?|acceptance criteria)\b/],
  ['File Map', /^file map\b/],
  ['Tasks', /^tasks\b/],
]

function missingSections(outline: Outline): readonly string[] {
  const keys = outline.headings.map(({ words }) => headingKey(words))
  return sections.flatMap(([name, pattern]) => (keys.some((key) => pattern.test(key)) ? [] : [name]))
}
