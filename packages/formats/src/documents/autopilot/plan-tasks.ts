/** Owns the tasks of a plan: which headings start one, and which lines belong to it. */
import type { Checkpoint, PlanTask } from '@harness/core/playbooks/autopilot/documents'
import { checkpointAt, type Marker } from './checkpoint-marker.ts'
import { type Heading, headingKey, type Outline, sectionOf } from './markdown-outline.ts'
import { cleanName } from './phase-name.ts'
import { trimmedText } from './quiet-text.ts'
import { filesIn } from './task-files.ts'

/** A task as it stands in the plan, on the lines below its heading up to `end`. */
export interface FoundTask {
  readonly heading: Heading
  readonly end: number
  readonly id: string
  readonly title: string
}

const id = '(?:[A-Za-z]{1,3}-?)?\\d{1,5}(?:\\.\\d{1,5}){0,5}[a-z]?(?![\\w.]*\\d)|[A-Z](?=\\s{0,2}[:—–.)-])'
const remark = '(?:\\([^()]{1,60}\\)|\\[[^\\]]{1,60}\\])\\s{0,4}'
const separator = ':|[—–]|-{1,3}(?=\\s)|[.)](?=\\s|$)|(?=\\s)|$'
const task = new RegExp(
  `^(?:task|Task|TASK)\\s{0,3}#?(${id})\\s{0,4}(?:${remark})?(?:${separator})\\s{0,8}(.*)$`,
)
const group = /^(?:tasks\s{1,3}#?\d|task\s{1,3}\d[\d.]{0,20}[-–]\d)/i
const numbered = /^(\d{1,4}(?:\.\d{1,4}){0,4})(?:[.):]|\s{1,3}[—–-](?=\s))\s{1,8}(\S.*)$/

export interface TaskHeadings {
  readonly tasks: readonly FoundTask[]
  /** Headings that stand for several tasks. */
  readonly groups: readonly Heading[]
}

export function taskHeadings(outline: Outline): TaskHeadings {
  const deep = outline.headings.filter(({ level }) => level >= 2)
  const labelled = deep.flatMap((heading) => {
    const words = plain(heading.words)
    const [, id, title = ''] = group.test(words) ? [] : (task.exec(words) ?? [])
    return id === undefined ? [] : [{ heading, id, title: titleOf(title) || `Task ${id}` }]
  })
  const groups = deep.filter(({ words }) => group.test(plain(words)))
  const tasks = labelled.length > 0 ? labelled : numberedIn(outline, deep)
  return { tasks: withEnds(outline, tasks), groups }
}

const plain = (words: string): string =>
  words
    .slice(0, 500)
    .replace(/\*\*|__|~~/g, '')
    .replace(/^(?:\[[ xX]\]|[^\p{L}\p{N}])\s{0,4}/u, '')
    .replace(/^\d{1,4}(?:\.\d{1,4}){0,4}[.)]?\s{1,4}(?=task)/i, '')
    .trim()

const titleOf = (words: string): string => cleanName(words.replace(/`?\[checkpoint:[^\]]{1,40}\]`?/gi, ''))

/** Only in a section `Tasks` a number is enough, and only on one level. */
function numberedIn(outline: Outline, deep: readonly Heading[]): readonly Omit<FoundTask, 'end'>[] {
  const tasks = deep.find(({ words }) => headingKey(words) === 'tasks')
  if (tasks === undefined) return []
  const { from, to } = sectionOf(outline, tasks)
  const found = deep.flatMap((heading) => {
    const [, id, title = ''] = numbered.exec(plain(heading.words)) ?? []
    const isInside = heading.line >= from && heading.line < to
    return id === undefined || !isInside ? [] : [{ heading, id, title: titleOf(title) }]
  })
  const level = found.reduce((least, { heading }) => Math.min(least, heading.level), 7)
  return found.filter(({ heading }) => heading.level === level)
}

/** A task ends at the next one, and at the next heading of its level or above. */
function withEnds(outline: Outline, tasks: readonly Omit<FoundTask, 'end'>[]): readonly FoundTask[] {
  const byLine = new Map(tasks.map((one) => [one.heading.line, one]))
  const ended: FoundTask[] = []
  let open: Omit<FoundTask, 'end'> | undefined
  const close = (end: number): void => {
    if (open !== undefined) ended.push({ ...open, end })
    open = undefined
  }
  for (const { line, level } of outline.headings) {
    const next = byLine.get(line)
    if (next !== undefined || (open !== undefined && level <= open.heading.level)) close(line)
    open ??= next
  }
  close(outline.count)
  return ended
}

/** `markers` are those that count and belong to the task, wherever in the plan they stand. */
export function readTask(outline: Outline, found: FoundTask, markers: readonly Marker[]): PlanTask {
  const { heading, end, id, title } = found
  const lines: string[] = []
  for (let line = heading.end; line < end; line++) if (!outline.isCode(line)) lines.push(outline.lineAt(line))
  const isInside = (line: number): boolean => line >= heading.line && line < end
  // Outside of the task, its text ends at the next heading: what comes below that is about something else.
  const endOf = (line: number): number =>
    isInside(line) ? end : (outline.headings.find((next) => next.line > line)?.line ?? outline.count)
  const checkpoints = markers.map(
    (marker, at): Checkpoint =>
      checkpointAt(outline, marker, Math.min(markers[at + 1]?.line ?? outline.count, endOf(marker.line))),
  )
  return {
    id,
    title,
    text: trimmedText(outline.linesIn(heading.end, end)),
    files: filesIn(lines),
    checkpoints,
  }
}
