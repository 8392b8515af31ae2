/** The configuration the code uses: every default filled in, every unit in its name, nothing left to interpret. */
import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import type { AgentLimits, EffortLevel, ModelTier } from '@harness/core/kernel/agent'
import type { Check } from '@harness/core/kernel/check'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import type { E2eSettings, MergePolicy } from '@harness/core/playbooks/delivery/input'
import type { BaseCheck } from '@harness/core/work/base-first-state'
import type { DaemonConfig } from './daemon-section.ts'
import type { NotifyConfig } from './notify-section.ts'
import type { ConfiguredPlaybook } from './own-playbooks.ts'
import type * as sections from './playbook-sections.ts'

type Sections = typeof sections

/** What each playbook reads from its own section. */
export type PlaybookSettings = {
  readonly [Name in keyof Sections]: ReturnType<Sections[Name]['resolve']>
}

/** All paths are relative to the root of the target repository and stay inside it. */
export interface HarnessConfig extends PlaybookSettings {
  readonly planDir: string
  readonly completedDir: string
  readonly contextDir: string
  readonly stateDir: string
  readonly appPaths: readonly string[]
  readonly baseBranch: string
  readonly forge: ForgeConfig
  /** At least one. */
  readonly checks: readonly Check[]
  readonly baseCheck: BaseCheck
  readonly mergePolicy: MergePolicy
  readonly agent: AgentConfig
  readonly review: { readonly ratchetFromPass: number; readonly largestFileBytes: number }
  readonly lanes: LanesConfig
  readonly sandbox: SandboxConfig
  readonly budget: { readonly ceilingTokens: number; readonly windowMs: number; readonly hard: boolean }
  readonly daemon: DaemonConfig
  readonly notify: NotifyConfig
  /** Null if the product is not looked at in a browser. */
  readonly devServer: DevServerConfig | null
  /** Null if there are no end-to-end tests. */
  readonly e2e: E2eSettings | null
  /** The user's own playbooks; only harness.config.ts can bring them. */
  readonly playbooks: readonly ConfiguredPlaybook[]
  readonly redact: {
    /** Names of environment variables whose values are secrets. */
    readonly env: readonly string[]
    /** Files and folders in which commits may hold made-up tokens and keys. */
    readonly fixtures: readonly string[]
  }
}

export type ForgeConfig =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'github'
      /** `owner/name`; null if the remote tells. */
      readonly repository: string | null
      readonly remote: string
      /** Null if the remote tells. */
      readonly apiUrl: string | null
      /** The variable that holds the token; null for the usual ones. */
      readonly tokenEnv: string | null
      readonly merge: 'direct' | 'auto'
      readonly label: string
      readonly patienceMs: number
      readonly ciGraceMs: number
    }

export interface DevServerConfig {
  readonly run: string
  /** On this machine; its port may be a variable of the lane, such as `$HARNESS_LANE_PORT`. */
  readonly url: string
  readonly readyMs: number
  readonly routes: readonly string[]
}

export interface AgentConfig {
  readonly provider: ProviderName
  /** The scripted agent's script; null if none is named, which is a mistake only once a role is scripted. */
  readonly script: string | null
  /** For every role that has none of its own; null leaves the choice to tier and provider. */
  readonly model: string | null
  readonly maxReviewPasses: number
  readonly maxCheckFixes: number
  readonly models: Readonly<Partial<Record<ProviderName, Readonly<Partial<Record<ModelTier, string>>>>>>
  /** Of a tier that is not in it, the provider chooses. */
  readonly effort: Readonly<Partial<Record<ModelTier, EffortLevel>>>
  readonly roles: Readonly<Record<string, RoleConfig>>
  readonly limits: AgentLimits
  readonly trust: TrustedNames
  /** Whether agents are told AGENTS.md and CLAUDE.md. */
  readonly conventions: boolean
  /** Names of environment variables that agents get to see. */
  readonly env: readonly string[]
  /** The agent of the provider acp; null if the config names none. */
  readonly acp: AcpAgent | null
}

/** What agents may use beside the tools of their mode, by name. */
export interface TrustedNames {
  readonly skills: readonly string[]
  readonly commands: readonly string[]
  readonly mcpServers: readonly string[]
}

/** What a role does differently; null if it follows the rest. */
export interface RoleConfig {
  readonly provider: ProviderName | null
  readonly model: string | null
  readonly effort: EffortLevel | null
  readonly tier: ModelTier | null
  readonly wallMs: number | null
  readonly idleMs: number | null
  readonly maxTurns: number | null
}

export interface LanesConfig {
  /** The folder that lanes are made in; undefined if they are beside the checkout. */
  readonly dir?: string | undefined
  readonly setup: readonly string[]
  /** Files and folders that decide what setup installs, beside those that are known. */
  readonly setupInputs: readonly string[]
  readonly teardown: readonly string[]
  readonly copyEnvFiles: readonly string[]
  /** Names of environment variables that setup, teardown and checks get to see. */
  readonly env: readonly string[]
  readonly portsPerLane: number
  readonly portBase: number
  /** How many finished lanes are kept warm for the next ones. */
  readonly pool: number
}

/** For which programs a network is chosen. */
export type NetworkPurpose = 'checks' | 'setup' | 'agents'

export interface SandboxConfig {
  readonly mode: 'auto' | 'required' | 'off'
  /** Paths as people wrote them: absolute, or below `~`. */
  readonly read: readonly string[]
  readonly write: readonly string[]
  readonly network: Readonly<Record<NetworkPurpose, 'loopback' | 'host-loopback' | 'registries' | 'all'>>
  /** Hosts, each as `host`, `host:port` or `*.domain`. */
  readonly registries: readonly string[]
}
