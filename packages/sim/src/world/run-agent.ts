import type { CommandFailed } from '@harness/core/effects/command-failed'
import type {
  AgentFailed,
  AgentFinished,
  ContractBroken,
  RunAgent,
  RunAgent as Wanted,
} from '@harness/core/effects/run-agent'
import type { Spending } from '@harness/core/kernel/agent'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import { mayWriteFile } from '@harness/core/work/may-write'
import { testJudge } from '@harness/core/work/test-judge'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Random } from '../engine/random.ts'
import type { AgentAct } from './agents.ts'
import { anyAgentOutcome } from './any-agent-outcome.ts'
import { commandFailed } from './command-failed.ts'
import type { Ground } from './ground.ts'
import { drawnRulings, judgedTurn } from './judged-turn.ts'
import type { Lane } from './lanes.ts'
import type { Files } from './repository.ts'
import type { Twin } from './twin.ts'

type Outcome = AgentFinished | AgentFailed | ContractBroken | CommandFailed

/**
 * The lane is put back to the commit the agent begins from, so a repeated turn starts afresh and what a dead one left is
 * set aside. An agent in a copy touches no lane. An aborted turn stops within three seconds and says what it had cost.
 */
async function runAgent(ground: Ground, command: RunAgent, { signal }: Attempt): Promise<Outcome> {
  const { process, stage, site, agents } = ground
  const lane = site.lanes.find(command.lane)
  if (lane === null) return commandFailed(ground, command, 'lane-gone')
  const isInLane = command.copy !== true
  if (isInLane)
    await process.effect('putting the lane back', () =>
      site.lanes.putBack(lane, command.startCommit, command.id),
    )
  const artifacts = command.mode === 'exec' ? (command.artifacts ?? []) : []
  if (artifacts.some((path) => path in site.lanes.filesOf(lane)))
    await process.effect('removing older artifacts', () => {
      lane.edited = without(site.lanes.filesOf(lane), artifacts)
    })
  const before = site.lanes.filesOf(lane)
  const drawn = agents.turnOf(command, before, site.begun.get(command.id) ?? 1)
  const luck = stage.random.about(`${command.id} ruling`)
  const { act, durationMs, spending } = judgedTurn(command, drawn, before, luck)
  const startedAt = stage.timeline.now()
  try {
    await process.sleep(durationMs / 2, signal)
    if (isInLane) await process.effect('editing files', () => edit(ground, lane, act.files))
    await process.sleep(act.type === 'hangs' ? command.limits.wallMs : durationMs / 2, signal)
  } catch {
    await process.sleep(ground.stage.random.about(command.id).int(0, 3000))
    const share = Math.min(1, (stage.timeline.now() - startedAt) / durationMs)
    return failed(ground, command, { kind: 'aborted', message: 'let go' }, partOf(spending, share))
  }
  switch (act.type) {
    case 'fails':
      return failed(ground, command, act.error, spending)
    case 'hangs':
      return failed(ground, command, { kind: 'timeout', message: 'no answer in time' }, spending)
    case 'breaks-contract':
      return {
        type: 'ContractBroken',
        at: stage.wall.now(),
        commandId: command.id,
        role: command.role,
        contract: command.contract ?? 'any',
        problems: ['neither findings nor a sentinel'],
        text: 'hm',
        spending,
      }
    case 'text':
    case 'review':
    case 'pull-text':
    case 'verdict':
    case 'need':
    case 'says':
      return command.mode === 'exec'
        ? committed(ground, command, lane, act, spending)
        : read(ground, command, lane, act, spending)
  }
}

const failed = (
  { stage }: Ground,
  command: RunAgent,
  error: AgentFailed['error'],
  spending: Spending,
): AgentFailed => ({
  type: 'AgentFailed',
  at: stage.wall.now(),
  commandId: command.id,
  role: command.role,
  error,
  spending,
})

function edit({ site }: Ground, lane: Lane, files: Files): void {
  const changed = changedPaths(site.lanes.filesOf(lane), files)
  if (changed.length > 0) lane.edited = files
}

type Answer = Extract<AgentAct, { type: 'text' | 'review' | 'pull-text' | 'verdict' | 'need' | 'says' }>

async function committed(
  ground: Ground,
  command: RunAgent,
  lane: Lane,
  act: Answer,
  spending: Spending,
): Promise<AgentFinished | AgentFailed> {
  const { process, site } = ground
  const start = site.repository.commitOf(command.startCommit)
  const artifacts = await takenArtifacts(ground, command, lane, start.files)
  const violation = await keptToFiles(ground, command, lane, start.files)
  const changedFiles = changedPaths(start.files, site.lanes.filesOf(lane))
  if (changedFiles.some((path) => site.reserved.has(path))) {
    await process.effect('setting aside a forbidden change', () =>
      site.lanes.putBack(lane, command.startCommit, command.id),
    )
    return failed(ground, command, { kind: 'unknown', message: 'it changed what is not its own' }, spending)
  }
  if (changedFiles.length > 0)
    await process.effect('committing the change', () => {
      const { hash } = site.repository.commit({
        files: site.lanes.filesOf(lane),
        parents: [site.lanes.headOf(lane)],
        message: command.commitMessage ?? '',
        author: 'agent',
        commandId: command.id,
      })
      lane.edited = null
      site.repository.point(lane.branch, hash)
    })
  const answer = { ...said(act), answer: outputOf(act), spending, changedFiles, violation, ...artifacts }
  return finished(ground, command, lane, { ...answer, ...suspicionsIn(site.lanes.filesOf(lane)) })
}

