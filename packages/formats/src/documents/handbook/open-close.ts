/** The close of a phase while it is read: the commands, the words and the boxes found in it so far. */
import {
  type CloseCommands,
  commandsInFence,
  commandsInIndented,
  commandsInText,
  commandsNamedIn,
  type NamedCommand,
} from './close-commands.ts'
import { holdsBack } from './close-request.ts'
import { firstInLine, type HandbookSource } from './handbook-source.ts'
import { type OpenPrompt, onlyBox } from './open-prompt.ts'
import type { Checkbox, WrittenClose } from './written-handbook.ts'

const comment = /<!--[\s\S]*?-->/g
/** An image says nothing that can be judged. */
const image = /!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g
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
  /** With their lines in the file. */
  private readonly notRun: NamedCommand[] = []
  /** How deep the words are that leave the code below them to others; null if there are none. */
  private heldBackAt: number | null = null
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
    this.name(quote.text, lines.numberOf(quote.first))
    if (quote.text.trim() === '') return
    if (first === null) this.prompt = quote
    else {
      const hint = firstInLine(lines.numberOf(first))
      note('two-quotes-in-close', lines.start(quote.first), null, 'one quote a close', 'another', hint)
    }
  }

  /** `line` is the line of its first character in the file, `level` how deep it is in lists. */
  takeFence(info: string, code: string, line: number, level: number): void {
    const isHeld = this.heldBackAt !== null && level >= this.heldBackAt
    this.take(commandsInFence(info, code), line + 1, isHeld)
  }

  takeIndented(code: string, line: number): void {
    this.take(commandsInIndented(code), line, false)
  }

  takeParagraph(content: string, line: number, level: number): void {
    const words = content
      .replace(comment, (text) => text.replace(/[^\n]+/g, ''))
      .replace(taskMark, '')
      .trimEnd()
    if (words.replace(image, '').trim() === '') return
    const found = commandsInText(words)
    const isWords = found.run.length === 0 || !found.isPlain
    if (this.heldBackAt !== null && isWords && level <= this.heldBackAt) this.heldBackAt = null
    const isSibling = level > 0 && level === this.heldBackAt
    const isHeld = this.heldBackAt !== null && level >= this.heldBackAt && !isSibling
    this.take(found, line, isHeld)
    if (holdsBack(words)) this.heldBackAt = level
  }

  /** A heading or HTML. The harness runs none of its code. */
  name(text: string, line: number): void {
    const named = commandsNamedIn(text)
    if (named.length > 0) this.take({ run: [], notRun: named, isPlain: false }, line, false)
  }

  private take({ run, notRun, isPlain }: CloseCommands, line: number, isHeld: boolean): void {
    const held = isHeld ? run.map((command) => ({ command, line: 0 })) : []
    if (!isHeld) this.commands.push(...run)
    for (const one of [...held, ...notRun]) this.notRun.push({ ...one, line: line + one.line })
    if (!isPlain || isHeld) this.takeProse()
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
      notRun: this.notRun.filter(
        ({ command }, at) =>
          !commands.includes(command) && this.notRun.findIndex((one) => one.command === command) === at,
      ),
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
