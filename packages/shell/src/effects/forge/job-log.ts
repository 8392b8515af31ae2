/** Owns the log of a failed job of the forge: `<runDir>/ci/<command>/<n>-<job>.log`, redacted. A repeated command replaces it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
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
  const folder = join('ci', plain(command.split('/').slice(1).join('-')))
  const name = join(folder, `${number}-${plain(job)}.log`)
  await makeDir(join(runDir, folder))
  try {
    await writeFile(join(runDir, name), sanitise(log), { mode: 0o600 })
  } catch (error) {
    throw diskError(error, join(runDir, name))
  }
  return name
}

const plain = (text: string): string => text.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80)
