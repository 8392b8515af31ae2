/**
 * Turns a handbook into its phases and prompts and says everything that is wrong with it. Walks the document's
 * blocks, so that what only looks like a prompt or a checkbox, in a fence or a comment, is none.
 */
import type { Token } from 'markdown-it'
import { shown } from '../shown.ts'
import { isNearlyBox, readBoxLine } from './checkbox-line.ts'
import { commandAlone, commandsInFence, commandsInProse } from './close-commands.ts'
import { readHeading } from './handbook-heading.ts'
import { eachBlock, linesOf } from './markdown-blocks.ts'
import { boxOf, envelopeOf, firstInLine, type NoteProblem, type OpenPrompt, onlyBox } from './open-prompt.ts'
import { promptQuote, scopeCommentsIn } from './prompt-quote.ts'
import { type SourceLines, sourceLines } from './source-lines.ts'
import type {
  Checkbox,
  HandbookProblem,
  WrittenClose,
  WrittenHandbook,
  WrittenPhase,
  WrittenPrompt,
} from './written-handbook.ts'

export interface ReadHandbook {
  /** What could be made out, also where there are problems. */
  readonly handbook: WrittenHandbook
  readonly problems: readonly HandbookProblem[]
}

const longest = 50_000_000

export function parseHandbook(text: string, file: string): ReadHandbook {
  if (text.length > longest) {
    const expected = `no more than ${longest} characters`
    const problem = { rule: 'too-large', file, line: null, column: null, field: null, expected } as const
    return {
      handbook: { phases: [], determinismNotes: null },
      problems: [{ ...problem, found: `${text.length}`, hint: null }],
    }
  }
  const walk = new HandbookWalk(text, file)
  return { handbook: walk.handbook(), problems: walk.problems }
}

const verbAfter = /\/impeccable\s+([A-Za-z][\w-]*)/

interface OpenPhase {
  readonly number: number
  readonly title: string
  readonly line: number
  readonly begun: number
  preambleEnd: number | null
  readonly prompts: WrittenPrompt[]
  close: WrittenClose | null
}

interface OpenClose {
  readonly line: number
  readonly level: number
  readonly begun: number
  readonly commands: string[]
  /** Those that sentences ask for; they count where no command stands by itself. */
  readonly inProse: string[]
  readonly unclear: string[]
  prompt: OpenPrompt | null
  readonly boxes: Checkbox[]
}

class HandbookWalk {
  readonly problems: HandbookProblem[] = []
  private readonly text: string
  private readonly file: string
  /** Known as soon as there is a block. */
  private lines: SourceLines = sourceLines('')
  private readonly phases: WrittenPhase[] = []
  private readonly lineOfPhase = new Map<number, number>()
  private readonly lineOfId = new Map<string, number>()
  private notesBegun: number | null = null
  private notes: string | null = null
  private phase: OpenPhase | null = null
  private close: OpenClose | null = null
  private prompt: OpenPrompt | null = null
  private heading: { readonly text: string; readonly id: string | null; readonly line: number } | null = null

  constructor(text: string, file: string) {
    this.text = text
    this.file = file
  }

  handbook(): WrittenHandbook {
    const { count } = eachBlock(this.text, (tokens, lines) => {
      this.lines = lines
      this.takeBlock(tokens)
    })
    this.endPhase(count)
    this.endNotes(count)
    if (this.phases.length === 0)
      this.note('no-phase', 0, null, 'a phase, such as "## Phase 0 — Foundations"', 'none')
    return { phases: this.phases, determinismNotes: this.notes }
  }

  private takeBlock(tokens: readonly Token[]): void {
    const [block, inside] = tokens
    switch (block?.type) {
      case 'heading_open':
        this.takeHeading(block, inside?.content ?? '')
        break
      case 'blockquote_open':
        this.takeQuote(block)
        break
      case 'html_block':
        this.takeHtml(block)
        break
      case 'bullet_list_open':
        this.takeList(tokens)
        break
      case 'fence':
        this.takeFence(block)
        break
      case 'paragraph_open':
        this.takeCode(inside?.content ?? '')
        break
    }
  }

  private takeHeading(token: Token, content: string): void {
    const [first, behind] = linesOf(token)
    const level = Number(token.tag.slice(1))
    const words = content.trim()
    this.endPrompt()
    if (this.close !== null && level <= this.close.level) this.endClose(first)
    if (level <= 2) {
      this.endPhase(first)
      this.endNotes(first)
    }
    const heading = readHeading(level, words)
    switch (heading.type) {
      case 'close':
        this.beginClose(heading.number, level, first, behind)
        break
      case 'phase':
        this.beginPhase(heading.number, heading.title, first, behind)
        break
      case 'notes':
        if (this.notes === null) this.notesBegun = behind
        break
      case 'inner':
        if (this.close !== null || this.phase === null) break
        this.heading = { text: words, id: heading.id, line: first }
        if (heading.id !== null) this.phase.preambleEnd ??= first
        break
      case 'other':
        break
    }
  }

