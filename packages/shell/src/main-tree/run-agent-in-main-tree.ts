/**
 * RunAgent in the user's own checkout. Nothing there is put back but what the agent did against its role: what a reader
 * changed, what a writer changed beside all that it may write, what a failed turn left. That is kept as a patch first.
 * What the user has not committed is as it was, and so are the files that only people and the harness itself change.
 *
 * Safe to repeat: a recorded outcome is taken over; otherwise the agent is asked again, and what the checkout then holds
 * is held against what it held when the turn was first begun.
 */
import { join } from 'node:path'
import type { RunAgent } from '@harness/core/command'
import type { CommandFailed } from '@harness/core/event'
import type { Attempt } from '../adapters.ts'
import type { AgentAnswer, AgentCall, AgentOutcome } from '../agents/agent-call.ts'
import { contractBroken, failed, finished, isAgentOutcome, withNotes } from '../agents/agent-outcomes.ts'
import type { AgentPorts } from '../agents/agent-ports.ts'
import { askAgent } from '../agents/ask-agent.ts'
import { beginRecording, recordedOutcome } from '../agents/call-recording.ts'
import { callSlices } from '../agents/call-slices.ts'
import { concluded } from '../agents/concluded.ts'
import { filesWithSecrets } from '../agents/leaked-secrets.ts'
import { recordDiff } from '../agents/record-diff.ts'
import { holdRepositoryFiles } from '../agents/repository-files.ts'
import { commandTrailer } from '../command-trailer.ts'
import { makeDir } from '../disk/durable-dir.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { isAncestor, treeOf } from '../git/commits.ts'
import { keptTree } from '../git/working-tree.ts'
import { laneHead } from '../lanes/lane-head.ts'
import { withLock } from '../lease/with-lock.ts'
import { namedFew } from '../named-few.ts'
import { commitInMainTree } from './commit-in-main-tree.ts'
import { mainTreeLane } from './main-tree-lane.ts'
import { setAsideChanges, withoutPutBack } from './set-aside-changes.ts'
import {
  changesBetween,
  type TurnBeginning,
  type TurnChange,
  turnBeginning,
  turnObjects,
} from './turn-changes.ts'

export const runAgentInMainTree = (
  command: RunAgent,
  attempt: Attempt,
  ports: AgentPorts,
): Promise<AgentOutcome | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const known = attempt.repeated ? await recordedOutcome(ports.runDir, command) : null
    return known !== null && isAgentOutcome(known) ? known : callAgent(command, attempt, ports)
  })

async function callAgent(command: RunAgent, attempt: Attempt, ports: AgentPorts): Promise<AgentOutcome> {
  const { signal, repeated } = attempt
  const lane = await mainTreeLane(ports.repoRoot, command.lane)
  const agent = ports.agentFor(command)
  const { slices, uses } = await callSlices(command, ports)
  const beginning = await turnBeginning(command, repeated, ports)
  const recording = await beginRecording(command, agent, slices, ports)
  try {
    const call: AgentCall = { command, lane, agent, slices, context: uses, recording, ports }
    const files = await holdRepositoryFiles(lane.path)
    const answer = await askAgent(call, signal)
    return await concluded(call, answer, signal, async () => {
      const { putBack, left } = await files.mend(join(ports.runDir, 'set-aside'))
      const notes = [...putBack, ...left].map((file) => `${file} changed during the turn; look at it`)
      for (const note of notes) recording.note(note)
      return withNotes(await settledAlone(call, answer, beginning, signal), notes)
    })
  } finally {
    await recording.close()
  }
}

/** One turn at a time looks at the checkout: else two would put back the same file. */
async function settledAlone(
  call: AgentCall,
  answer: AgentAnswer,
  beginning: TurnBeginning,
  signal: AbortSignal,
): Promise<AgentOutcome> {
  const folder = join(call.ports.stateDir, 'main-tree')
  await makeDir(folder)
  return withLock(folder, () => settle(call, answer, beginning), { waitMs: 10 * 60_000, signal })
}

