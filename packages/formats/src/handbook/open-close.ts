/** The close of a phase while it is read: the commands and boxes found in it so far. */
import { commandAlone, commandsInFence, commandsInProse } from './close-commands.ts'
import { firstInLine, type HandbookSource } from './handbook-source.ts'
import { type OpenPrompt, onlyBox } from './open-prompt.ts'
import type { Checkbox, WrittenClose } from './written-handbook.ts'

export class OpenClose {
  readonly level: number
  /** Below the heading of a prompt, which is told and has no place here: what follows is that prompt's. */
  isAstray = false
  private readonly boxes: Checkbox[] = []
  private prompt: OpenPrompt | null = null
  private readonly line: number
  private readonly begun: number
  private readonly commands: string[] = []
  /** Those that sentences ask for; they count where no command stands by itself. */
  private readonly inProse: string[] = []
  private readonly unclear: string[] = []
  /** Those of `inProse` that are not only mentioned. */
  private readonly demanded: string[] = []

  /** `begun` is the line after its heading, counted from 0. */
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
    this.commands.push(...commandsInFence(info, code))
  }

  /** A paragraph, or the first one of a list item. */
  takeParagraph(content: string): void {
    const alone = commandAlone(content)
    this.commands.push(...alone)
    if (alone.length > 0) return
    const { asked, unclear, isDemand } = commandsInProse(content)
    this.inProse.push(...asked)
    if (isDemand) this.demanded.push(...asked)
    this.unclear.push(...unclear)
  }

  /** `end` is the line behind its last one. */
  written(phase: number, end: number, source: HandbookSource): WrittenClose {
    const standAlone = this.commands.length > 0
    return {
      line: this.line,
      text: source.between(this.begun, end),
      commands: standAlone ? this.commands : this.inProse,
      unclear: standAlone ? this.demanded.filter((run) => !this.commands.includes(run)) : this.unclear,
      prompt: this.prompt?.text ?? null,
      box: onlyBox(this.boxes, `${phase}.close`, source.note),
    }
  }
}
