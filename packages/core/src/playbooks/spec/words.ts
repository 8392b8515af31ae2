/**
 * Owns what the making of a spec says to people, as messages that each language words. The catalogue has the texts; the
 * playbook is given it. Marks and lines that programs read are never translated and are not in here.
 */
import type { GateWords, Voice } from '../../work/voice.ts'

export interface SpecWords {
  readonly gates: {
    readonly conventions: GateWords<'scan' | 'skip'>
    readonly scanMissing: GateWords<'retry' | 'skip'>
    readonly questions: GateWords<
      'answer' | 'enough' | 'stop',
      (count: number, round: number, most: number) => string
    > & {
      /** How one answer takes several questions: `1: …; 2: …`. */
      readonly how: string
    }
  }
  /** The headings and labels of `qa_notes.md`. */
  readonly notes: {
    readonly title: string
    readonly idea: string
    readonly round: (number: number) => string
    readonly why: string
    readonly options: string
    readonly answer: string
    readonly together: string
    readonly none: string
  }
  readonly lines: {
    readonly otherLanguage: (language: string) => string
    readonly strayed: (role: string, files: string) => string
    readonly unparsedLine: (role: string) => string
    readonly sections: (found: number, wanted: number) => string
    readonly countsCorrected: (said: string, found: string) => string
  }
  readonly ends: {
    readonly written: (folder: string) => string
    readonly next: (command: string) => string
    readonly stopped: string
    readonly again: (command: string) => string
    readonly noDocument: (role: string, path: string) => string
    readonly noQuestions: (problems: string) => string
    readonly taken: (file: string) => string
    readonly moveAway: (file: string, command: string) => string
    readonly nothingWritten: (command: string) => string
  }
  readonly report: {
    readonly title: (idea: string) => string
    readonly files: string
    readonly findings: string
    readonly open: string
    readonly warnings: string
  }
}

export type SpecVoice = Voice<SpecWords>