  private beginPhase(number: number, title: string, first: number, begun: number): void {
    const earlier = this.lineOfPhase.get(number)
    const last = this.phases.at(-1)
    const at = this.offsetOf(first)
    if (earlier !== undefined)
      this.note(
        'phase-repeated',
        at,
        null,
        'every phase once',
        `a second Phase ${number}`,
        firstInLine(earlier),
      )
    else if (last !== undefined && number < last.number)
      this.note('phase-order', at, null, `a phase after Phase ${last.number}`, `Phase ${number}`)
    const line = this.lineOf(first)
    this.lineOfPhase.set(number, earlier ?? line)
    this.phase = { number, title, line, begun, preambleEnd: null, prompts: [], close: null }
    this.heading = null
  }

  private endPhase(end: number): void {
    this.endPrompt()
    this.endClose(end)
    if (this.phase === null) return
    const { begun, preambleEnd, number, title, line, prompts, close } = this.phase
    const preamble = this.between(begun, preambleEnd ?? end)
    this.phases.push({ number, title, line, preamble, prompts, close })
    this.phase = null
    this.heading = null
  }

  private endNotes(end: number): void {
    if (this.notesBegun === null) return
    this.notes = this.between(this.notesBegun, end)
    this.notesBegun = null
  }

  private beginClose(number: number, level: number, first: number, begun: number): void {
    const { phase } = this
    if (phase === null || phase.number !== number) {
      const where = phase === null ? 'outside of any phase' : `in Phase ${phase.number}`
      this.note(
        'close-of-other-phase',
        this.offsetOf(first),
        null,
        phase === null ? 'it inside its phase, under "### "' : `"### Phase ${phase.number} close"`,
        `"Phase ${number} close" ${where}`,
      )
    } else if (phase.close !== null) {
      this.note(
        'close-repeated',
        this.offsetOf(first),
        null,
        'one close a phase',
        `a second "Phase ${number} close"`,
        firstInLine(phase.close.line),
      )
    }
    if (phase !== null) phase.preambleEnd ??= first
    const line = this.lineOf(first)
    this.close = { line, level, begun, commands: [], inProse: [], unclear: [], prompt: null, boxes: [] }
    this.heading = null
  }

  private endClose(end: number): void {
    const { close, phase } = this
    this.close = null
    if (close === null || phase === null || phase.close !== null) return
    phase.close = {
      line: close.line,
      text: this.between(close.begun, end),
      commands: close.commands.length > 0 ? close.commands : close.inProse,
      unclear: close.commands.length > 0 ? [] : close.unclear,
      prompt: close.prompt?.text ?? null,
      box: onlyBox(close.boxes, `${phase.number}.close`, this.note),
    }
  }

  private takeQuote(token: Token): void {
    const [first, behind] = linesOf(token)
    if (this.phase === null) return
    this.endPrompt()
    const { text, scopes } = promptQuote(this.text, this.lines, first, behind)
    const quote = { first, text, scopes: [...scopes], boxes: [], nearly: [] }
    if (this.close !== null) this.close.prompt ??= quote
    else {
      this.phase.preambleEnd ??= first
      this.prompt = quote
    }
  }

  private takeHtml(token: Token): void {
    const [first, behind] = linesOf(token)
    const start = this.offsetOf(first)
    const text = this.text.slice(start, this.lines.end(behind - 1))
    const unclosed = text.lastIndexOf('<!--')
    if (unclosed !== -1 && !text.includes('-->', unclosed)) {
      this.note(
        'comment-unclosed',
        start + unclosed,
        null,
        '"-->" at the end of the comment',
        'the end of the file',
      )
      return
    }
    const scopes = scopeCommentsIn(text, (at) => start + at)
    if (scopes.length === 0 || this.phase === null) return
    if (this.prompt !== null && this.prompt.boxes.length === 0) this.prompt.scopes.push(...scopes)
    else if (this.close === null) {
      const expected = 'a scope comment between its prompt and its checkbox'
      for (const { offset } of scopes)
        this.note('envelope-without-prompt', offset, null, expected, 'one elsewhere')
    }
  }

