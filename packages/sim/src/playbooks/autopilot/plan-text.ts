/** Owns the plans and specs of a simulated autopilot as the texts that agents and people write. */
import type { CheckpointKind, Complexity } from '@harness/core/playbooks/autopilot/documents'

export interface DrawnTask {
  readonly files: 'own' | 'none' | 'unsaid'
  readonly checkpoints: readonly CheckpointKind[]
}

const listed = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

const plainTruths: readonly string[] = ['It works.', 'It has 2 tests.']

/** `subject` names the phase as commands do: `phase-1`. */
export const planText = (
  subject: string,
  version: string,
  tasks: readonly DrawnTask[],
  truths: readonly string[] = plainTruths,
): string =>
  [
    `# Plan: ${subject}`,
    `**Date:** 2026-11-16 | **Spec:** docs/spec.md | **Tasks:** ${tasks.length} | **Time:** 5 min`,
    `## Goal\n\nPlanned as ${version}.`,
    ...(truths.length === 0 ? [] : [`## Observable Truths (Acceptance Criteria)\n\n${listed(truths)}`]),
    ...(tasks.length === 0 ? [] : ['## Tasks']),
    ...tasks.map((task, index) => taskText(subject, index + 1, task)),
    '',
  ].join('\n\n')

function taskText(subject: string, id: number, { files, checkpoints }: DrawnTask): string {
  const named = files === 'own' ? `src/${subject}-task-${id}.js` : 'none'
  return [
    `### Task ${id}: Write part ${id}`,
    ...(files === 'unsaid' ? [] : ['', `**Depends on:** none | **Files:** ${named} | **Owns:** ${named}`]),
    ...checkpoints.flatMap((kind, nth) => [
      '',
      `[checkpoint:${kind}] Look at ${nth + 1} of task ${id}.`,
      ...(kind === 'decision' ? ['- left', '- right'] : []),
    ]),
  ].join('\n')
}

export const specText = (
  phases: readonly { readonly name: string; readonly complexity: Complexity }[],
  note = '',
  truths: readonly string[] = ['The product works.'],
): string =>
  [
    `# A spec${note}`,
    '## Implementation Order',
    ...phases.map(
      ({ name, complexity }, index) =>
        `### Phase ${index + 1}: ${name}\n\n<!-- complexity: ${complexity} -->\n\nBuild ${name}.`,
    ),
    ...(truths.length === 0 ? [] : [`## Success Criteria\n\n${listed(truths)}`]),
    '',
  ].join('\n\n')
