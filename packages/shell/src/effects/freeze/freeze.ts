/**
 * Owns `<stateDir>/FROZEN`, the file that halts all work in a repository until a person removes it. Looked at each time:
 * anybody may make or remove it with an editor. Safe to repeat: a repository that is frozen stays as it was frozen first.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Freeze, Frozen } from '@harness/core/effects/freeze'
import { parseFrozenMark, printFrozenMark } from '@harness/formats/records/frozen-mark'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableCreate } from '../../machine/disk/durable-write.ts'
import type { Attempt } from '../failure/attempt.ts'
import { type FailurePorts, orCommandFailed } from '../failure/expected-failure.ts'

/** It may not be there. */
export const frozenPath = (stateDir: string): string => join(stateDir, 'FROZEN')

export interface FrozenMark {
  readonly path: string
  readonly reason: string
}

/** Null if work may go on. What another tool or a person wrote there as plain text is the reason. */
export async function frozenMark(stateDir: string): Promise<FrozenMark | null> {
  const path = frozenPath(stateDir)
  try {
    return { path, reason: parseFrozenMark(await readFile(path, 'utf8')).reason }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    // Whatever it is, it was put there to stop the work.
    return { path, reason: `it cannot be read (${code})` }
  }
}

/** Cheap enough to ask before every step. */
export const isFrozen = (stateDir: string): boolean => existsSync(frozenPath(stateDir))

export async function freeze(stateDir: string, reason: string, at: number): Promise<void> {
  await makeDir(stateDir)
  await durableCreate(frozenPath(stateDir), printFrozenMark(at, reason))
}

export const freezeRepository = (
  command: Freeze,
  attempt: Attempt,
  ports: FailurePorts & { readonly stateDir: string },
): Promise<Frozen | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const at = ports.clock.now()
    await freeze(ports.stateDir, command.reason, at)
    return { type: 'Frozen', at, commandId: command.id, reason: command.reason }
  })
