/**
 * Test support: plans in a few lines. `task 1: Walk | src/walk.js` begins a task; `none` and `-` stand for no file and for
 * files that the task does not name. `[decision] Which store? | SQLite | Files` is a checkpoint with its options.
 */
import type { Checkpoint, CheckpointKind, Plan, PlanTask } from '../documents.ts'

export const twoTasks = 'truth: It scans.\ntask 1: Walk | src/walk.js\ntask 2: Match | src/match.js'

/** A plan with so many tasks, and so many checkpoints in its last one. */
export const planOf = (tasks: number, checkpoints = 0): string =>
  [
    ...Array.from(
      { length: tasks },
      (_, index) => `task ${index + 1}: Step ${index + 1} | src/${index + 1}.js`,
    ),
    ...Array.from({ length: checkpoints }, (_, index) => `[human-verify] Look ${index + 1}`),
  ].join('\n')

export function planIn(text: string): Plan {
  const tasks = text
    .split(/^(?=task )/m)
    .filter((part) => part.startsWith('task '))
    .map(taskIn)
  return {
    title: 'Plan',
    text,
    truths: valuesOf(text, 'truth'),
    tasks,
    checkpoints: tasks.flatMap(({ checkpoints }) => checkpoints).length,
    warnings: valuesOf(text, 'warning'),
  }
}

const valuesOf = (text: string, name: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^${name}: (.*)$`, 'gm'))].map(([, value = '']) => value)

function taskIn(part: string): PlanTask {
  const [heading = '', ...lines] = part.trimEnd().split('\n')
  const [, id = '', title = '', files = '-'] = /^task ([\d.]+): ([^|]*?)(?: \| (.*))?$/.exec(heading) ?? []
  return {
    id,
    title,
    text: lines.join('\n'),
    files: filesIn(files),
    checkpoints: lines.flatMap(checkpointIn),
  }
}

function filesIn(text: string): readonly string[] | null {
  if (text === '-') return null
  return text === 'none' ? [] : text.split(', ')
}

function checkpointIn(line: string): readonly Checkpoint[] {
  const [, kind, rest = ''] = /^\[(human-verify|decision|human-action)\] (.*)$/.exec(line) ?? []
  const [text = '', ...options] = rest.split(' | ')
  return kind === undefined ? [] : [{ kind: kind as CheckpointKind, text, options }]
}
