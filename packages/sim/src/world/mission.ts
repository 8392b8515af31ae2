/** Owns the simulated adapters of a mission's documents, smoke tests, hooks and notifications. */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Notified, Notify } from '@harness/core/effects/notify'
import type { Reread } from '@harness/core/effects/reread'
import type { HookRan, RunHook } from '@harness/core/effects/run-hook'
import type { SmokeTest, SmokeTested } from '@harness/core/effects/smoke-test'
import type { MissionRead, ReadMission } from '@harness/core/playbooks/mission/read-mission'
import type { DocumentsWritten, WriteDocuments } from '@harness/core/playbooks/mission/write-documents'
import { editDocuments } from '@harness/formats/documents/mission/edit-documents'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { commandFailed } from './command-failed.ts'
import { type Ground, luckOf } from './ground.ts'
import { contractIn, factsIn, featuresIn, keyOf, memoryIn } from './papers.ts'
import { digestOf } from './shelf.ts'
import { branchOf, unmergedOf } from './unmerged.ts'

const reread = <Content>(content: Content, known: string | null): Reread<Content> => {
  const digest = digestOf(content)
  return { digest, changed: digest === known ? null : { content } }
}

/** Only reads, so that a repetition is as good as the first. */
export async function readMission(
  ground: Ground,
  command: ReadMission,
  { signal }: Attempt,
): Promise<MissionRead | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(20, signal)
  const { papers } = site
  if (papers === null) return commandFailed(ground, command, 'document-missing')
  const { known, kept } = command
  const passed = (featuresIn(papers) ?? []).filter(({ status }) => status === 'passed')
  const read = {
    spec: reread(papers.spec, known.spec),
    features: reread(featuresIn(papers), known.features),
    contract: reread(contractIn(papers), known.contract),
    memory: reread(memoryIn(papers), known.memory),
  }
  // Looking at the base, and asking a forge, takes a while; people and agents do not wait for it.
  await process.sleep(luckOf(ground, command.id).pick([5, 5, 5, 20_000]), signal)
  const looked = [...kept.map(({ feature }) => feature), ...passed.map(({ id }) => id)]
  const keptAt = new Map(kept.map(({ feature, commit }) => [branchOf(feature), commit]))
  return {
    type: 'MissionRead',
    at: stage.wall.now(),
    commandId: command.id,
    ...read,
    facts: { ...factsIn(papers), unmerged: unmergedOf(site, looked, keptAt) },
  }
}

/** Every edit is held against the files as they are then; made twice, it changes nothing the second time. */
export async function writeDocuments(
  ground: Ground,
  command: WriteDocuments,
  { signal }: Attempt,
): Promise<DocumentsWritten | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(30, signal)
  const { papers } = site
  if (papers === null) return commandFailed(ground, command, 'document-missing')
  return process.effect('writing documents', () => {
    const before = {
      features: digestOf(featuresIn(papers)),
      contract: digestOf(contractIn(papers)),
      memory: digestOf(memoryIn(papers)),
    }
    const { changed, refused } = editDocuments(command.edits, (file) => papers.files.get(keyOf(file)) ?? null)
    // A process that died in the midst of it left some of them written: each by itself is still whole.
    for (const file of changed)
      if (file.text === null) papers.files.delete(keyOf(file))
      else papers.files.set(keyOf(file), file.text)
    if (changed.length > 0) stage.changed({ kind: 'documents written', commandId: command.id, once: null })
    const told = <Content>(content: Content, was: string, known: string | null): Reread<Content> => ({
      digest: digestOf(content),
      changed: was === known && refused.length === 0 ? null : { content },
    })
    return {
      type: 'DocumentsWritten' as const,
      at: stage.wall.now(),
      commandId: command.id,
      features: told(featuresIn(papers), before.features, command.known.features),
      contract: told(contractIn(papers), before.contract, command.known.contract),
      memory: told(memoryIn(papers), before.memory, command.known.memory ?? null),
      fired: factsIn(papers).fired,
      refused,
    }
  })
}

export async function smokeTest(
  ground: Ground,
  command: SmokeTest,
  { signal }: Attempt,
): Promise<SmokeTested | CommandFailed> {
  const { process, stage, site, weather } = ground
  if (site.lanes.find(command.lane) === null) return commandFailed(ground, command, 'lane-gone')
  await process.sleep(5_000, signal)
  const passed = !weather.strikes('smoke test fails', luckOf(ground, command.id))
  return {
    type: 'SmokeTested',
    at: stage.wall.now(),
    commandId: command.id,
    passed,
    failures: passed ? [] : ['GET / answered 500'],
    outputTail: '',
  }
}

export async function runHook(ground: Ground, { id }: RunHook, { signal }: Attempt): Promise<HookRan> {
  const { process, stage, weather } = ground
  await process.sleep(200, signal)
  const problem = weather.strikes('hook fails', luckOf(ground, id)) ? 'it ended with 1' : null
  return { type: 'HookRan', at: stage.wall.now(), commandId: id, problem }
}

export async function notify(ground: Ground, { id }: Notify, { signal }: Attempt): Promise<Notified> {
  const { process, stage } = ground
  await process.sleep(100, signal)
  return { type: 'Notified', at: stage.wall.now(), commandId: id, problem: null }
}
