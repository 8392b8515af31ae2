/** Owns what a user writes to define a playbook. */
import type { AgentMode, ModelTier } from '../../kernel/agent.ts'
import type { Decision } from '../../kernel/playbook.ts'
import type { Command, OwnEvent } from './effects.ts'
import type { Run } from './run.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface OwnRole {
  /** exec edits and runs; review reads, and may run what cannot write; complete gives one answer without tools. */
  readonly mode: AgentMode
  /** `executor` if absent. */
  readonly tier?: ModelTier
  /** Who the agent is. `.harness/roles/<role>.md` counts more; it is required if this is absent. */
  readonly prompt?: string
  /** The name of one of the playbook's contracts; any text will do if absent. */
  readonly contract?: string
}

/** A word of the command line: `harness spike <question>`. */
export interface OwnWord {
  readonly name: string
  readonly about?: string
  readonly required?: boolean
}

/** An option of the command line: `--fast`, or `--depth <value>` if it takes a value. */
export interface OwnOption {
  readonly name: string
  readonly about?: string
  readonly value?: boolean
}

/** What a run is told when it starts. */
export interface OwnAsked<Config> {
  /** By name; a word that was not given is absent. */
  readonly words: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, string | boolean>>
  /** The section of harness.config that has the playbook's name, with the defaults of its schema. */
  readonly config: Config
}

export interface OwnReport {
  /** What lists call the run. */
  readonly title: string
  /** In a word. */
  readonly phase: string
  /** For people: `harness show` prints them. */
  readonly sections?: readonly { readonly title: string; readonly lines: readonly string[] }[]
  /** For programs: `harness show --json` has them. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A playbook without its functions: all that commands know that drive no run of it. */
export interface OwnDescription {
  readonly name: string
  /** Raise it if a journal of an older version would be folded into another state. */
  readonly version: number
  readonly description?: string
  readonly words?: readonly OwnWord[]
  readonly options?: readonly OwnOption[]
  readonly roles?: Readonly<Record<string, OwnRole>>
  /** The forms of answers, as JSON schemas, by name. */
  readonly contracts?: Readonly<Record<string, JsonSchema>>
  /** The JSON schema of the playbook's section in harness.config. */
  readonly config?: JsonSchema
}

/** The functions depend on their arguments only: no clock, no randomness, no files. */
export interface OwnPlaybook<State, Config> extends OwnDescription {
  initialState(asked: OwnAsked<Config>): State
  decide(state: State, run: Run): Decision<Command>
  evolve(state: State, event: OwnEvent, run: Run): State
  report(state: State): OwnReport
}

/** A playbook whose states only itself looks into. */
export type AnyOwnPlaybook = OwnPlaybook<unknown, unknown>

export const definePlaybook = <State, Config = Readonly<Record<string, unknown>>>(
  playbook: OwnPlaybook<State, Config>,
): OwnPlaybook<State, Config> => playbook
