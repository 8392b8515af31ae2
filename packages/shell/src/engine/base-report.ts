/** Owns what a run of any playbook tells of its base: that the run waits for it, and who let a red base stand. Pure. */

import { type BaseFirst, baseFirstOf, isUnsettled } from '@harness/core/work/base-first-state'
import { describeRedBase, redBaseGate } from '@harness/core/work/base-gate'
import type { GivenReport, ReportSection } from './run-report.ts'

/** The playbook itself knows nothing of it. */
export function withBaseReport(given: GivenReport, state: unknown): GivenReport {
  const base = baseFirstOf(state)
  if (base === null) return given
  const sections = [...(given.sections ?? []), ...sectionsOf(base)]
  const waiver = base.waiver === null ? {} : { redBase: { ...base.waiver, checks: base.red } }
  const told = { ...given, sections, fields: { ...given.fields, ...waiver } }
  const ended = base.end === null ? {} : { isOver: true, gate: null, sleep: null, follows: null }
  return isUnsettled(base) && base.step !== 'idle' ? { ...told, ...waitsOf(base) } : { ...told, ...ended }
}

function waitsOf(base: BaseFirst): Pick<GivenReport, 'gate' | 'sleep' | 'follows'> {
  const { step, hurdle } = base
  return {
    gate: step === 'ask' && hurdle === null ? redBaseGate(base) : null,
    sleep: hurdle?.type === 'sleep' ? hurdle : null,
    follows: null,
  }
}

function sectionsOf(base: BaseFirst): readonly ReportSection[] {
  const text = describeRedBase(base)
  return text === '' ? [] : [{ title: 'The base was red', lines: text.split('\n') }]
}
