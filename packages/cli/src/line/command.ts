/** Owns the words in which the program describes its commands to itself: the tree, and what each command is given. */
import type { Notices } from '@harness/shell/effects/people/notices/notices'
import type { ToldResult } from '@harness/shell/engine/registration'
import type { Terminal } from '../terminal/terminal.ts'
import type { Playbooks } from './playbooks.ts'

/** What people do with the program; help is grouped by it. */
export const commandGroups = ['Start', 'Deliver', 'Decide', 'Look', 'Check'] as const

/** What an argument or an option's value can be completed with. */
export type Completes = IdKind | 'folder' | readonly string[]

/** `gate`: runs whose gate is open. `choice`: the choices of the gate that the argument before names. */
export type IdKind = 'plan' | 'run' | 'gate' | 'choice'

export interface ArgumentSpec {
  readonly name: string
  readonly required: boolean
  readonly summary: string
  readonly completes: Completes | null
}

export interface OptionSpec {
  /** Read by flagsOf: `-f, --follow`, `--phase <name>`. */
  readonly flags: string
  readonly summary: string
  readonly completes?: Completes
  readonly hidden?: boolean
}

export interface Example {
  readonly run: string
  readonly does: string
}

export interface CommandSpec {
  readonly name: string
  readonly group: (typeof commandGroups)[number]
  /** True if a playbook of the repository brings it. */
  readonly own?: true
  /** Only named in the program's help, which must fit a screen: one that is seldom called. */
  readonly seldom?: boolean
  /** One line of the program's help. */
  readonly summary: string
  /** What the command's own help says beside the summary. */
  readonly description: string
  readonly args: readonly ArgumentSpec[]
  readonly options: readonly OptionSpec[]
  readonly examples: readonly Example[]
  /** Loaded only when the command is called. */
  load(): Promise<CommandAction>
}

/** Resolves to the exit code. A UserError is told to the operator by main. */
export type CommandAction = (context: CommandContext, given: Given) => Promise<number>

/** What the operator gave, checked against the spec. Options have keys in camel case. */
export interface Given {
  readonly args: readonly (string | undefined)[]
  readonly options: Readonly<Record<string, unknown>>
}

export const textOption = (given: Given, name: string): string | null => {
  const value = given.options[name]
  return typeof value === 'string' ? value : null
}

export const flagOption = (given: Given, name: string): boolean => given.options[name] === true

export type Environment = Readonly<Record<string, string | undefined>>

/** Everything a command may use of the outside; built once, by main. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly env: Environment
  readonly cwd: string
  /** The folder given with --repo, unresolved; null if none was. */
  readonly repoOption: string | null
  /** True if the command can do its work in a folder without git; absent if not. */
  readonly mayLackGit?: boolean
  readonly json: boolean
  /**
   * Whether the operator trusts what the repository brings as it is now (`--trust`), is to be asked about what is new, or
   * wants no question.
   */
  readonly trust: 'given' | 'ask' | 'withheld'
  readonly version: string
  /** The folder of the role prompts that come with the program. */
  readonly rolesDir: string
  /** The registered playbooks. */
  readonly playbooks: Playbooks
  /** The command tree itself, for completion. */
  readonly commands: readonly CommandSpec[]
  /** Path of this program, for commands that print or start it again. */
  readonly programPath: string
  /** Calls back at every SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  onSignal(handler: (signal: NodeJS.Signals) => void): () => void
  /** Carries out another command in this process. */
  carryOut(
    args: readonly string[],
    context: Omit<CommandContext, 'json' | 'repoOption' | 'trust'>,
  ): Promise<number>
  /** Told the name of the run that a command drives, before that records anything; absent if no caller listens. */
  onRun?(name: string): void
  /** What tells a person of gates, if the caller tells of the ends of runs; absent if the command tells of both. */
  readonly notices?: Notices
  /** Told how a run rests that a command drove; absent if no caller listens. */
  onResult?(result: ToldResult): void
  /** Ends the process at once, without waiting for anything. */
  abandon(exitCode: number): never
}
