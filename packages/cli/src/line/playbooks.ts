/** Owns what commands know of the registered playbooks. Each part is loaded only when a command asks for it. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import type { PlaybookIdentity } from '@harness/core/kernel/playbook-identity'
import type { UserError } from '@harness/core/kernel/user-error'
import type { Registry, RegistryEntry } from '@harness/shell/engine/registry'
import type { KnownRun, RunRef, RunStore } from '@harness/shell/store/port/run-store'
import type { CommandContext } from './command.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { AnyFace } from './face.ts'

export type Playbooks = Registry<PlaybookEntry>

export const identitiesOf = ({ entries }: Playbooks): readonly PlaybookIdentity[] =>
  entries.map(({ identity }) => identity)

export interface PlaybookEntry extends RegistryEntry<AnyFace> {
  /** Checks its documents for `harness doctor`. */
  doctor?(): Promise<(context: CommandContext, root: string) => Promise<readonly Diagnosis[]>>
  /** Reads its documents for `harness validate`. Throws a UserError if they are wrong. */
  validate?(): Promise<(root: string) => Promise<Looked>>
  /** Says why a run cannot be resumed in this checkout; null if it can. */
  refused?(): Promise<(runs: RunStore, run: RunRef, root: string) => Promise<UserError | null>>
  /** Finds gates that an operator names by their own names. */
  gates?(): Promise<GateFinder>
}

export interface Looked {
  readonly looked: readonly string[]
  readonly advice: readonly string[]
}

/** Null if the name is none of its gates. Throws if it is one that does not wait. */
export type GateFinder = (wanted: GateWanted) => Promise<NamedGate | null>

export interface GateWanted {
  readonly context: CommandContext
  readonly root: string
  readonly stateDir: string
  readonly runs: RunStore
  readonly named: string
  /** True if the operator means this playbook only. */
  readonly only: boolean
}

export interface NamedGate {
  readonly run: KnownRun
  readonly gate: AskHuman
}
