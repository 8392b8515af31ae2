/** Owns how one thing that an agent did is written in lines: what it says, which tool it uses, what it saw of it. Pure. */
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import { clockText } from '@harness/formats/text/amounts'
import type { CallNote } from '@harness/shell/effects/agents/call/event-log'
import { linesOf, oneLine } from '@harness/shell/effects/progress-line'
import { clipped, wrapped } from '../../terminal/text.ts'

export interface TranscriptStyle {
  /** Infinite for a file or a pipe. */
  readonly columns: number
  /** How many lines of one output are shown. */
  readonly outputLines: number
}

/** `who` is the role, in a column of its own. */
export function transcriptLines(
  who: string,
  at: number,
  event: AgentEvent | CallNote,
  style: TranscriptStyle,
): readonly string[] {
  const lead = `${clockText(at)}  ${who.padEnd(whoColumns)} `
  const indent = ' '.repeat(lead.length)
  const columns = Math.max(narrowest, style.columns - lead.length)
  return contentOf(event, { ...style, columns }).map((line, index) => `${index === 0 ? lead : indent}${line}`)
}

/** As wide as a phase and its space. */
const whoColumns = 11
const narrowest = 20

function contentOf(event: AgentEvent | CallNote, style: TranscriptStyle): readonly string[] {
  const clip = (line: string): string => clipped(line.replaceAll('\t', '    '), style.columns)
  switch (event.type) {
    case 'text':
      return linesOf(event.text).flatMap((line) => (line === '' ? [''] : wrapped(line, style.columns)))
    case 'tool':
      return linesOf(toolText(event)).map(clip)
    case 'output':
      return outputLines(event, style).map(clip)
    case 'file':
      return [clip(`${event.change === 'deleted' ? 'deleted' : 'wrote'} ${oneLine(event.path)}`)]
    case 'retry':
      return [clip(`tries again: ${oneLine(event.reason)}`)]
    case 'denied':
      return [clip(`denied: ${oneLine(`${event.tool} ${event.detail}`)}`)]
    case 'session':
      return [clip(`session ${oneLine(event.session)}`)]
    case 'attempt':
      return [
        clip(`starts: ${oneLine(event.provider)}${event.model === null ? '' : `, ${oneLine(event.model)}`}`),
      ]
    case 'note':
      return wrapped(`note: ${oneLine(event.text)}`, style.columns)
    default:
      // Tokens are counted elsewhere. A later version may record what this one does not know.
      return []
  }
}

const toolText = ({ tool, detail, command }: AgentEvent & { type: 'tool' }): string =>
  command === true ? `$ ${detail}` : `${tool} ${detail}`

/** The first lines and more of the last ones: a failure is told at the end. */
function outputLines(
  { text, exitCode }: AgentEvent & { type: 'output' },
  { outputLines: most }: TranscriptStyle,
): readonly string[] {
  const lines = linesOf(text)
  const head = Math.floor(most / 4)
  const shown =
    lines.length <= most
      ? lines
      : [
          ...lines.slice(0, head),
          `… ${lines.length - most} lines are left out here …`,
          ...lines.slice(head - most),
        ]
  const ended = exitCode === null ? [] : [`exit code ${exitCode}`]
  return [...shown.map((line) => `| ${line}`), ...ended]
}
