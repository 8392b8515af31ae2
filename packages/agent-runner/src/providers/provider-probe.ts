/** What can be found out about a provider on this machine without running an agent or reading a secret. */
import type { InstalledSdk } from './installed-sdk.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ProviderProbe {
  installed(): InstalledSdk | null
  /** The command that installs it. */
  readonly installWith: string
  login(env: Environment): Login
  sandbox(env: Environment): Promise<SandboxReport>
}

/** `how` says where a log-in was found and never what it is. */
export type Login =
  | { readonly found: 'yes'; readonly how: string }
  | { readonly found: 'unknown'; readonly how: string; readonly next: string }
  | { readonly found: 'no'; readonly next: string }

export type SandboxReport =
  | { readonly works: true; readonly how: string }
  | { readonly works: false; readonly why: string }
