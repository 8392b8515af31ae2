/** What can be found out about a provider on this machine without running an agent or reading a secret. */
import type { EffortLevel } from '@harness/core/kernel/agent'
import type { InstalledSdk } from './installed-sdk.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ProviderProbe {
  installed(): InstalledSdk | null
  /** The same; a UserError with the command that installs it if it is missing. */
  requireInstalled(): InstalledSdk
  /** What keeps it from working, told by loading it; null if nothing does. */
  broken(installed: InstalledSdk): Promise<string | null>
  /** How it is called in a line: its version, or what its program says of itself. Only if it is not broken. */
  describe(installed: InstalledSdk): Promise<string>
  /** The command that installs it. */
  readonly installWith: string
  /** The command that installs it in the place of a broken one. */
  repairWith(installed: InstalledSdk): string
  login(env: Environment): Login
  /** Why its agent keeps its own effort if this one is asked for; null if it takes it. Absent if it takes any. */
  effortProblem?(installed: InstalledSdk, asked: AskedEffort): Promise<string | null>
  sandbox(env: Environment): Promise<SandboxReport>
}

/** What a role asks for. The levels of a model may be its own. */
export interface AskedEffort {
  readonly effort: EffortLevel
  readonly model: string | null
}

/** `how` names the source of a log-in, never the log-in. */
export type Login =
  | { readonly found: 'yes'; readonly how: string }
  | { readonly found: 'unknown'; readonly how: string; readonly next: string }
  | { readonly found: 'no'; readonly next: string }

export type SandboxReport =
  | { readonly works: true; readonly how: string }
  /** `next` is a command, or what to do. */
  | { readonly works: false; readonly why: string; readonly next: string }
