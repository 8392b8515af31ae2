/** Owns how the phases of a session are read, in the words of every tool that writes them. */
import { oneLine } from '@harness/core/kernel/one-line'
import {
  type Complexity,
  complexities,
  type PhaseStatus,
  type SessionPhase,
} from '@harness/core/playbooks/autopilot/documents'
import { countIn, textOf, wordIn } from '../../answers/autopilot/loose-values.ts'
import { isObject } from '../../text/is-object.ts'
import { shown } from '../../text/shown.ts'
import { planPathsIn } from './plan-paths.ts'
import type { ReadReport } from './read-report.ts'

const known = ['name', 'title', 'complexity', 'complexityOverride', 'planPath', 'status']

/** Null if the phase has no name. */
export function phaseIn(value: unknown, report: ReadReport): SessionPhase | null {
  const fields = typeof value === 'string' ? { name: value } : value
  if (!isObject(fields)) return null
  const name = oneLine(textOf(fields, ['name', 'title']) ?? '')
  if (name === '') return null
  report.ignoresOthers(fields, known, 'phases[].')
  return {
    name,
    complexity: complexityIn(fields.complexity, name, report),
    complexityOverride: overrideIn(fields.complexityOverride, name, report),
    planPath: planPathIn(fields.planPath, `the plan of phase “${name}”`, report),
    status: statusIn(fields.status, name, report),
  }
}

/** Several stay together, with commas between them. */
export function planPathIn(value: unknown, what: string, report: ReadReport): string | null {
  const { paths, refused } = planPathsIn(value)
  for (const path of refused) report.ignores(`${what}: ${shown(path)} is no path inside the repository`)
  return paths.length === 0 ? null : paths.join(',')
}

const complexityOf = (value: unknown): Complexity | null =>
  complexities.find((one) => one === wordIn(value)) ?? null

function complexityIn(value: unknown, name: string, report: ReadReport): Complexity {
  const complexity = complexityOf(value)
  if (complexity === null) report.reads(`complexity ${shown(value)} of phase “${name}” as medium`)
  return complexity ?? 'medium'
}

function overrideIn(value: unknown, name: string, report: ReadReport): Complexity | null {
  const complexity = complexityOf(value)
  if (complexity === null && value !== null && value !== undefined)
    report.ignores(`complexityOverride ${shown(value)} of phase “${name}”`)
  return complexity
}

const statuses: ReadonlyMap<string, PhaseStatus> = new Map([
  ...named('complete', ['complete', 'completed', 'done', 'phase_complete', 'finished', 'passed']),
  ...named('in-progress', ['in_progress', 'started', 'active', 'current', 'running', 'blocked', 'failed']),
  ...named('in-progress', ['assess', 'plan', 'planning', 'planned', 'approve_plan', 'approved']),
  ...named('in-progress', ['execute', 'executing', 'verify', 'verifying', 'review', 'reviewing']),
  ...named('pending', ['pending', 'todo', 'not_started', 'waiting', 'init']),
  ...named('skipped', ['skipped', 'skip']),
])

function named(status: PhaseStatus, words: readonly string[]): readonly (readonly [string, PhaseStatus])[] {
  return words.map((word) => [word, status] as const)
}

/** An unknown status is no reason to leave a phase out. */
function statusIn(value: unknown, name: string, report: ReadReport): PhaseStatus {
  const status = statuses.get(wordIn(value)) ?? 'pending'
  if (value !== status) report.reads(`status ${shown(value)} of phase “${name}” as ${status}`)
  return status
}

/** From 0; the number of phases if all are over. A number beyond that is one past the end. */
export function currentPhaseIn(value: unknown, phases: readonly SessionPhase[], report: ReadReport): number {
  const count = countIn(value)
  const open = phases.findIndex(({ status }) => status !== 'complete' && status !== 'skipped')
  const current = count === null ? (open === -1 ? phases.length : open) : Math.min(count, phases.length)
  if (current !== value) report.reads(`currentPhase ${shown(value)} as ${current}`)
  return current
}
