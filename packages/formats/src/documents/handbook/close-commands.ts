/** Finds, in the close of a phase, which code the harness runs, which it does not run, and whether words remain. */

import { oneLine } from '@harness/core/kernel/one-line'
import { askedSpans, code, handsOver, isHedged } from './close-request.ts'
import { isCommand, isCommandAlone } from './command-shape.ts'

export interface NamedCommand {
  readonly command: string
  /** Counted from 0 inside the block. */
  readonly line: number
}

export interface CloseCommands {
  readonly run: readonly string[]
  /** Looks like a command, but nothing asks the harness to run it. */
  readonly notRun: readonly NamedCommand[]
  /** Whether it only asks for commands, so that no word of it is left to judge. */
  readonly isPlain: boolean
}

const shellInfo = /^(?:sh|bash|zsh|shell|shell-?script|shell-?session|console|terminal)?(?:[\s{]|$)/i
const otherCode =
  /^(?:[jt]sx?|javascript|typescript|json[c5]?|ya?ml|toml|ini|html?|xml|svg|s?css|less|md|markdown|python|py|ruby|rb|go|rust|rs|java|c|cpp|php|sql|graphql|diff|astro|vue|svelte|mermaid)\b/i
const shellPrompt = /^\s*\$\s+/

/**
 * One command a line; a backslash at the end of a line joins it with the next. In a session with `$ ` the other lines are
 * output.
 */
export function commandsInFence(info: string, text: string): CloseCommands {
  const lines = text.split('\n')
  const language = info.trim()
  if (!shellInfo.test(language))
    return { run: [], notRun: otherCode.test(language) ? [] : commandLines(lines), isPlain: false }
  const isSession = lines.some((line) => shellPrompt.test(line))
  const run: string[] = []
  const output: NamedCommand[] = []
  let joined: string | null = null
  for (const [line, written] of lines.entries()) {
    const isInput: boolean = joined !== null || !isSession || shellPrompt.test(written)
    const bare: string = joined === null ? written.replace(/^\s*[$>]\s+/, '') : written.replace(/^>\s/, '')
    if (!isInput) {
      if (bare.trim() !== '') output.push({ command: bare.trim(), line })
      continue
    }
    const whole: string = `${joined ?? ''}${bare}`
    joined = whole.endsWith('\\') ? whole.slice(0, -1) : null
    if (joined === null) run.push(whole.trim())
  }
  if (joined !== null) run.push(joined.trim())
  const commands = run.filter((command) => command !== '' && !command.startsWith('#'))
  return {
    run: commands,
    notRun: output.filter(({ command }) => isCommand(command)),
    isPlain: commands.length > 0 && output.length === 0,
  }
}

const commandLines = (lines: readonly string[]): readonly NamedCommand[] =>
  lines
    .map((line, at) => ({ command: line.replace(/^\s*[$>]\s+/, '').trim(), line: at }))
    .filter(({ command }) => isCommand(command))

/** Indented code is often an example: none of it is run. */
export const commandsInIndented = (text: string): CloseCommands => ({
  run: [],
  notRun: commandLines(text.split('\n')),
  isPlain: false,
})

/** A quote, a heading, HTML: the harness runs nothing of it. */
export function commandsNamedIn(text: string): readonly NamedCommand[] {
  const named: NamedCommand[] = []
  const fence = /^\s*(?:```|~~~)/
  let isFenced = false
  for (const [at, line] of text.split('\n').entries()) {
    if (fence.test(line)) isFenced = !isFenced
    else if (isFenced) named.push(...commandLines([line]).map(({ command }) => ({ command, line: at })))
    else
      named.push(
        ...spansIn(line)
          .spans.filter(isCommandSpan)
          .map(({ command }) => ({ command, line: at })),
      )
  }
  return named
}

const isCommandSpan = ({ command }: NamedCommand): boolean => isCommand(command)

const span = /(`+)([^`]+)\1|<(?:code|kbd)>([^<]+)<\/(?:code|kbd)>/g

/** The text with each code span replaced by a mark, and without emphasis. */
function spansIn(content: string): { readonly text: string; readonly spans: readonly NamedCommand[] } {
  const plain = content.replaceAll(code, '')
  let line = 0
  let counted = 0
  const spans = [...plain.matchAll(span)].map(({ 2: ticked, 3: tagged, index }) => {
    line += plain.slice(counted, index).split('\n').length - 1
    counted = index
    return { command: oneLine(ticked ?? tagged ?? ''), line }
  })
  return { text: plain.replace(span, code).replace(/\*+|(?<!\w)_+|_+(?!\w)/g, ''), spans }
}

const onlySpans = new RegExp(
  `^(?:[\\s,;&+]|\\b(?:and|then)\\b)*(?:${code}(?:[\\s,;&+.]|\\b(?:and|then)\\b)*)+$`,
  'i',
)
const explained = new RegExp(`^\\s*${code}\\s*(?:[—–:]|-+\\s)([^${code}]*)$`)
const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** A paragraph, a list item or a table. */
export function commandsInText(content: string): CloseCommands {
  if (tableRule.test(content.split('\n')[1] ?? '') && content.includes('|')) return commandsInTable(content)
  const { text, spans } = spansIn(content)
  if (onlySpans.test(text))
    return sorted(
      spans,
      spans.map(({ command }) => isCommandAlone(command)),
      'all',
    )
  const explanation = explained.exec(text)?.[1]
  if (explanation !== undefined) {
    const isAsked = spans.map(({ command }) => isCommand(command) && !isHedged(explanation))
    if (isAsked.includes(true)) return { ...sorted(spans, isAsked), isPlain: false }
  }
  return commandsInProse(text, spans)
}

/** `named` says which spans are named if they are not run. */
function sorted(
  spans: readonly NamedCommand[],
  isAsked: readonly boolean[],
  named: 'all' | 'commands' = 'commands',
): CloseCommands {
  return {
    run: spans.filter((_, at) => isAsked[at] === true).map(({ command }) => command),
    notRun: spans.filter((one, at) => isAsked[at] !== true && (named === 'all' || isCommandSpan(one))),
    isPlain: isAsked.every(Boolean),
  }
}

/** A cell that is all code is run, if no word of its row speaks against it. */
function commandsInTable(content: string): CloseCommands {
  const run: string[] = []
  const notRun: NamedCommand[] = []
  for (const [line, row] of content.split('\n').entries()) {
    const { text, spans } = spansIn(row)
    const isHeld = isHedged(text)
    let at = 0
    for (const cell of text.split('|')) {
      const count = cell.split(code).length - 1
      const inside = spans.slice(at, at + count).map(({ command }) => ({
        command: command.replaceAll('\\|', '|'),
        line,
      }))
      at += count
      const isAlone = onlySpans.test(cell)
      const found = isAlone
        ? sorted(
            inside,
            inside.map((one) => isCommandSpan(one) && !isHeld),
          )
        : commandsInProse(cell, inside)
      run.push(...found.run)
      notRun.push(...found.notRun.map(({ command }) => ({ command, line })))
    }
  }
  return { run, notRun, isPlain: false }
}

const clauseEnd = /(?<=[.;!?])\s+/
const plainWords = new Set(
  'run runs rerun execute check verify confirm ensure make sure that then and both all each every of them these must has have need needs to pass passes succeed succeeds be is are so green exit exits return returns with code status 0 zero the this command commands it they also too do does first next finally'.split(
    ' ',
  ),
)

/** "Run `npm run check`; it must pass." asks for a command and says nothing else. */
function commandsInProse(text: string, spans: readonly NamedCommand[]): CloseCommands {
  const clauses = text.split(clauseEnd)
  const isAsked: boolean[] = []
  let isPlain = true
  for (const [at, clause] of clauses.entries()) {
    const count = clause.split(code).length - 1
    const asked = isHandedOver(clauses.slice(at + 1)) ? new Set<number>() : askedSpans(clause)
    const begun = isAsked.length
    for (let n = 0; n < count; n++) isAsked.push(asked.has(n) && isCommand(spans[begun + n]?.command ?? ''))
    const words = clause.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []
    isPlain &&= words.every((word) => plainWords.has(word))
  }
  const found = sorted(spans, isAsked)
  return { ...found, isPlain: isPlain && found.isPlain }
}

/** The clauses up to the next one with code are about the code before them. */
function isHandedOver(following: readonly string[]): boolean {
  const next = following.findIndex((clause) => clause.includes(code))
  return following.slice(0, next === -1 ? following.length : next).some(handsOver)
}
