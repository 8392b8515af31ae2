/** Owns the record of CheckBase. Repeated, all checks run again on the same tree. */
import type { BaseChecked, CheckBase } from '@harness/core/effects/check-base'
import { passed } from '@harness/core/kernel/evidence'
import { durationText } from '@harness/formats/text/amounts'
import type { Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import { line, type ProgressLine, shortHash } from '../progress-line.ts'
import { checkBase } from './check-base.ts'
import type { CheckPorts } from './check-ports.ts'
import { failedCheckLines } from './failed-check-lines.ts'
import { sameEvidence } from './same-evidence.ts'

const namesOf = ({ checks }: CheckBase): readonly string[] => checks.map(({ name }) => name)

export const checkBaseEffect: Effect<CheckBase, CheckPorts> = {
  type: 'CheckBase',
  perform: checkBase,
  carriesNotes: true,
  resumes: (command) => [`the checks of the base (${namesOf(command).join(', ')})`],
  underWay: () => 'base',
  started: (command) =>
    line('base', `${namesOf(command).join(', ')} on the untouched base ${shortHash(command.commit)}`, {
      begins: true,
    }),
  outcomes: {
    BaseChecked: {
      line: baseLine,
      log: ({ evidence, known }) =>
        [
          ...known.map((name) => `${name} known to pass`),
          ...evidence.map(
            (item) => `${item.check} ${passed(item) ? 'passed' : (item.problem ?? `exit ${item.exitCode}`)}`,
          ),
        ].join(', '),
      replay: { how: 'again', reconcile },
    },
    CommandFailed: commandFailed,
  },
}

function baseLine({ commit, evidence, known }: BaseChecked): ProgressLine {
  if (known.length > 0)
    return line('base', `${shortHash(commit)} is green: ${known.join(', ')} passed on this tree before`, {
      tone: 'good',
    })
  const failed = evidence.filter((item) => !passed(item))
  const parts = evidence.map((item) => {
    const how = passed(item) ? 'passed' : `failed (${item.problem ?? `exit code ${item.exitCode}`})`
    return `${item.check} ${how} in ${durationText(item.durationMs)}`
  })
  const verdict = failed.length === 0 ? 'is green' : 'is red'
  return line('base', `${shortHash(commit)} ${verdict}: ${parts.join(', ')}`, {
    tone: failed.length === 0 ? 'good' : 'warn',
    detail: failed.flatMap(failedCheckLines),
  })
}

/** A replay remembers nothing of what passed before: there the checks run, and must pass too. */
function reconcile(before: BaseChecked, again: BaseChecked): BaseChecked {
  const isGreenAgain = before.known.length > 0 && again.evidence.every((item) => passed(item))
  return isGreenAgain
    ? { ...again, known: before.known, evidence: before.evidence }
    : { ...again, evidence: sameEvidence(before.evidence, again.evidence) }
}
