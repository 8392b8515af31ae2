/** Owns the log of a failed job of the forge: `<runDir>/ci/<command>/<n>-<job>.log`, redacted. A repeated command replaces it. */
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
import { logName } from '@harness/core/work/log-names'
import { diskError } from '../../machine/disk/disk-error.ts'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import type { FailurePorts } from '../failure/expected-failure.ts'

/** Its name, relative to the folder of the run. */
export async function keepJobLog(
  { runDir, sanitise }: Pick<FailurePorts, 'sanitise'> & { readonly runDir: string },
  command: CommandId,
  number: number,
  job: string,
  log: string,
): Promise<string> {
  const name = logName('ci', command, number, job)
  await makeDir(join(runDir, dirname(name)))
  try {
    await writeFile(join(runDir, name), sanitise(log), { mode: 0o600 })
  } catch (error) {
    throw diskError(error, join(runDir, name))
  }
  return name
}
