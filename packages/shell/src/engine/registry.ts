/** Owns which playbooks there are. A registry knows who they are; it loads a registration only when asked for. */
import type { KnownRole, PlaybookIdentity } from '@harness/core/kernel/playbook-identity'
import { UserError } from '@harness/core/kernel/user-error'

export interface RegistryEntry<Loaded> {
  readonly identity: PlaybookIdentity
  /** Who registers it, for errors: `the harness`, `harness.config.ts`. */
  readonly from: string
  load(): Promise<Loaded>
}

export interface Registry<Entry> {
  readonly entries: readonly Entry[]
  readonly roles: readonly KnownRole[]
  /** Null if no playbook has this name. */
  named(name: string): Entry | null
}

/** In the order of their names. Throws if two playbooks have one name. */
export function registryOf<Entry extends RegistryEntry<unknown>>(given: readonly Entry[]): Registry<Entry> {
  const entries = [...given].sort((one, other) => inCodeOrder(one.identity.name, other.identity.name))
  const byName = new Map<string, Entry>()
  for (const entry of entries) {
    const { name } = entry.identity
    const first = byName.get(name)
    if (first !== undefined) throw nameTaken(name, first.from, entry.from)
    byName.set(name, entry)
  }
  return {
    entries,
    roles: [
      ...new Map(entries.flatMap(({ identity }) => identity.roles).map((one) => [one.role, one])).values(),
    ],
    named: (name) => byName.get(name) ?? null,
  }
}

/** A comparison by language would load its tables: a third of the time that `harness runs` takes. */
const inCodeOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const nameTaken = (name: string, first: string, second: string): UserError =>
  new UserError(
    'playbook-name-taken',
    `Two playbooks are called ${JSON.stringify(name)}: one of ${first}, one of ${second}.`,
    { next: `Rename the playbook of ${second}.` },
  )
