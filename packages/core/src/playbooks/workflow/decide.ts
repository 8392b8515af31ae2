/** What a workflow wants done next: plan, generate, verify, evaluate one task. Pure and total. */
import { asLaneName } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { waitOrStop } from '../../work/attempts.ts'
import { type ByPhase, inPhase } from '../../work/by-phase.ts'
import { editTexts, readTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import {
  applyPatch,
  closeLane,
  commitChange,
  laneOf,
  measureChange,
  mergeLane,
  runChecks,
  scanFiles,
} from '../../work/lane.ts'
import { checksIn, projectChecks } from '../../work/project-checks.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { artifactNames, isInDocs, persisted, workingFiles } from './artifacts.ts'
import { workOn } from './calls.ts'
import type { Command } from './effects.ts'
import { endOf } from './endings.ts'
import { gateOf } from './gates.ts'
import { filesToLookAt } from './looking.ts'
import { type Place, pathIn, type WorkflowState } from './state.ts'
import type { WorkflowVoice } from './words.ts'

export const decideWith =
  ({ words }: WorkflowVoice) =>
  (state: WorkflowState): Decision<Command> => {
    const { at } = state
    const said = words[state.userLang]
    const held = waitOrStop(state.hurdle, nextId(state, 'wait', 'run'))
    if (held !== null) return held
    if (at.phase === 'work') return workOn(state, at, said)
    const gate = gateOf(state, said)
    if (gate !== null) return perform({ type: 'AskHuman', id: nextId(state, 'ask', gate.name), gate })
    const over = endOf(state, said)
    if (over !== null) return end(over)
    const command = inPhase(commands, at, state)
    invariant(command !== undefined, `${at.phase} wants a command`)
    return perform(command)
  }

/** The one command of each phase without agents and without a person. */
const commands: ByPhase<Place, [WorkflowState], Command> = {
  /** Named after the slug, so that people find it. In place it is the checkout itself. */
  open: (_at, state) => ({
    type: 'OpenLane',
    id: nextId(state, 'open', 'main'),
    lane: asLaneName(`workflow-${state.input.slug}`),
    branch: state.input.branch ?? `harness/${state.input.slug}`,
    baseBranch: state.input.baseBranch,
    ...(state.input.inPlace ? { inPlace: true as const } : {}),
  }),
  look: (_at, state) => readTexts(nextId(state, 'read', 'conventions'), filesToLookAt(state)),
  /** What agents wrote in lanes, and what the harness found itself, is put where people read it. */
  publish: ({ edits, followedBy }, state) =>
    editTexts(
      nextId(state, 'publish', followedBy),
      edits.map(({ name, edit }) => ({ name, path: pathIn(state, name), edit })),
    ),
  spec: (_at, state) =>
    readTexts(
      nextId(state, 'read', 'spec'),
      { spec: pathIn(state, 'spec') },
      { spec: state.spec?.digest ?? null },
    ),
  measure: (_at, state) => measureChange(nextId(state, 'measure', 'change'), laneOf(state)),
  checks: ({ part }, state) =>
    runChecks(nextId(state, 'verify', part), laneOf(state), checksIn(state.input, part)),
  scan(_at, state) {
    const there = state.changed.filter(({ how }) => how !== 'deleted')
    return scanFiles(
      nextId(state, 'verify', 'scan'),
      laneOf(state),
      there.map(({ path }) => path),
    )
  },
  apply: (_at, state) =>
    applyPatch(nextId(state, 'autofix', 'apply'), laneOf(state), {
      diff: readPatch(state.patch?.text ?? '')?.diff ?? '',
      commitMessage: 'Apply the proposed fix',
    }),
  commit({ choice }, state) {
    const documents = choice === 'all' ? artifactNames.filter(isInDocs) : []
    return commitChange(nextId(state, 'finish', 'commit'), laneOf(state), {
      message: state.input.task,
      add: [...persisted(state.input.docsPath), ...documents.map((name) => pathIn(state, name))],
    })
  },
  prove: (_at, state) =>
    runChecks(nextId(state, 'finish', 'checks'), laneOf(state), projectChecks(state.input)),
  merge: (_at, state) =>
    mergeLane(nextId(state, 'finish', 'merge'), laneOf(state), {
      baseBranch: state.input.baseBranch,
      message: state.input.task,
      checks: projectChecks(state.input),
    }),
  clean: ({ choice }, state) => ({
    type: 'CleanUp',
    id: nextId(state, 'finish', 'clean'),
    docsPath: state.input.docsPath,
    docs: choice === 'code' ? committedDocs(state) : [],
    working: workingFiles(state.published),
  }),
  close: ({ merged }, state) =>
    closeLane(nextId(state, 'finish', 'close'), laneOf(state), state.input.baseBranch, !merged),
}

/** What the commit has, or the run wrote. The report of a task that did not pass stays: people read it now. */
function committedDocs(state: WorkflowState): readonly string[] {
  const { input, published, unstaged, result } = state
  const made = published.filter((name) => isInDocs(name) && (name !== 'qa_report' || result === 'passed'))
  return [
    ...made.map((name) => pathIn(state, name)),
    ...persisted(input.docsPath).filter((path) => !unstaged.includes(path)),
  ]
}
