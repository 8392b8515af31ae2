/** Owns the places in an agent call: its outcome names them relative to the repository, its pictures are found by name. */
import type { AgentFinished, RunAgent } from '@harness/core/effects/run-agent'
import { nameInRepository, pathInRepository } from '../../../store/layout/repository-names.ts'

interface Place {
  readonly repoRoot: string
}

export const withPicturePaths = (command: RunAgent, { repoRoot }: Place): RunAgent =>
  command.images === undefined
    ? command
    : { ...command, images: command.images.map((name) => pathInRepository(repoRoot, name)) }

/** Only a finished call tells places. Other outcomes stay as they are. */
export function withNames<Outcome extends { readonly type: string }>(
  outcome: Outcome | AgentFinished,
  { repoRoot }: Place,
): Outcome | AgentFinished {
  if (!isFinished(outcome)) return outcome
  const named = (path: string): string => (path === '' ? path : nameInRepository(repoRoot, path))
  const { violation, ignored } = outcome
  return {
    ...outcome,
    violation: violation === null ? null : { ...violation, patch: named(violation.patch) },
    ...(ignored === undefined ? {} : { ignored: { ...ignored, kept: named(ignored.kept) } }),
  }
}

const isFinished = (outcome: { readonly type: string }): outcome is AgentFinished =>
  outcome.type === 'AgentFinished'
