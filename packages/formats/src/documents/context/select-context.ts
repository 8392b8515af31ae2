/**
 * Chooses which context drops a prompt is given. Agents act on a drop within their role. Each drop is fenced, so that pasted
 * text cannot pass for another part of the prompt. Drops for everybody come first, then those of the phase, the planner and the run, as long as there is
 * room; what is left out is named with why.
 */

import type { ContextUse } from '@harness/core/effects/run-agent'
import { actOnIt, fenced, type Slice } from '@harness/core/kernel/envelope'
import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
import { describeProblem } from '../../text/format-problem.ts'
import {
  type ContextDrop,
  type ContextScope,
  isDropName,
  longestContext,
  longestDrop,
  parseContextDrop,
} from './context-drop.ts'

/** A file of the context folder; one that cannot be used says why. */
export type ContextFile =
  | {
      readonly path: string
      readonly place: 'phase' | 'inbox'
      readonly digest: string
      readonly text: string
      readonly problem: null
    }
  | {
      readonly path: string
      readonly place: 'phase' | 'inbox'
      readonly digest: string
      readonly problem: string
    }

/** Whose prompt it is. */
export interface ContextReader {
  /** The step of the run, such as review. */
  readonly phase: string
  /** What the front matter of the plan says; absent if there is no plan. */
  readonly planPhase?: string
  readonly planId: string | null
}

export interface SelectedContext {
  readonly slices: readonly Slice[]
  readonly uses: readonly ContextUse[]
}

interface Addressed {
  readonly file: ContextFile
  readonly drop: ContextDrop
}

const order: readonly ContextScope['kind'][] = ['all', 'phase', 'step', 'planner', 'run']

export function selectContext(files: readonly ContextFile[], reader: ContextReader): SelectedContext {
  const unusable: ContextUse[] = []
  const addressed: Addressed[] = []
  for (const file of files) {
    if (file.place === 'phase' && !isNamedAfter(file, reader)) continue
    const drop = dropIn(file)
    if (typeof drop === 'string') unusable.push({ path: file.path, digest: file.digest, leftOut: drop })
    else if (isFor(drop.scope, reader)) addressed.push({ file, drop })
  }
  addressed.sort((a, b) => rank(a) - rank(b) || compared(a.file.path, b.file.path))

  const slices: Slice[] = []
  const uses: ContextUse[] = []
  let room = longestContext
  for (const { file, drop } of addressed) {
    const leftOut = tooLong(drop.text, room)
    uses.push({ path: file.path, digest: file.digest, leftOut })
    if (leftOut !== null) continue
    room -= drop.text.length
    slices.push({
      label: `Context ${file.path}`,
      stability: 'run',
      text: fenced(`what a person left as context (source: ${drop.source})`, drop.text.trim(), actOnIt),
    })
  }
  return { slices, uses: [...uses, ...unusable] }
}

/** A file of its own is for a step of the run, or for a phase of plans. */
const isNamedAfter = ({ path }: ContextFile, { phase, planPhase }: ContextReader): boolean =>
  [phase, planPhase].some((name) => name !== undefined && nameOf(path) === `${name}.md`)

const scopeOfFile = (name: string): ContextScope =>
  isStep(name) ? { kind: 'step', step: name } : { kind: 'phase', phase: name }

/** Of a delivery, of planning or of an audit. */
export const isStep = (name: string): boolean => [...deliveryPhases, 'planner', 'auditor'].includes(name)

/** The drop, or why there is none. */
export function dropIn(file: ContextFile): ContextDrop | string {
  if (file.problem !== null) return file.problem
  if (file.place === 'phase')
    return {
      source: 'other',
      scope: scopeOfFile(nameOf(file.path).replace(/\.md$/, '')),
      text: file.text,
    }
  if (!isDropName(nameOf(file.path))) return 'its name is not YYYY-MM-DD-<slug>.md'
  const read = parseContextDrop(file.text, nameOf(file.path))
  return read.ok ? read.value : read.problems.map(describeProblem).join('; ')
}

/** Cut in the middle it could say the opposite of what was meant, so it is used whole or not at all. */
function tooLong(text: string, room: number): string | null {
  if (text.length > longestDrop)
    return `${text.length} characters, more than the ${longestDrop} of one file; shorten it`
  return text.length > room
    ? `${text.length} characters, and only ${room} of the ${longestContext} of a prompt are left`
    : null
}

function isFor(scope: ContextScope, { phase, planPhase, planId }: ContextReader): boolean {
  switch (scope.kind) {
    case 'all':
      return true
    case 'phase':
      return scope.phase === planPhase
    case 'step':
      return scope.step === phase
    case 'planner':
      return phase === 'planner'
    case 'run':
      return scope.planId === planId
  }
}

/** The phase's own file stands before what the inbox holds for it. */
const rank = ({ file, drop }: Addressed): number =>
  order.indexOf(drop.scope.kind) * 2 + (file.place === 'phase' ? 0 : 1)

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
