/** Owns what a workflow tells of a state. Pure. */

import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import { wordOf } from '@harness/core/work/said'
import { phaseLabel } from '@harness/formats/documents/workflow/phase-label'
import { runStyle } from '@harness/formats/documents/workflow/run-style'
import { type SessionFile, scopeOf } from '@harness/formats/documents/workflow/session-file'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import type { GivenReport } from '../../engine/run-report.ts'

export function workflowReport(state: WorkflowState): GivenReport {
  const { input, at, lane } = state
  const words = workflowVoice.words[state.userLang]
  const phase = phaseLabel(state)
  return {
    title: input.task.split('\n')[0] ?? '',
    about: input.task.split('\n')[0] ?? '',
    label: 'workflow',
    heading: input.slug,
    phase,
    branch: lane?.branch ?? input.branch,
    baseBranch: input.baseBranch,
    isOver: at.phase === 'over',
    sections: [
      { title: 'Status', lines: statusLines(state, words) },
      { title: 'Said', lines: state.said.map((message) => wordOf(words.lines, message)) },
    ],
    fields: workflowFields(state),
  }
}

/** The status that people read: a label and a value each. */
export function statusLines(state: WorkflowState, words: WorkflowTexts): readonly string[] {
  const { input } = state
  const { labels } = words
  const rows: readonly (readonly [string, string])[] = [
    [labels.task, input.task],
    [labels.mode, state.mode ?? words.none],
    [labels.model, state.modelConfig?.preset ?? words.none],
    [labels.style, runStyle(state.until)],
    [labels.phase, words.phases[phaseLabel(state)]],
    [labels.round, `${state.round} / ${input.maxRounds}`],
    ...(input.branch === null ? [] : ([[labels.branch, input.branch]] as const)),
    [labels.scope, input.scope ?? words.noLimit],
  ]
  return aligned(rows)
}

/** The same of a session that another program left. */
export function foundLines(session: SessionFile, words: WorkflowTexts): readonly string[] {
  const { labels, none } = words
  return aligned([
    [labels.task, session.task],
    [labels.mode, session.mode ?? none],
    [labels.model, session.model_config?.preset ?? none],
    [labels.style, session.run_style ?? none],
    [labels.phase, words.phases[session.phase]],
    [labels.round, `${session.round} / ${session.max_rounds}`],
    ...(session.branch === null ? [] : ([[labels.branch, session.branch]] as const)),
    [labels.scope, scopeOf(session) ?? words.noLimit],
  ])
}

/** What the run found and was told at its start. */
export function setUpLines(state: WorkflowState, words: WorkflowTexts, directory: string): readonly string[] {
  const { input } = state
  const { labels } = words
  const { test, build, lint, typeCheck } = input.commands
  return aligned([
    [labels.directory, directory],
    ...(input.branch === null ? [] : ([[labels.branch, input.branch]] as const)),
    [labels.mode, state.mode ?? words.none],
    [labels.model, state.modelConfig?.preset ?? words.none],
    [labels.verifier, input.verifier],
    [labels.style, runStyle(state.until)],
    [labels.language, input.lang],
    [labels.test, test ?? words.none],
    [labels.build, build ?? words.none],
    [labels.lint, lint ?? words.none],
    [labels.typeCheck, typeCheck ?? words.none],
    [labels.scope, input.scope ?? words.noLimit],
    [labels.output, input.docsPath],
  ])
}

function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `${label.padEnd(width)} : ${value}`)
}

export const workflowFields = (state: WorkflowState): Readonly<Record<string, unknown>> => ({
  phase: phaseLabel(state),
  result: state.result,
  slug: state.input.slug,
  docsPath: state.input.docsPath,
  round: state.round,
  layer1: state.layer1,
  layer2: state.layer2,
  autofix: state.autofix,
  changedFiles: state.changed.map(({ path }) => path),
})
