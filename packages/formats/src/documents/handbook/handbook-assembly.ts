/** Puts phases, prompts, closes and notes together from the blocks that begin and end them, and holds them to the grammar. */
import { shown } from '../../text/shown.ts'
import { isNumberedClose } from './handbook-heading.ts'
import { firstInLine, type HandbookSource } from './handbook-source.ts'
import { OpenClose } from './open-close.ts'
import { type OpenPhase, openPhase, writtenPhase } from './open-phase.ts'
import { type OpenPrompt, writtenPrompt } from './open-prompt.ts'
import type { ScopeComment } from './prompt-quote.ts'
import type { Checkbox, WrittenHandbook, WrittenPhase } from './written-handbook.ts'

const isWholeBox = /complete\W*$/i

interface OpenSection {
  readonly words: string
  readonly level: number
  readonly first: number
  readonly behind: number
  readonly promptsBefore: number
}

/** Words of a heading that say what must hold. */
const saysWhatHolds = /\b(?:clos\w+|gates?|exit|done|criteria|accept\w*)\b/i

/** Lines are counted from 0; `first` is a block's first line, `behind` and `end` the one behind its last. */
export class HandbookAssembly {
  private readonly source: HandbookSource
  private readonly phases: WrittenPhase[] = []
  private readonly lineOfPhase = new Map<number, number>()
  private readonly lineOfId = new Map<string, number>()
  private notesBegun: number | null = null
  private notes: string | null = null
  private phase: OpenPhase | null = null
  private prompt: OpenPrompt | null = null
  /** The heading that keeps the text below it out of every phase, and whether that was told. */
  private outside: { readonly words: string; readonly line: number; readonly isTold: boolean } | null = null
  private heading: { readonly text: string; readonly id: string | null; readonly line: number } | null = null
  /** The section that is being read, inside a phase and outside its close. */
  private section: OpenSection | null = null
  private levelOfLastPrompt = 6
  /** The close that is being read. */
  close: OpenClose | null = null

  constructor(source: HandbookSource) {
    this.source = source
  }

  get isInPhase(): boolean {
    return this.phase !== null
  }

  finish(end: number): WrittenHandbook {
    this.endPhase(end)
    this.endNotes(end)
    if (this.phases.length === 0)
      this.source.note('no-phase', 0, null, 'a phase, such as "## Phase 0 — Foundations"', 'none')
    return { phases: this.phases, determinismNotes: this.notes }
  }

  /** Ends what a heading of this level ends. */
  endAt(level: number, first: number): void {
    this.endPrompt()
    this.endSection(first)
    if (this.close !== null && level <= this.close.level) this.endClose(first)
    if (level > 2) return
    this.outside = null
    this.endPhase(first)
    this.endNotes(first)
  }

  beginNotes(behind: number): void {
    if (this.notes === null) this.notesBegun = behind
  }

  beginPhase(number: number, title: string, first: number, behind: number): void {
    const { lines, note } = this.source
    const earlier = this.lineOfPhase.get(number)
    const last = this.phases.at(-1)
    const at = lines.start(first)
    if (earlier !== undefined) {
      const again = `a second Phase ${number}`
      note('phase-repeated', at, null, 'every phase once', again, firstInLine(earlier))
    } else if (last !== undefined && number < last.number)
      note('phase-order', at, null, `a phase after Phase ${last.number}`, `Phase ${number}`)
    const line = lines.numberOf(first)
    this.lineOfPhase.set(number, earlier ?? line)
    this.phase = openPhase(number, title, line, behind)
    this.heading = null
  }

  /** Before the first phase it may be the title of the file; what it loses is told by its boxes. */
  beginNearlyPhase(words: string, level: number, first: number): void {
    const isTold = level === 2 || this.phases.length > 0
    if (isTold)
      this.source.note(
        'phase-heading',
        this.source.lines.start(first),
        null,
        'a number and a dash: "## Phase 3 — Title"',
        shown(`${'#'.repeat(level)} ${words}`),
      )
    this.outside = { words, line: this.source.lines.numberOf(first), isTold }
  }