async function settle(call: AgentCall, answer: AgentAnswer, beginning: TurnBeginning): Promise<AgentOutcome> {
  const { command, ports, recording } = call
  const { repoRoot, runDir } = ports
  const writes = command.mode === 'exec' && answer.kind === 'answered'
  const after = await keptTree(repoRoot, writes ? null : turnObjects(runDir))
  const all = await withoutPutBack(await changesBetween(beginning.tree, after, ports), runDir)
  const isOthers = ({ path }: TurnChange): boolean =>
    ports.isReserved?.(path) === true || command.othersWrite?.includes(path) === true
  const changes = all.filter((change) => !isOthers(change))
  const may = ({ path }: TurnChange): boolean => writes && (command.mayWrite?.includes(path) ?? true)
  const against = changes.filter((change) => !may(change))
  const patch =
    against.length === 0 ? '' : await setAsideChanges(against, beginning, after, ports, command.id)
  const files = against.map(({ path }) => path)
  const notes = files.length === 0 ? [] : [asideNote(command.role, files, patch)]
  for (const note of notes) recording.note(note)
  if (answer.kind !== 'answered') {
    const outcome =
      answer.kind === 'failed' ? failed(call, answer, answer.error) : contractBroken(call, answer)
    return withNotes(outcome, notes)
  }
  const violation = files.length === 0 ? null : { files, patch }
  if (writes) return withNotes(await kept(call, answer, beginning, changes.filter(may), violation), notes)
  const { startCommit: commit } = command
  const stood = { commit, tree: await treeOf(repoRoot, commit), changedFiles: [], violation }
  return withNotes(finished(call, answer, stood), notes)
}

const asideNote = (role: string, files: readonly string[], patch: string): string =>
  `changed in your checkout while the ${role} worked, which was not to change it: ${namedFew(files)}; kept in ${patch} (if it was you: git apply '${patch}')`

type Answered = AgentAnswer & { kind: 'answered' }

/** Stays in the checkout; the commit that will bring it onto the branch holds what was nobody's uncommitted edit before. */
async function kept(
  call: AgentCall,
  answer: Answered,
  beginning: TurnBeginning,
  changes: readonly TurnChange[],
  violation: { readonly files: readonly string[]; readonly patch: string } | null,
): Promise<AgentOutcome> {
  const { command, ports } = call
  const { repoRoot } = ports
  const head = await laneHead(repoRoot)
  const isContinued =
    head.commit !== null &&
    head.branch === beginning.branch &&
    (await isAncestor(repoRoot, beginning.head, head.commit))
  if (head.commit === null || !isContinued)
    return failed(call, answer, {
      kind: 'unknown',
      message: `your checkout was moved from ${beginning.branch ?? beginning.head} to ${head.branch ?? head.commit ?? 'nothing'} during the turn; what the agent changed is in it`,
    })
  const edited = new Set(
    (await changesBetween(beginning.head, beginning.tree, ports)).map(({ path }) => path),
  )
  const { commit, tree } = await commitInMainTree(repoRoot, {
    head: head.commit,
    changes: changes.filter(({ path }) => !edited.has(path)),
    message: command.commitMessage ?? `Work of the ${command.role}`,
    trailers: [commandTrailer(command.id)],
    at: ports.clock.now(),
    identity: ports.identity,
  })
  const changedFiles = changes.map(({ path }) => path)
  const leaks = await filesWithSecrets(repoRoot, commit, changedFiles, ports.secrets)
  if (leaks.length > 0) {
    const after = await keptTree(repoRoot, turnObjects(ports.runDir))
    const patch = await setAsideChanges(changes, beginning, after, ports, command.id)
    return failed(call, answer, {
      kind: 'unknown',
      message: `the agent wrote the value of a secret of this machine into ${namedFew(leaks)}; its work was kept in ${patch}`,
    })
  }
  await recordDiff(call, commit)
  const mixed = changedFiles.filter((path) => edited.has(path))
  const notes =
    mixed.length === 0
      ? []
      : [`${namedFew(mixed)} had uncommitted edits of yours; what the agent added there stays uncommitted`]
  return withNotes(finished(call, answer, { commit, tree, changedFiles, violation }), notes)
}
