/**
 * Owns the record of an agent's session: `<run>/sessions/<lane>-<name>.json`, one for each lane and name, or role if the
 * session has no name. A record that cannot be read counts as none: a fresh session starts then.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
import type { KnownSession } from '@harness/core/work/session-rule'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { makeDir } from '../../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../../machine/disk/durable-write.ts'
import { textIfThere } from '../../../machine/disk/if-missing.ts'
import { plainName } from '../../lanes/keep-patch.ts'

export interface SessionRecord extends KnownSession {
  readonly version: 1
  /** The provider's own name for it. */
  readonly session: string
  readonly model: string | null
  /** The last call that worked in it. */
  readonly command: CommandId
  /** The calls before it that were interrupted and that it continues, oldest first. */
  readonly continued: readonly CommandId[]
  /** The system part with which it began: another one would cost the whole prompt cache. */
  readonly system: string
  /** SHA-256 of each slice that it was told. */
  readonly told: readonly string[]
  /** Where its lost work is kept; null if none was lost. */
  readonly patch: string | null
}

type Place = Pick<KnownSession, 'lane' | 'name' | 'role'>

export async function readSession(runDir: string, place: Place): Promise<SessionRecord | null> {
  const text = await textIfThere(sessionFile(runDir, place))
  const record = text === null ? null : jsonObjectIn(text)
  return record?.version === 1 && typeof record.session === 'string'
    ? (record as unknown as SessionRecord)
    : null
}

/** Never throws: without a record the next call starts a fresh session, and a wrong record would be worse. */
export async function writeSession(runDir: string, record: SessionRecord): Promise<void> {
  try {
    await makeDir(folderOf(runDir))
    await durableReplace(sessionFile(runDir, record), `${JSON.stringify(record, null, 2)}\n`, 0o600)
  } catch {
    await dropSession(runDir, record)
  }
}

/** Never throws either. */
export const dropSession = (runDir: string, place: Place): Promise<void> =>
  rm(sessionFile(runDir, place), { force: true }).catch(() => {})

const folderOf = (runDir: string): string => join(runDir, 'sessions')

export const sessionFile = (runDir: string, { lane, name, role }: Place): string =>
  join(folderOf(runDir), `${plainName(`${lane}-${name === null ? role : `session-${name}`}`)}.json`)
