/** Owns how the making of a spec ends: with its documents, or stopped at a question with nothing written. */
import { exitCode } from '../../kernel/exit-code.ts'
import { oneLine } from '../../kernel/one-line.ts'
import { type Decision, end } from '../../kernel/playbook.ts'
import { bulleted, section } from '../../work/report-sections.ts'
import { draftPath } from './calls.ts'
import { criticLine } from './critic-counts.ts'
import type { Command } from './effects.ts'
import type { SpecInput } from './input.ts'
import { openIn } from './rounds.ts'
import type { Over } from './state.ts'
import type { SpecWords } from './words.ts'

export function over({ input, result, rounds, warnings }: Over, words: SpecWords): Decision<Command> {
  const { ends, report } = words
  const title = `# ${report.title(oneLine(input.idea))}`
  if (result === null)
    return end({
      outcome: 'halted',
      exitCode: exitCode.waitingAtGate,
      reason: ends.stopped,
      next: ends.again(specCommand(input)),
      resumable: false,
      report: [title, ends.stopped].join('\n\n'),
    })
  const open = rounds.flatMap(openIn).map(({ text }) => text)
  return end({
    outcome: 'done',
    exitCode: exitCode.done,
    reason: ends.written(input.docsPath),
    next: ends.next(workflowCommand(input)),
    resumable: false,
    report: [
      title,
      ...section(report.files, bulleted(result.files)),
      ...section(report.findings, criticLine(result.counts)),
      ...section(report.open, bulleted(open)),
      ...section(report.warnings, bulleted(warnings)),
    ].join('\n\n'),
  })
}

export const specCommand = ({ idea }: SpecInput): string => `harness spec ${lastWord(idea)}`

/** The folder of the draft is the default one, or it is named: the workflow works in the folder that the spec made. */
function workflowCommand(input: SpecInput): string {
  const folder = input.docsPath.split('/').slice(0, -2).join('/')
  const place = folder === 'docs/harness' ? '' : ` --output-dir ${asWord(folder)}`
  return `harness workflow --spec ${asWord(draftPath(input))}${place} ${lastWord(input.idea)}`
}

/** One word to a shell, on one line, and whole: the command must work as it is printed. */
function asWord(text: string): string {
  const line = oneLine(text)
  return /^[\w./-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`
}

/** Not read as an option either. */
const lastWord = (text: string): string => `${text.trim().startsWith('-') ? '-- ' : ''}${asWord(text)}`
