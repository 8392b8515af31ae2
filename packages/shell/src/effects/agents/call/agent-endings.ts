/** Owns how the outcomes of an agent's call are told, redacted and replayed. */
import type {
  AgentFailed,
  AgentFinished,
  ContextUse,
  ContractBroken,
  DeniedCalls,
} from '@harness/core/effects/run-agent'
import { tokensOf } from '@harness/core/kernel/agent'
import { phaseOf } from '@harness/core/kernel/ids'
import type { Endings } from '../../effect.ts'
import { facts, line, oneLine } from '../../progress-line.ts'
import { agentFinishedLine } from './agent-finished-line.ts'

interface Told {
  readonly context?: readonly ContextUse[]
  readonly denied?: DeniedCalls
}

/** A replay reads no context drops and uses no tools: what the recorded call tells of them stands. */
function withContext<Outcome extends Told>(
  before: Told,
  { context: _, denied: __, ...again }: Outcome,
): Outcome {
  const { context, denied } = before
  return {
    ...again,
    ...(context === undefined ? {} : { context }),
    ...(denied === undefined ? {} : { denied }),
  } as Outcome
}

/**
 * A replayed change is one of trees: it makes no files that git ignores, no artifacts, and no patch of its own. A replayed answer comes
 * without outputs to hold its quotations against.
 */
function sameCall(before: AgentFinished, replayed: AgentFinished): AgentFinished {
  const { ignored: _, quotes: __, artifacts: ___, ...rest } = withContext(before, replayed)
  const call = {
    ...rest,
    ...(before.artifacts === undefined ? {} : { artifacts: before.artifacts }),
    ...(before.ignored === undefined ? {} : { ignored: before.ignored }),
    ...(before.quotes === undefined ? {} : { quotes: before.quotes }),
  }
  if (before.violation === null || call.violation === null) return call
  return { ...call, violation: { ...call.violation, patch: before.violation.patch } }
}

export const agentEndings: Endings<AgentFinished | AgentFailed | ContractBroken> = {
  AgentFinished: {
    line: agentFinishedLine,
    log: ({ role, changedFiles, spending }) =>
      `${role}: ${changedFiles.length} files changed, ${tokensOf(spending.usage)} tokens`,
    redact(outcome, redact) {
      const { changedFiles, violation, suspicions } = outcome
      return {
        ...outcome,
        ...(suspicions === undefined
          ? {}
          : {
              suspicions: suspicions.map(({ kind, file, detail }) => ({
                kind,
                file: redact(file),
                detail: redact(detail),
              })),
            }),
        changedFiles: changedFiles.map(redact),
        violation: violation === null ? null : { ...violation, files: violation.files.map(redact) },
      }
    },
    replay: { how: 'again', reconcile: sameCall },
  },
  AgentFailed: {
    line: ({ commandId, role, error }, { took }) =>
      line(phaseOf(commandId), facts(`the ${role} failed (${error.kind}): ${oneLine(error.message)}`, took), {
        tone: 'warn',
      }),
    log: ({ role, error }) => `${role}: ${error.kind}: ${error.message}`,
    redact: (outcome, redact) => ({
      ...outcome,
      error: { ...outcome.error, message: redact(outcome.error.message) },
    }),
    replay: { how: 'again', reconcile: withContext },
  },
  ContractBroken: {
    line: ({ commandId, role, contract, problems }) =>
      line(phaseOf(commandId), `the ${role} broke its output contract ${contract}`, {
        tone: 'bad',
        detail: problems.map(oneLine),
      }),
    log: ({ role, problems }) => `${role}: ${problems.join('; ')}`,
    replay: { how: 'again', reconcile: withContext },
  },
}