/** The texts go into the outcome; the lane has in their places what it had at the start. */
async function takenArtifacts(
  { process, site }: Ground,
  { artifacts = [] }: RunAgent,
  lane: Lane,
  before: Files,
): Promise<Pick<AgentFinished, 'artifacts'>> {
  if (artifacts.length === 0) return {}
  const found = site.lanes.filesOf(lane)
  const texts = Object.fromEntries(Object.entries(found).filter(([path]) => artifacts.includes(path)))
  const standing = Object.entries(before).filter(([path]) => artifacts.includes(path))
  const rest = { ...without(found, artifacts), ...Object.fromEntries(standing) }
  if (changedPaths(found, rest).length > 0)
    await process.effect('taking the artifacts', () => {
      lane.edited = changedPaths(before, rest).length === 0 ? null : rest
    })
  return Object.keys(texts).length === 0 ? {} : { artifacts: texts }
}

const without = (files: Files, paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))

/** Who may write some files only keeps what it made of those; the rest is set aside. */
async function keptToFiles(
  { process, site }: Ground,
  { id, mayWrite, startCommit }: RunAgent,
  lane: Lane,
  before: Files,
): Promise<AgentFinished['violation']> {
  const found = site.lanes.filesOf(lane)
  if (mayWrite === undefined) return null
  const files = changedPaths(before, found).filter((path) => !mayWriteFile(mayWrite, path))
  if (files.length === 0) return null
  const own = Object.entries(found).filter(([path]) => mayWriteFile(mayWrite, path))
  await process.effect('setting aside what it may not write', () => {
    site.lanes.putBack(lane, startCommit, id)
    lane.edited = { ...before, ...Object.fromEntries(own) }
  })
  return { files, patch: `${id}.patch` }
}

/** A role that only reads: what it changed in the lane is set aside, and its answer is void. */
async function read(
  ground: Ground,
  command: RunAgent,
  lane: Lane,
  act: Answer,
  spending: Spending,
): Promise<AgentFinished> {
  const { process, site } = ground
  const start = site.repository.commitOf(command.startCommit)
  const files = command.copy === true ? [] : changedPaths(start.files, site.lanes.filesOf(lane))
  if (files.length > 0)
    await process.effect('setting aside what the reader wrote', () =>
      site.lanes.putBack(lane, command.startCommit, command.id),
    )
  const violation = files.length > 0 ? { files, patch: `${command.id}.patch` } : null
  return finished(ground, command, lane, {
    ...said(act),
    answer: outputOf(act),
    spending,
    changedFiles: [],
    violation,
  })
}

function finished(
  { stage, site }: Ground,
  command: RunAgent,
  lane: Lane,
  told: Pick<
    AgentFinished,
    'text' | 'answer' | 'spending' | 'changedFiles' | 'violation' | 'suspicions' | 'artifacts'
  >,
): AgentFinished {
  const head = site.repository.commitOf(command.copy === true ? command.startCommit : site.lanes.headOf(lane))
  return {
    type: 'AgentFinished',
    at: stage.wall.now(),
    commandId: command.id,
    role: command.role,
    contract: command.contract,
    providerSession: null,
    commit: head.hash,
    tree: head.tree,
    ...told,
  }
}

const said = (act: Answer): Pick<AgentFinished, 'text'> => ({
  text: act.type === 'text' ? (act.said ?? 'done') : 'done',
})

function outputOf(act: Answer): unknown {
  switch (act.type) {
    case 'review':
      return { kind: 'review', findings: act.findings, sentinel: act.sentinel }
    case 'pull-text':
      return { kind: 'pull-text', summary: 'It works.', risks: 'None.' }
    case 'need':
      return { kind: 'need', need: act.need }
    case 'verdict':
      return { kind: 'verdict', pass: act.pass, failures: act.failures }
    case 'says':
      return act.output
    case 'text':
      return { kind: 'text' }
  }
}

/** Its being there stands for a test that was removed. */
export const removedTestPath = 'test/removed.js'

const suspicionsIn = (files: Files): Pick<AgentFinished, 'suspicions'> =>
  removedTestPath in files
    ? { suspicions: [{ kind: 'rules-edited', file: removedTestPath, detail: 'gone' }] }
    : {}

const changedPaths = (before: Files, after: Files): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path])

const partOf = (spending: Spending, share: number): Spending => ({
  ...spending,
  usage: { ...spending.usage, input: Math.floor(spending.usage.input * share) },
})

/** `drawnAnswer` is the playbook's own: what its roles can say. */
export const runAgentTwin = <Answer>(
  drawnAnswer: (command: Wanted<Answer>, luck: Random) => Answer,
): Twin<Wanted<Answer>> => ({
  perform: (ground, command, attempt) =>
    runAgent(ground, command, attempt) as Promise<OutcomeOf<Wanted<Answer>>>,
  any: (command, luck, base) =>
    anyAgentOutcome(command, luck, base, (drawn) =>
      command.role === testJudge ? (drawnRulings(command, drawn) as Answer) : drawnAnswer(command, drawn),
    ) as OutcomeOf<Wanted<Answer>>,
})