  /** Whether a phase is open, and of another number. */
  isInOtherPhase(number: number): boolean {
    return this.phase !== null && this.phase.number !== number
  }

  /** A phase that the parser cannot see: the lines below it belong to none. */
  beginMeantPhase(words: string, first: number): void {
    const { lines, note } = this.source
    const line = this.source.slice(first, first + 1).trim()
    this.endAt(2, first)
    note(
      'phase-heading',
      lines.start(first),
      null,
      '"## Phase 3 — Title" at the beginning of its line',
      shown(line),
    )
    this.outside = { words, line: lines.numberOf(first), isTold: true }
  }

  /** Words that were meant to begin a close, and are no heading. */
  tellNearlyClose(words: string, first: number): void {
    if (this.phase === null) return
    const expected = `a heading "### Phase ${this.phase.number} close"`
    const [line = ''] = words.split('\n')
    this.source.note('close-heading', this.source.lines.start(first), null, expected, shown(line))
  }

  beginOther(words: string, first: number): void {
    this.outside = { words, line: this.source.lines.numberOf(first), isTold: false }
  }

  /** A heading inside a phase; `id` is null if it names no prompt. */
  beginSection(text: string, id: string | null, level: number, first: number, behind: number): void {
    if (this.phase === null) return
    if (this.close !== null) {
      this.close.isAstray = id !== null
      if (id !== null) {
        const expected = 'the prompts of a phase before its close'
        this.source.note('prompt-in-close', this.source.lines.start(first), id, expected, 'one inside it')
      }
      return
    }
    this.heading = { text, id, line: first }
    this.section = { words: text, level, first, behind, promptsBefore: this.phase.prompts.length }
    if (id !== null) this.phase.preambleEnd ??= first
  }

  /** `named` is the phase that its heading names; null if it names none. */
  beginClose(named: number | null, level: number, first: number, behind: number): void {
    const { phase } = this
    const { lines, note } = this.source
    const at = lines.start(first)
    const number = named ?? phase?.number ?? null
    this.endPrompt()
    this.endSection(first)
    this.endClose(first)
    if (phase === null || phase.number !== number) {
      const expected =
        phase === null ? 'it inside its phase, under "### "' : `"### Phase ${phase.number} close"`
      const where = phase === null ? 'outside of any phase' : `in Phase ${phase.number}`
      const found = number === null ? 'a close' : `"Phase ${number} close"`
      note('close-of-other-phase', at, null, expected, `${found} ${where}`)
    } else if (phase.close !== null) {
      const again = `a second "Phase ${number} close"`
      note('close-repeated', at, null, 'one close a phase', again, firstInLine(phase.close.line))
    }
    if (phase !== null) phase.preambleEnd ??= first
    this.close = new OpenClose(level, lines.numberOf(first), behind)
    this.heading = null
  }

  beginPrompt(first: number, text: string, scopes: readonly ScopeComment[]): void {
    if (this.phase === null) return
    this.endPrompt()
    const prompt = { first, text, scopes: [...scopes], boxes: [], nearly: [] }
    if (this.close !== null) this.close.takeQuote(prompt, this.source)
    else {
      this.phase.preambleEnd ??= first
      this.prompt = prompt
    }
  }

  addScopes(scopes: readonly ScopeComment[]): void {
    if (this.phase === null) return
    if (this.prompt !== null && this.prompt.boxes.length === 0) this.prompt.scopes.push(...scopes)
    else if (this.close === null) {
      const expected = 'a scope comment between its prompt and its checkbox'
      for (const { offset } of scopes)
        this.source.note('envelope-without-prompt', offset, null, expected, 'one elsewhere')
    }
  }

