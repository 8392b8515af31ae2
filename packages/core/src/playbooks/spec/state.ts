/** Owns how far the making of a spec has come: a union on the phase; each phase holds only what it needs. */
import { type BudgetLedger, emptyBudget } from '../../kernel/budget-ledger.ts'
import { type AgentRetries, agentRetries, type Hurdle } from '../../kernel/hurdle.ts'
import { type RetryBudget, retryBudget } from '../../kernel/retry-budget.ts'
import type { Dispatched } from '../../work/dispatch.ts'
import type { LaneAt } from '../../work/lane.ts'
import { isLanguage, type Language } from '../../work/voice.ts'
import type { AnalystSeat } from './analysts.ts'
import type { CriticCounts } from './critic-counts.ts'
import type { SpecFiles } from './documents.ts'
import type { Analyst, SpecInput } from './input.ts'
import type { Question, Round } from './rounds.ts'
import type { SpecVoice } from './words.ts'

export type SpecState =
  | Opening
  | Scanning
  | Interviewing
  | Answering
  | Analysing
  | Drafting
  | Critiquing
  | Revising
  | Writing
  | Closing
  | Over

/** `draft`: documents or answers of agents that would not do. `scan`: scans that left no file. */
export type SpecRetries = AgentRetries & { readonly draft: RetryBudget; readonly scan: RetryBudget }

interface Shared {
  readonly input: SpecInput
  readonly language: Language
  readonly dispatched: Dispatched
  readonly retries: SpecRetries
  readonly hurdle: Hurdle | null
  readonly spent: BudgetLedger
  /** What was wrong with the last answer of the agent that is asked again. */
  readonly problems: readonly string[]
  /** For people. */
  readonly warnings: readonly string[]
}

/** What is known once the lane is open. */
export interface Known extends Shared {
  readonly lane: LaneAt
  /** Null if there are none. */
  readonly conventions: string | null
  readonly rounds: readonly Round[]
}

interface Opening extends Shared {
  readonly phase: 'open'
}
export interface Scanning extends Known {
  readonly phase: 'conventions'
  /** `ask`: scan at all? `missing`: the scan left no file; again? */
  readonly step: 'ask' | 'scan' | 'missing'
}
export interface Interviewing extends Known {
  readonly phase: 'interview'
}
export interface Answering extends Known {
  readonly phase: 'answer'
  readonly questions: readonly Question[]
}
export interface Analysing extends Known {
  readonly phase: 'analyse'
  readonly seats: readonly AnalystSeat[]
}
export interface Drafting extends Known {
  readonly phase: 'draft'
  /** Empty if the spec is quick. */
  readonly analyses: readonly Analysis[]
}
export interface Critiquing extends Known {
  readonly phase: 'critique'
  readonly draft: string
}
export interface Revising extends Known {
  readonly phase: 'revise'
  readonly draft: string
  readonly findings: Findings
}
export interface Writing extends Known {
  readonly phase: 'write'
  readonly files: SpecFiles
  readonly counts: CriticCounts
}
interface Closing extends Known {
  readonly phase: 'close'
  readonly result: Result
}
export interface Over extends Shared {
  readonly phase: 'over'
  readonly rounds: readonly Round[]
  readonly result: Result
}

/** `counts` are those of the text. */
export interface Findings {
  readonly text: string
  readonly counts: CriticCounts
}

/** Null if a person stopped the run at a question, or abandoned it: then nothing is written. */
export type Result = { readonly files: readonly string[]; readonly counts: CriticCounts } | null

export interface Analysis {
  readonly analyst: Analyst
  readonly text: string
}

/** Two more after the first. */
export const mostAgain = 2

const freshRetries: SpecRetries = {
  ...agentRetries,
  draft: retryBudget(mostAgain),
  scan: retryBudget(mostAgain),
}

export const initialState =
  ({ words, languageOf }: SpecVoice) =>
  (input: SpecInput): SpecState => {
    const found = languageOf(input.idea) ?? 'en'
    const language = isLanguage(found) ? found : 'en'
    return {
      phase: 'open',
      input,
      language,
      dispatched: {},
      retries: freshRetries,
      hurdle: null,
      spent: emptyBudget,
      problems: [],
      warnings: language === found ? [] : [words[language].lines.otherLanguage(found)],
    }
  }

export const shared = ({
  input,
  language,
  dispatched,
  retries,
  hurdle,
  spent,
  problems,
  warnings,
}: SpecState): Shared => ({ input, language, dispatched, retries, hurdle, spent, problems, warnings })

/** For the next phase: what was wrong before is settled. */
export const known = (state: Known & SpecState): Known => ({
  ...shared(state),
  problems: [],
  lane: state.lane,
  conventions: state.conventions,
  rounds: state.rounds,
})
