/**
 * Keeps what an earlier attempt of a call had answered and reported, before the call that may write is made again: its
 * work is no longer in the lane, so the answer cannot count, but it is not lost either.
 */
import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { RunAgent } from '@harness/core/effects/run-agent'
import { makeDir } from '../../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../../machine/disk/durable-write.ts'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { artifactsName, readArtifact } from './artifacts.ts'
import { callFolder } from './call-folder.ts'
import { answeredTurns } from './recorded-turn.ts'

/** The note for people; null if there is nothing to keep, or only a worker's word that it is done. */
export async function keepAnswered(
  { id, role, artifacts = [] }: RunAgent,
  lane: LaneRecord,
  { runDir, redact }: AgentPorts,
): Promise<string | null> {
  if (artifacts.length === 0 || (await answeredTurns(runDir, id)).length === 0) return null
  const folder = callFolder(runDir, id)
  const place = await newFolder(folder)
  for (const name of ['turn-1.json', 'turn-2.json', artifactsName])
    if (existsSync(join(folder, name))) await copyFile(join(folder, name), join(place, name))
  const clean = cleaning(redact)
  for (const path of artifacts) {
    const { text } = await readArtifact(lane.path, path)
    if (text !== undefined) await durableReplace(join(place, basename(path)), clean(text))
  }
  return `the ${role} had answered before the harness ended and is asked again; what it said is kept in ${relative(runDir, place)} of the run's folder`
}

async function newFolder(folder: string): Promise<string> {
  for (let number = 1; ; number++) {
    const place = join(folder, `earlier-${number}`)
    if (existsSync(place)) continue
    await makeDir(place)
    return place
  }
}