  addBox(box: Checkbox): void {
    if (this.phase === null) this.tellOutside(box)
    else if (this.close !== null) this.close.takeBox(box)
    else if (this.prompt !== null) this.prompt.boxes.push(box)
    else {
      const expected = 'a prompt, a paragraph quoted with "> ", above its checkbox'
      this.source.note('checkbox-without-prompt', box.markOffset, null, expected, 'none')
    }
  }

  /** One in a close would never be ticked; of a prompt it is told only if the prompt has no other. */
  addNearlyBox(line: string, first: number): void {
    const { lines, note } = this.source
    if (this.phase === null || this.close === null) this.prompt?.nearly.push(lines.numberOf(first))
    else if (isWholeBox.test(line))
      note(
        'no-checkbox',
        lines.start(first),
        `${this.phase.number}.close`,
        'a line "- [ ] COMPLETE"',
        shown(line.trim()),
      )
    else this.close.takeProse()
  }

  private tellOutside({ markOffset }: Checkbox): void {
    const { outside } = this
    if (outside?.isTold === true || this.close !== null) return
    const expected = 'a checkbox below the heading of its phase, such as "## Phase 3 — Title"'
    const found =
      outside === null
        ? 'one outside of any phase'
        : `one below ${shown(outside.words)}, line ${outside.line}, which is no phase`
    this.source.note('checkbox-outside-phase', markOffset, null, expected, found)
  }

  private endPhase(end: number): void {
    this.endPrompt()
    this.endSection(end)
    this.endClose(end)
    if (this.phase === null) return
    this.phases.push(writtenPhase(this.phase, end, this.source))
    this.phase = null
    this.heading = null
  }

  private endNotes(end: number): void {
    if (this.notesBegun === null) return
    this.notes = this.source.between(this.notesBegun, end)
    this.notesBegun = null
  }

  private endClose(end: number): void {
    const { close, phase } = this
    this.close = null
    if (close === null || phase === null || phase.close !== null) return
    phase.close = close.written(phase.number, end, this.source)
  }

  /** A section without a prompt may have been meant as a close. */
  private endSection(end: number): void {
    const { section, phase } = this
    this.section = null
    if (section === null || phase === null) return
    const { words, level, first, behind, promptsBefore } = section
    if (phase.prompts.length > promptsBefore) {
      this.levelOfLastPrompt = level
      return
    }
    if (isNumberedClose(words)) {
      this.tellNearlyClose(`${'#'.repeat(level)} ${words}`, first)
      return
    }
    const isOfPrompt = level > this.levelOfLastPrompt && !saysWhatHolds.test(words)
    if (isOfPrompt || this.source.between(behind, end) === '') return
    phase.sections.push({ heading: words, line: this.source.lines.numberOf(first), promptsBefore })
  }

  private endPrompt(): void {
    const { prompt, phase } = this
    this.prompt = null
    if (prompt === null || phase === null) return
    const about = {
      id: this.idOf(prompt, phase),
      phase: phase.number,
      heading: this.heading?.text ?? null,
    }
    phase.prompts.push(writtenPrompt(prompt, about, this.source))
  }

  private idOf({ first }: OpenPrompt, phase: OpenPhase): string {
    const { lines, note } = this.source
    const said = this.heading?.id ?? null
    const id = said ?? `${phase.number}.${phase.prompts.length + 1}`
    if (Number(id.slice(0, id.indexOf('.'))) !== phase.number) {
      const at = said === null ? first : (this.heading?.line ?? first)
      note('id-of-other-phase', lines.start(at), id, `an id of Phase ${phase.number}`, shown(id))
    }
    const earlier = this.lineOfId.get(id)
    if (earlier === undefined) this.lineOfId.set(id, lines.numberOf(first))
    else {
      const hint = firstInLine(earlier)
      note('duplicate-id', lines.start(first), id, 'every prompt id once', `a second ${id}`, hint)
    }
    return id
  }
}
