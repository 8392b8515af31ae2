/** Owns which box a finished task ticks. */
import { invariant } from '../../kernel/invariant.ts'
import { askedByClose, closeId, type TickEdit } from './handbook-document.ts'
import type { Task } from './state.ts'

export function boxOf(task: Task): TickEdit {
  if (task.type === 'prompt') return { promptId: task.prompt.id, text: task.prompt.text }
  invariant(task.type === 'close' && task.phase.close !== null, 'only prompts and closes have a box')
  return { promptId: closeId(task.phase.number), text: askedByClose(task.phase.close) }
}
