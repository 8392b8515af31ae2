/** Owns which logs show why checks failed. */
import type { ShownLog } from '../effects/run-agent.ts'
import type { ChecksFinished } from '../effects/run-checks.ts'
import { passed } from '../kernel/evidence.ts'
import { logName } from './log-names.ts'

/** The end of the output is in the evidence already. */
export const failedLogs = ({
  commandId,
  evidence,
}: Pick<ChecksFinished, 'commandId' | 'evidence'>): readonly ShownLog[] =>
  evidence.flatMap((item, index) =>
    passed(item)
      ? []
      : [
          {
            title: `the check ${item.check}`,
            log: logName('checks', commandId, index + 1, item.check),
            quoted: false,
          },
        ],
  )
