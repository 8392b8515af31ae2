/**
 * Owns the mark in the git folder of a clean room, which no program reaches: at which commit the room stands, and what made
 * it. It goes before anything changes and comes back last. A room without it is made again from nothing.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { gitDirIfWhole, gitDirsAt } from '../../machine/git/git-dirs.ts'

export interface Standing {
  readonly commit: string
  /** Which set-up is in it. */
  readonly setUp: string
  /** The paths that this made, relative to the top. */
  readonly made: readonly string[]
  /** Who else can have written there since the room was made. */
  readonly guard: string
}

const nameOfMark = 'harness-room'

/** Null if it is not known what the room holds. */
export async function standingOf(room: string): Promise<Standing | null> {
  const gitDir = gitDirIfWhole(room)
  if (gitDir === null) return null
  const value = jsonObjectIn(await readFile(join(gitDir, nameOfMark), 'utf8').catch(() => '')) ?? {}
  const { commit, setUp, made, guard } = value
  const isText = [commit, setUp, guard].every((each) => typeof each === 'string')
  const isList = Array.isArray(made) && made.every((path) => typeof path === 'string')
  return isText && isList ? ({ commit, setUp, made, guard } as Standing) : null
}

const markOf = (room: string): string => join(gitDirsAt(room).gitDir, nameOfMark)

export const writeStanding = (room: string, standing: Standing): Promise<void> =>
  durableReplace(markOf(room), JSON.stringify(standing))

export const dropStanding = (room: string): Promise<void> => removeFile(markOf(room))
