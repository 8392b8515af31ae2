/** The close of a phase while it is read: the commands, the words and the boxes found in it so far. */
import { commandAlone, commandsInFence, commandsInProse } from './close-commands.ts'
import { firstInLine, type HandbookSource } from './handbook-source.ts'
import { type OpenPrompt, onlyBox } from './open-prompt.ts'
import type { Checkbox, WrittenClose } from './written-handbook.ts'

const comment = /<!--[\s\S]*?-->/g
const taskMark = /^\[[ xX]\]\s+/

export class OpenClose {
  readonly level: number
  /** Below the heading of a prompt, which is told and has no place here: what follows is that prompt's. */
  isAstray = false
  private readonly boxes: Checkbox[] = []
  private prompt: OpenPrompt | null = null
  private readonly line: number
  private readonly begun: number
  private readonly commands: string[] = []
  private readonly unclear: string[] = []
  /** Whether it says anything beside its commands and its quote: then the phase closer judges the whole text. */
  private hasProse = false

  /** `begun` is the line where its text starts, counted from 0. */
  constructor(level: number, line: number, begun: number) {
    this.level = level
    this.line = line
    this.begun = begun
  }

  takeBox(box: Checkbox): void {
    if (!this.isAstray) this.boxes.push(box)
  }

  takeQuote(quote: OpenPrompt, { lines, note }: HandbookSource): void {
    if (this.isAstray) return
    const first = this.prompt?.first ?? null
    if (first === null) this.prompt = quote
    else {
      const hint = firstInLine(lines.numberOf(first))
      note('two-quotes-in-close', lines.start(quote.first), null, 'one quote a close', 'another', hint)
    }
  }

  takeFence(info: string, code: string): void {
    const commands = commandsInFence(info, code)
    this.commands.push(...commands)
    if (commands.length === 0) this.takeProse()
  }

  takeParagraph(content: string): void {
    const words = content.replace(comment, '').replace(taskMark, '').trim()
    if (words === '') return
    const alone = commandAlone(words)
    this.commands.push(...alone)
    if (alone.length > 0) return
    const { asked, unclear, isPlain } = commandsInProse(words)
    this.commands.push(...asked)
    this.unclear.push(...unclear)
    if (!isPlain) this.takeProse()
  }

  /** What cannot be a command. */
  takeProse(): void {
    this.hasProse = true
  }

  /** `end` is the line behind its last one. */
  written(phase: number, end: number, source: HandbookSource): WrittenClose {
    const commands = [...new Set(this.commands)]
    return {
      line: this.line,
      text: source.between(this.begun, end),
      commands,
      unclear: [...new Set(this.unclear)].filter((command) => !commands.includes(command)),
      prompt: this.hasProse ? this.withoutBoxes(end, source) : (this.prompt?.text ?? null),
      box: onlyBox(this.boxes, `${phase}.close`, source.note),
    }
  }

  /** A tick must not change what was asked. */
  private withoutBoxes(end: number, source: HandbookSource): string {
    const boxes = new Set(this.boxes.map(({ line }) => line))
    const lines: string[] = []
    for (let line = this.begun; line < end; line++)
      if (!boxes.has(source.lines.numberOf(line))) lines.push(source.slice(line, line + 1))
    return lines.join('\n').trim()
  }
}
