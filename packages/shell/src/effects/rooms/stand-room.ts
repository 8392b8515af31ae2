/**
 * Puts a clean room at a commit, with what `lanes.setup` makes for it. The mark in the room's git folder says at which commit it
 * stands. It goes before anything changes and comes back last, so that a crash leaves no room that is half of two trees.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { fetchMissing } from '../../machine/git/fetch-missing.ts'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { gitlinksOf } from '../../machine/git/submodules.ts'
import { copyEnvFiles } from '../lanes/env-files.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'
import { dropOwnRepository, layRepository } from '../lanes/lay-repository.ts'
import { install } from '../lanes/set-up-lane.ts'
import { clearStaleLock } from '../lanes/stale-lock.ts'
import { dropTemplate, templateId } from '../lanes/template.ts'
import { makeWhole } from '../lanes/whole-lane.ts'

interface Standing {
  readonly commit: string
  /** What set-up made it; null if it is not set up. */
  readonly setUp: string | null
}

const markOf = (room: string): string => join(gitDirsAt(room).gitDir, 'harness-room')

/** `record` is that of the lane with the room's folder. */
export async function standRoom(
  record: LaneRecord,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { path } = record
  const before = await standing(path)
  if (before?.commit !== commit) await moveTo(path, commit, signal)
  const setUp = before?.setUp ?? null
  const wanted = await setUpIds(record, commit, ports)
  const fits = setUp !== null && wanted.fitting.includes(setUp)
  if (fits && before?.commit === commit) return
  await removeFile(markOf(path))
  if (!fits) await setUpAgain(record, commit, signal, ports)
  await durableReplace(
    markOf(path),
    JSON.stringify({ commit, setUp: fits ? setUp : wanted.own } satisfies Standing),
  )
}

async function standing(room: string): Promise<Standing | null> {
  const { commit, setUp } = jsonObjectIn(await readFile(markOf(room), 'utf8').catch(() => '')) ?? {}
  const isWhole = typeof commit === 'string' && (setUp === null || typeof setUp === 'string')
  return isWhole ? { commit, setUp } : null
}

async function moveTo(room: string, commit: CommitHash, signal: AbortSignal): Promise<void> {
  await removeFile(markOf(room))
  await clearStaleLock(room)
  await fetchMissing(room, commit, signal)
  await makeWhole(room)
  await gitOk(room, ['reset', '--hard', '--quiet', '--no-recurse-submodules', commit], { signal })
  await layRepository(room)
}

interface SetUpIds {
  /** What a set-up for this tree is called. */
  readonly own: string
  /** All that may stand in for it. */
  readonly fitting: readonly string[]
}

/** What a change installs decides only about its own run. */
async function setUpIds(record: LaneRecord, commit: CommitHash, ports: LanePorts): Promise<SetUpIds> {
  const { setup, teardown, copyEnvFiles: env } = ports.lanes
  if (setup.length === 0 && env.length === 0) return { own: 'none', fitting: ['none'] }
  // Such a set-up is about one lane: it may name its ports, or start what teardown ends.
  const isOfLane = teardown.length > 0 || setup.some((line) => line.includes('HARNESS_'))
  const suffix = isOfLane ? createHash('sha256').update(record.lane).digest('hex').slice(0, 16) : ''
  const id = async (run: string | null): Promise<string> =>
    `${await templateId(record, commit, ports, run)}${suffix}`
  const [shared, ofRun] = [await id(null), await id(basename(ports.runDir))]
  return { own: commit === record.baseCommit ? shared : ofRun, fitting: [shared, ofRun] }
}

/** Nothing of another set-up stays. */
async function setUpAgain(
  record: LaneRecord,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { path } = record
  const { setup, copyEnvFiles: env } = ports.lanes
  await dropTemplate(path)
  await gitOk(path, ['clean', '-ffdx', '--quiet'])
  const links = await gitlinksOf(path, commit)
  for (const link of links) await removeTree(join(path, link.path))
  if (links.length > 0) {
    dropOwnRepository(path)
    await layRepository(path)
  }
  await copyEnvFiles(ports.repoRoot, path, env)
  if (setup.length > 0) await install(record, commit, signal, ports)
}
