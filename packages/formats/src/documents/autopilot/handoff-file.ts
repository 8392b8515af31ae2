/** Owns `handoff.json`, which each persona leaves for the next one. Other tools leave most of its fields out. */
import type { Handoff, Learning } from '@harness/core/playbooks/autopilot/documents'
import {
  decisionIn,
  learningsIn,
  listIn,
  textIn,
  textOf,
  textsIn,
} from '../../answers/autopilot/loose-values.ts'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import { isObject } from '../../text/is-object.ts'
import { printMoment, readMoment } from '../../text/moment.ts'
import { shown } from '../../text/shown.ts'
import { readJsonObject } from './json-object.ts'
import { planPathsIn } from './plan-paths.ts'
import { ReadReport } from './read-report.ts'

export interface ReadHandoff {
  readonly handoff: Handoff
  /** The plan that the file names itself; several have commas between them. */
  readonly planPath: string | null
  /** Every path that may be a plan, the best first. */
  readonly plans: readonly string[]
  readonly learnings: readonly Learning[]
  readonly ignored: readonly string[]
  /** What was read otherwise than it was written. */
  readonly warnings: readonly string[]
}

const known = [
  'timestamp',
  'fromSkill',
  'phase',
  'summary',
  'completed',
  'completedTasks',
  'pending',
  'pendingTasks',
  'concerns',
  'decisions',
  'blockers',
  'contextKeywords',
  'planPath',
  'artifacts',
  'learnings',
]

type Fields = Readonly<Record<string, unknown>>

export function readHandoff(text: string, file: string): Parsed<ReadHandoff> {
  const json = readJsonObject(text, file)
  if (!json.ok) return json
  const value = json.value.fields
  const report = new ReadReport()
  report.ignoresOthers(value, known)
  for (const name of ['completed', 'pending', 'concerns', 'blockers', 'contextKeywords', 'decisions'])
    noteForm(value[name], name, report)
  const named = planPathsIn(value.planPath)
  const made = planPathsIn(artifactPaths(value.artifacts))
  for (const path of [...named.refused, ...made.refused.filter(isPlan)])
    report.reads(`${shown(path)} is no path inside the repository, and is not used`)
  return parsed({
    handoff: handoffIn(value, report),
    planPath: named.paths.length === 0 ? null : named.paths.join(','),
    plans: [...new Set([...named.paths, ...made.paths.filter(isPlan)])],
    learnings: learningsIn(value.learnings),
    ignored: report.ignored,
    warnings: report.read,
  })
}

function handoffIn(value: Fields, report: ReadReport): Handoff {
  return {
    timestamp: momentIn(value.timestamp),
    fromSkill: textIn(value.fromSkill) ?? '',
    phase: isObject(value.phase)
      ? (textOf(value.phase, ['name', 'title', 'number']) ?? '')
      : (textIn(value.phase) ?? ''),
    summary: textsIn(value.summary).join('\n'),
    completed: together(value.completed, value.completedTasks),
    pending: together(value.pending, value.pendingTasks),
    concerns: textsIn(value.concerns),
    decisions: listIn(value.decisions).flatMap((one, index) => {
      const made = decisionIn(one)
      if (made === null) report.reads(`decisions[${index}] says nothing, and is not used`)
      return made ?? []
    }),
    blockers: textsIn(value.blockers),
    contextKeywords: textsIn(value.contextKeywords),
  }
}

function noteForm(value: unknown, name: string, report: ReadReport): void {
  if ((value ?? null) !== null && !Array.isArray(value))
    report.reads(`${name} is ${kindOf(value)}, read as a list of one`)
}

const kindOf = (value: unknown): string => (typeof value === 'string' ? 'a text' : shown(value))

/** Some tools split what belongs together between two fields. */
const together = (one: unknown, other: unknown): readonly string[] => [
  ...new Set([...textsIn(one), ...textsIn(other)]),
]

const momentIn = (value: unknown): string => {
  const moment = typeof value === 'number' ? readMoment(value) : null
  return moment === null ? (textIn(value) ?? '') : printMoment(moment)
}

const deepest = 5

/** Every text in a list or an object that may be a path. */
function artifactPaths(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  return Object.values(value).flatMap((one: unknown) => artifactPaths(one, depth + 1))
}

const isPlan = (path: string): boolean => /plan/i.test(path) && /\.md$/i.test(path)

/** With every field, in the order of the format. */
export function printHandoff(handoff: Handoff): string {
  const printed: Handoff = {
    timestamp: handoff.timestamp,
    fromSkill: handoff.fromSkill,
    phase: handoff.phase,
    summary: handoff.summary,
    completed: handoff.completed,
    pending: handoff.pending,
    concerns: handoff.concerns,
    decisions: handoff.decisions.map(({ what, why }) => ({ what, why })),
    blockers: handoff.blockers,
    contextKeywords: handoff.contextKeywords,
  }
  return `${JSON.stringify(printed, null, 2)}\n`
}
