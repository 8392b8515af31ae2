/** Owns the record of RunChecks. Repeated, all checks run again on the same tree. */
import type { ChecksFinished, RunChecks } from '@harness/core/effects/run-checks'
import { failedAsOnBase, passed, verdictOn } from '@harness/core/kernel/evidence'
import { durationText } from '@harness/formats/text/amounts'
import type { Effect } from '../effect.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { commandFailed } from '../failure-endings.ts'
import { line, type ProgressLine } from '../progress-line.ts'
import type { CheckPorts } from './check-ports.ts'
import { failedCheckLines } from './failed-check-lines.ts'
import { markedEvidence } from './marked-evidence.ts'
import { recordProven } from './proven-trees.ts'
import { runChecks } from './run-checks.ts'
import { sameEvidence } from './same-evidence.ts'

const namesOf = ({ checks }: RunChecks): readonly string[] => checks.map(({ name }) => name)

export const runChecksEffect: Effect<RunChecks, CheckPorts> = {
  type: 'RunChecks',
  perform: (command, attempt, ports) =>
    orCommandFailed(command, attempt, ports, async () => {
      const outcome = await runChecks(command, attempt, ports)
      if (outcome.type !== 'ChecksFinished') return outcome
      await recordProven(ports.repoRoot, outcome.evidence, ports)
      return { ...outcome, evidence: markedEvidence(outcome.evidence, command.checks) }
    }),
  carriesNotes: true,
  resumes: namesOf,
  started: (command) =>
    line('checks', `${namesOf(command).join(', ')} ${command.checks.length === 1 ? 'begins' : 'begin'}`, {
      begins: true,
    }),
  outcomes: {
    ChecksFinished: {
      line: checksLine,
      log: ({ evidence }) =>
        evidence
          .map(
            (item) =>
              `${item.check} ${passed(item) ? verdictOn(item) : (item.problem ?? `exit ${item.exitCode}`)}`,
          )
          .join(', '),
      replay: {
        how: 'again',
        reconcile: (before, again) => ({ ...again, evidence: sameEvidence(before.evidence, again.evidence) }),
      },
    },
    CommandFailed: commandFailed,
  },
}

function checksLine({ evidence }: ChecksFinished): ProgressLine {
  const failed = evidence.filter((item) => !passed(item))
  const parts = evidence.map((item) => {
    const how = passed(item) ? verdictOn(item) : `failed (${item.problem ?? `exit code ${item.exitCode}`})`
    return `${item.check} ${how} in ${durationText(item.durationMs)}`
  })
  return line('checks', parts.join(', '), {
    tone: failed.length === 0 && !evidence.some(failedAsOnBase) ? 'good' : 'warn',
    detail: failed.flatMap(failedCheckLines),
  })
}
