/** Owns the lines that a handbook's run says on stdout: one per prompt start, per dispatch, per completion. */
import type { Event } from './effects.ts'
import { type HandbookState, subjectOf } from './state.ts'

/** `before` is the state that the event met, `after` the one it led to. */
export const progressLines = (
  event: Event,
  before: HandbookState,
  after: HandbookState,
): readonly string[] => [
  ...linesOf(event, before, after),
  ...after.closes.flatMap((close) => (before.closes.includes(close) ? [] : [`closed phase ${close.phase}`])),
]

function linesOf(event: Event, before: HandbookState, after: HandbookState): readonly string[] {
  switch (event.type) {
    case 'DocumentsRead':
      return after.flights.flatMap(({ task }) =>
        task.type === 'prompt' && !before.flights.some((one) => subjectOf(one.task) === task.prompt.id)
          ? [`start ${task.prompt.id} ${task.prompt.verb ?? ''} ${task.prompt.title}`.trimEnd()]
          : [],
      )
    case 'CommandIssued': {
      const { command } = event
      if (command.type !== 'RunAgent') return []
      const [, part = '', subject = '', attempt = ''] = command.id.split('/')
      return [`dispatch ${subject} ${part} to the ${command.role} (${attempt})`]
    }
    case 'DocumentsEdited': {
      const [, , subject] = event.commandId.split('/')
      const record = after.records.find(({ promptId }) => promptId === subject)
      if (record === undefined || event.refused.length > 0) return []
      const remarks = [
        ...(record.emptyResult ? ['empty result'] : []),
        ...(record.overrun ? ['overrun'] : []),
      ]
      return [`done ${record.promptId}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`]
    }
    default:
      return []
  }
}
