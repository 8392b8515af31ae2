/**
 * Owns the artifacts of a call: files that an agent writes for the harness. They are taken out of the lane before anything
 * is compared or committed, and the call's folder keeps their texts. A file of the repository in such a place is put back.
 * Links are never followed. Safe to repeat: the texts are kept before the lane changes, and a call that continues finds
 * them in its lane again.
 */
import { lstat, readFile, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
import { durableReplace } from '../../../machine/disk/durable-write.ts'
import { ifMissing, textIfThere } from '../../../machine/disk/if-missing.ts'
import { removeInside, writeInside } from '../../../machine/disk/inside.ts'
import { isPlainFolder, isPlainWay } from '../../../machine/disk/plain-path.ts'
import { gitOk } from '../../../machine/git/git.ts'
import { pathText } from '../../../machine/git/path-text.ts'
import { safeRevision } from '../../../machine/git/refs.ts'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import { ignoredAside, moveAside } from '../../lanes/move-aside.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { continuedCalls, isSameCall, type Session } from '../sessions/open-session.ts'
import type { AgentCall } from './agent-call.ts'
import { callFolder } from './call-folder.ts'
import { displaceFile, returnFile } from './displaced-files.ts'

type Place = Pick<AgentCall, 'command' | 'lane' | 'ports'>
type KeptIn = Pick<AgentPorts, 'runDir' | 'redact'>

/** By path; null for one that the agent did not write, or that is no text. */
export type Texts = Readonly<Record<string, string | null>>

export interface TakenArtifacts {
  readonly texts: Readonly<Record<string, string>>
  /** Why a file that the agent wrote is not among them. */
  readonly notes: readonly string[]
}

const noArtifacts: TakenArtifacts = { texts: {}, notes: [] }

const mostBytes = 256 * 1024

/** In the folder of its call. */
export const artifactsName = 'artifacts.json'

/** Only an agent that may write has artifacts. */
const artifactsOf = ({ command: { mode, artifacts = [] } }: Place): readonly string[] =>
  mode === 'exec' ? artifacts : []

/** Removes older files before the agent starts. An interrupted call that continues keeps what it wrote. */
export async function readyArtifacts(
  session: Session,
  place: Place & { readonly reported: Texts | null },
): Promise<void> {
  const paths = artifactsOf(place)
  if (paths.length === 0) return
  const known = place.reported ?? (isSameCall(session) ? await keptTexts(session, place) : {})
  if (known === null) return
  for (const path of paths) {
    if (!isPlainWay(place.lane.path, dirname(path))) continue
    await displaceFile(place, path)
    const text = known[path] ?? null
    if (text === null) await removeInside(place.lane.path, path)
    else await writeInside(place.lane.path, path, text)
  }
}

/** What the call had taken out of the lane when the harness died; null if it had not come to that. */
async function keptTexts(session: Session, { command, ports }: Place): Promise<Texts | null> {
  for (const id of [command.id, ...continuedCalls(session).toReversed()]) {
    const texts = await takenTexts(id, ports)
    if (texts !== null) return texts
  }
  return null
}

/** What a call had taken out of its lane; null if it had not come to that. */
export async function takenTexts(id: CommandId, { runDir }: Pick<KeptIn, 'runDir'>): Promise<Texts | null> {
  const json = await textIfThere(join(callFolder(runDir, id), artifactsName))
  return json === null ? null : (JSON.parse(json) as Texts)
}

/** As it is kept: without secrets. */
export async function keepTexts(id: CommandId, texts: Texts, { runDir, redact }: KeptIn): Promise<Texts> {
  const clean = cleaning(redact)
  const kept = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, text === null ? null : clean(text)]),
  )
  await durableReplace(join(callFolder(runDir, id), artifactsName), `${JSON.stringify(kept, null, 2)}\n`)
  return kept
}

/** Takes what the agent wrote out of the lane. To be called when none of its processes is left. */
export async function takeArtifacts(place: Place): Promise<TakenArtifacts> {
  const paths = artifactsOf(place)
  if (paths.length === 0) return noArtifacts
  const { command, lane, ports } = place
  const found = await Promise.all(paths.map((path) => readArtifact(lane.path, path)))
  const read = paths.map((path, index) => [path, found[index]?.text ?? null] as const)
  const texts = await keepTexts(command.id, Object.fromEntries(read), ports)
  const notes: string[] = []
  const aside = ignoredAside(ports.runDir, command.id)
  for (const [index, path] of paths.entries()) {
    const why = found[index]?.why
    if (why === undefined) await removeInside(lane.path, path)
    else if (why.moves) await moveAside(aside, lane.path, path)
    if (why !== undefined) notes.push(noteOf(path, why, aside))
    await removeEmptyAbove(lane.path, path)
  }
  await putBackTracked(place, paths)
  for (const path of paths) await returnFile(place, path)
  return { texts: written(texts), notes }
}

const written = (texts: Texts): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null))

interface Unfit {
  readonly problem: string
  /** Set aside for a person; otherwise it is not in the lane. */
  readonly moves: boolean
}

const noteOf = (path: string, { problem, moves }: Unfit, aside: string): string =>
  `${path} ${problem}, so that it does not count as written${moves ? `; it was moved to ${aside}` : ''}`

/** No text and no reason if there is nothing. */
export async function readArtifact(
  lane: string,
  path: string,
): Promise<{ readonly text?: string; readonly why?: Unfit }> {
  const file = join(lane, path)
  if (!isPlainWay(lane, dirname(path))) return { why: { problem: 'leads through a link', moves: false } }
  const stats = await lstat(file).catch(ifMissing(null))
  if (stats === null) return {}
  const unfit = (problem: string) => ({ why: { problem, moves: true } })
  if (!stats.isFile()) return unfit('is no plain file')
  if (stats.size > mostBytes) return unfit(`has ${stats.size} bytes and may have ${mostBytes}`)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) }
  } catch (error) {
    if (error instanceof TypeError) return unfit('is no text in UTF-8')
    throw error
  }
}

/** Git holds no folder without a file. */
async function removeEmptyAbove(lane: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (!isPlainFolder(lane, folder)) continue
    const isGone = await rmdir(join(lane, folder)).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}

async function putBackTracked({ command, lane }: Place, paths: readonly string[]): Promise<void> {
  const env = { GIT_LITERAL_PATHSPECS: '1' }
  const commit = safeRevision(command.startCommit)
  const args = ['ls-tree', '-z', '--name-only', commit, '--', ...paths]
  const tracked = pathText((await gitOk(lane.path, args, { env })).bytes)
    .split('\0')
    .filter((path) => path !== '')
  if (tracked.length === 0) return
  await gitOk(lane.path, ['restore', '--quiet', `--source=${commit}`, '--worktree', '--', ...tracked], {
    env,
  })
}
