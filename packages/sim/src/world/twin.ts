/** Owns what the simulated twin of an effect is: how it is performed in the simulated world, and what it can end in. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { AnyCommand, AnyOutcome, OutcomeOf } from '@harness/core/kernel/effect'
import { asCommitHash, asTreeHash, type CommitHash, type TreeHash } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Performer, Performers } from '@harness/shell/effects/performer'
import type { Random } from '../engine/random.ts'
import { commandFailed } from './command-failed.ts'
import { type Ground, luckOf } from './ground.ts'

export interface Twin<Command extends AnyCommand> {
  perform(ground: Ground, command: Command, attempt: Attempt): Promise<OutcomeOf<Command>>
  /** One of its outcomes, drawn so that every kind comes up. */
  any(command: Command, luck: Random, base: OutcomeStart): OutcomeOf<Command>
  /** No full disk can make it fail. */
  readonly neverFails?: true
}

/** What a drawn outcome starts with. */
export interface OutcomeStart extends Pick<AnyOutcome, 'commandId' | 'at'> {}

/** A twin for each command of a playbook: the compiler names a missing one. */
export type Twins<Command extends AnyCommand> = {
  readonly [Name in Command['type']]: Twin<Extract<Command, { readonly type: Name }>>
}

export type AnyTwins = Readonly<Record<string, Twin<AnyCommand>>>

/** Told of every command as it starts, also when it is repeated after a crash. */
export type Disturb = (command: AnyCommand, attempt: number) => void

/** The twins of one process: every command may be disturbed, may fail, and else does its work. */
export function simPerformers<Command extends AnyCommand>(
  twins: Twins<Command>,
  ground: Ground,
  disturb: Disturb,
): Performers<Command> {
  const { site, process, weather } = ground
  const performerOf = (twin: Twin<AnyCommand>): Performer => ({
    async perform(command, attempt) {
      const times = (site.begun.get(command.id) ?? 0) + 1
      site.begun.set(command.id, times)
      disturb(command, times)
      if (twin.neverFails !== true && weather.strikes('command fails', luckOf(ground, command.id))) {
        await process.sleep(50, attempt.signal)
        return commandFailed(ground, command, 'disk-full')
      }
      return twin.perform(ground, command, attempt)
    },
  })
  const all = Object.entries<Twin<AnyCommand>>(twins).map(
    ([type, twin]) => [type, performerOf(twin)] as const,
  )
  return Object.fromEntries(all) as unknown as Performers<Command>
}

/** `at` is later than every moment before it, so that the names it makes are new. */
export function anyOutcome(twins: AnyTwins, command: AnyCommand, luck: Random, at: number): AnyOutcome {
  const twin = twins[command.type]
  invariant(twin !== undefined, `${command.type} has a twin`)
  const base = { commandId: command.id, at }
  return luck.chance(0.02) && twin.neverFails !== true ? diskFull(base) : twin.any(command, luck, base)
}

const diskFull = (base: OutcomeStart): CommandFailed => ({
  ...base,
  type: 'CommandFailed',
  code: 'disk-full',
  detail: 'the disk is full',
  next: 'Make room',
})

/** A commit and a tree that are new at that moment. */
export const freshAt = ({ at }: OutcomeStart): { readonly commit: CommitHash; readonly tree: TreeHash } => ({
  commit: asCommitHash(`commit-${at}`),
  tree: asTreeHash(`tree-${at}`),
})

export const otherBase = ({ at }: OutcomeStart): CommitHash => asCommitHash(`base-${at}`)

/** Commits and trees are drawn together, so that one names the other. */
export const treeOf = (commit: string): TreeHash => asTreeHash(commit.replace('commit', 'tree'))
