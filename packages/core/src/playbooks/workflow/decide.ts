/** What a workflow wants done next: plan, generate, verify, evaluate one task. Pure and total. */
import { inCheckout } from '../../effects/document-file.ts'
import { asLaneName, type CommandId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { waitOrStop } from '../../work/attempts.ts'
import { type ByPhase, inPhase } from '../../work/by-phase.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane, mergeLane, runChecks } from '../../work/lane.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { artifactNames, artifactPath, isInDocs, persisted, workingFiles } from './artifacts.ts'
import { laneOf, workOn } from './calls.ts'
import type { Command, ReadDocuments } from './effects.ts'
import { endOf } from './endings.ts'
import { gateOf } from './gates.ts'
import { allChecks, checksOf } from './layer1.ts'
import { filesToLookAt } from './looking.ts'
import { type Place, pathIn, type WorkflowState } from './state.ts'
import type { WorkflowVoice } from './words.ts'

export const decideWith =
  ({ words }: WorkflowVoice) =>
  (state: WorkflowState): Decision<Command> => {
    const { at } = state
    const said = words[state.userLang]
    const held = waitOrStop(state.hurdle, idFor(state, 'wait', 'run'))
    if (held !== null) return held
    if (at.phase === 'work') return workOn(state, at, said)
    const gate = gateOf(state, said)
    if (gate !== null) return perform({ type: 'AskHuman', id: idFor(state, 'ask', gate.name), gate })
    const over = endOf(state, said)
    if (over !== null) return end(over)
    const command = inPhase(commands, at, state)
    invariant(command !== undefined, `${at.phase} wants a command`)
    return perform(command)
  }

const idFor = (state: WorkflowState, phase: string, subject: string): CommandId =>
  nextId(state, phase, subject)

/** The one command of each phase without agents and without a person. */
const commands: ByPhase<Place, [WorkflowState], Command> = {
  /** Named after the slug, so that people find it. In place it is the checkout itself. */
  open: (_at, state) => ({
    type: 'OpenLane',
    id: idFor(state, 'open', 'main'),
    lane: asLaneName(`workflow-${state.input.slug}`),
    branch: state.input.branch ?? `harness/${state.input.slug}`,
    baseBranch: state.input.baseBranch,
    ...(state.input.inPlace ? { inPlace: true as const } : {}),
  }),
  look: (_at, state) => read(state, 'conventions', filesToLookAt(state)),
  /** What agents wrote in lanes, and what the harness found itself, is put where people read it. */
  publish: ({ edits, followedBy }, state) => ({
    type: 'EditDocuments',
    id: idFor(state, 'publish', followedBy),
    documents: Object.fromEntries(
      edits.map(({ name }) => [name, { files: [inCheckout(pathIn(state, name))], expected: null }]),
    ),
    edits: edits.map(({ name, edit }) => ({ document: name, edit })),
    branch: null,
  }),
  spec: (_at, state) =>
    read(state, 'spec', { spec: pathIn(state, 'spec') }, { spec: state.spec?.digest ?? null }),
  measure(_at, state) {
    const { lane, baseCommit, commit } = laneOf(state)
    return {
      type: 'MeasureChange',
      id: idFor(state, 'measure', 'change'),
      lane,
      from: baseCommit,
      to: commit,
    }
  },
  checks: ({ part }, state) =>
    runChecks(idFor(state, 'verify', part), laneOf(state), checksOf(state.input, part)),
  scan(_at, state) {
    const { lane, commit } = laneOf(state)
    const files = state.changed.filter(({ how }) => how !== 'deleted').map(({ path }) => path)
    return { type: 'ScanFiles', id: idFor(state, 'verify', 'scan'), lane, commit, files }
  },
  apply(_at, state) {
    const { lane, commit } = laneOf(state)
    return {
      type: 'ApplyPatch',
      id: idFor(state, 'autofix', 'apply'),
      lane,
      startCommit: commit,
      diff: readPatch(state.patch?.text ?? '')?.diff ?? '',
      commitMessage: 'Apply the proposed fix',
    }
  },
  commit({ choice }, state) {
    const { lane, branch, baseCommit, commit } = laneOf(state)
    const { task, docsPath } = state.input
    const documents = choice === 'all' ? artifactNames.filter(isInDocs) : []
    return {
      type: 'CommitChange',
      id: idFor(state, 'finish', 'commit'),
      lane,
      branch,
      baseCommit,
      commit,
      message: task,
      add: [
        ...persisted.map((name) => `${docsPath}${name}`),
        ...documents.map((name) => artifactPath(name, docsPath)),
      ],
    }
  },
  prove: (_at, state) => runChecks(idFor(state, 'finish', 'checks'), laneOf(state), allChecks(state.input)),
  merge: (_at, state) =>
    mergeLane(idFor(state, 'finish', 'merge'), laneOf(state), {
      baseBranch: state.input.baseBranch,
      message: state.input.task,
      checks: allChecks(state.input),
    }),
  clean: ({ choice }, state) => ({
    type: 'CleanUp',
    id: idFor(state, 'finish', 'clean'),
    docsPath: state.input.docsPath,
    docs: choice === 'code' ? committedDocs(state) : [],
    working: workingFiles(state.published),
  }),
  close: ({ merged }, state) => ({
    ...closeLane(idFor(state, 'finish', 'close'), laneOf(state), state.input.baseBranch),
    ...(merged ? {} : { keepsBranch: true as const }),
  }),
}

const read = (
  state: WorkflowState,
  subject: string,
  files: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string | null>> = {},
): ReadDocuments => ({
  type: 'ReadDocuments',
  id: idFor(state, 'read', subject),
  files: Object.fromEntries(Object.entries(files).map(([name, path]) => [name, [inCheckout(path)]])),
  known: Object.fromEntries(Object.keys(files).map((name) => [name, known[name] ?? null])),
  branch: null,
})

/** What the commit has, or the run wrote. The report of a task that did not pass stays: people read it now. */
function committedDocs({ input, published, unstaged, result }: WorkflowState): readonly string[] {
  const made = published.filter((name) => isInDocs(name) && (name !== 'qa_report' || result === 'passed'))
  return [
    ...made.map((name) => artifactPath(name, input.docsPath)),
    ...persisted.map((name) => `${input.docsPath}${name}`).filter((path) => !unstaged.includes(path)),
  ]
}