  private takeList(tokens: readonly Token[]): void {
    if (this.phase === null) return
    const { lines } = this
    for (const [at, token] of tokens.entries()) {
      if (token.level !== 1 || token.type !== 'list_item_open') continue
      const [first] = linesOf(token)
      const begins = tokens[at + 1]
      // A checkbox is the beginning of an item's first paragraph, not code that is indented in it.
      if (begins?.type !== 'paragraph_open' || linesOf(begins)[0] !== first) continue
      const start = lines.start(first)
      const line = this.text.slice(start, lines.end(first))
      const box = readBoxLine(line)
      if (box !== null)
        this.takeBox({ state: box.state, markOffset: start + box.markAt, line: this.lineOf(first) })
      else if (isNearlyBox(line)) this.prompt?.nearly.push(this.lineOf(first))
      else this.takeCode(tokens[at + 2]?.content ?? '')
    }
  }

  private takeBox(box: Checkbox): void {
    if (this.close !== null) this.close.boxes.push(box)
    else if (this.prompt !== null) this.prompt.boxes.push(box)
    else {
      const expected = 'a prompt, a paragraph quoted with "> ", above its checkbox'
      this.note('checkbox-without-prompt', box.markOffset, null, expected, 'none')
    }
  }

  private takeFence(token: Token): void {
    const { lines } = this
    const [first, behind] = linesOf(token)
    const last = this.text.slice(lines.start(behind - 1), lines.end(behind - 1)).trim()
    const closed = behind - first > 1 && last.startsWith(token.markup) && !/[^`~]/.test(last)
    if (!closed)
      this.note(
        'fence-unclosed',
        this.offsetOf(first),
        null,
        `"${token.markup}" at the end of the code`,
        'the end of the file',
      )
    this.close?.commands.push(...commandsInFence(token.info, token.content))
  }

  private takeCode(content: string): void {
    const alone = commandAlone(content)
    this.close?.commands.push(...alone)
    if (this.close === null || alone.length > 0) return
    const { asked, unclear } = commandsInProse(content)
    this.close.inProse.push(...asked)
    this.close.unclear.push(...unclear)
  }

  private endPrompt(): void {
    const { prompt, phase } = this
    this.prompt = null
    if (prompt === null || phase === null) return
    const at = this.offsetOf(prompt.first)
    const id = this.idOf(prompt, phase)
    if (prompt.text.trim() === '')
      this.note('empty-prompt', at, id, 'the words of the prompt after "> "', 'none')
    const [scope] = prompt.scopes
    const envelopeLine = scope === undefined ? null : this.placeAt(scope.offset).line
    const box = boxOf(prompt, id, at, this.note)
    phase.prompts.push({
      id,
      phase: phase.number,
      heading: this.heading?.text ?? null,
      verb: verbAfter.exec(prompt.text)?.[1]?.toLowerCase() ?? null,
      text: prompt.text,
      line: this.lineOf(prompt.first),
      envelope: envelopeOf(prompt, id, envelopeLine, this.note),
      envelopeLine,
      box,
    })
  }

  private idOf(prompt: OpenPrompt, phase: OpenPhase): string {
    const said = this.heading?.id ?? null
    const id = said ?? `${phase.number}.${phase.prompts.length + 1}`
    const at = this.offsetOf(said === null ? prompt.first : (this.heading?.line ?? prompt.first))
    if (Number(id.slice(0, id.indexOf('.'))) !== phase.number)
      this.note('id-of-other-phase', at, id, `an id of Phase ${phase.number}`, shown(id))
    const earlier = this.lineOfId.get(id)
    if (earlier === undefined) this.lineOfId.set(id, this.lineOf(prompt.first))
    else {
      const again = this.offsetOf(prompt.first)
      this.note('duplicate-id', again, id, 'every prompt id once', `a second ${id}`, firstInLine(earlier))
    }
    return id
  }

  private readonly note: NoteProblem = (rule, offset, field, expected, found, hint = null) => {
    const named = field === null ? null : `prompt ${field}`
    const { file } = this
    this.problems.push({ rule, file, ...this.placeAt(offset), field: named, expected, found, hint })
  }

  private readonly offsetOf = (line: number): number => this.lines.start(line)
  private readonly placeAt = (offset: number) => this.lines.placeAt(offset)
  private readonly lineOf = (line: number): number => this.lines.numberOf(line)

  /** The text of the lines [first, behind) without the blank ones around it. */
  private between(first: number, behind: number): string {
    const { lines } = this
    if (behind <= first) return ''
    return this.text
      .slice(lines.start(first), lines.end(behind - 1))
      .replace(/^(?:[ \t]*(?:\r\n?|\n))+/, '')
      .trimEnd()
  }
}
