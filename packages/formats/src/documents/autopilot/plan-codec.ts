/** Owns the plan of a phase as a document: one file or more, of which the first can be written. */
import type { Plan, PlanEdit } from '@harness/core/playbooks/autopilot/documents'
import { parsed } from '../../text/format-problem.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { freeId, planIn } from './plan-file.ts'

export const planCodec: DocumentCodec<Plan, PlanEdit> = {
  // No text has a mistake, so no message says this name.
  format: 'plan',
  inPlace: null,
  walk: (text) => text,
  parse: (text, others) => {
    const texts = [text, ...others.flatMap((other) => other ?? [])]
    return parsed(
      texts
        .map((one, at) => planIn(one, 'plan', texts.length === 1 ? placedIn('') : placedIn(`file ${at + 1}`)))
        .reduce(joined),
    )
  },
  rewrite([there = null], edits, { redact }) {
    let text = there
    const refused = edits.flatMap((edit, index) => {
      const now = withEnd(edit.text)
      const known = text === null ? null : redact(text)
      if (known !== edit.replaces && known !== now)
        return [{ edit: index, reason: 'edited' as const, detail: detailOf(known), problems: [] }]
      text = now
      return []
    })
    return { texts: refused.length === 0 && text !== null ? [{ file: 0, text }] : [], refused }
  },
}

/** The run names the files, so that a warning names the line, and which of several files it is in. */
const placedIn =
  (file: string) =>
  (line: number | null): string => {
    const place = [file, line === null ? '' : `line ${line}`].filter((part) => part !== '').join(', ')
    return place === '' ? '' : `${place}: `
  }

const detailOf = (there: string | null): string =>
  there === null
    ? 'The file is gone: it was not written again.'
    : 'Another file is there: it was not overwritten.'

const withEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

/** The tasks of the second plan follow. An id that the first one has gets a number behind it. */
function joined(first: Plan, second: Plan): Plan {
  const taken = new Map(first.tasks.map(({ id }) => [id, 1]))
  return {
    title: first.title,
    text: `${withEnd(first.text)}\n${second.text}`,
    truths: [...new Set([...first.truths, ...second.truths])],
    tasks: [...first.tasks, ...second.tasks.map((task) => ({ ...task, id: freeId(task.id, taken) }))],
    checkpoints: first.checkpoints + second.checkpoints,
    warnings: [...first.warnings, ...second.warnings],
  }
}
