/** What a workflow wants done next: plan, generate, verify, evaluate one task. Pure and total. */
import { inCheckout } from '../../effects/document-file.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import { asLaneName, type CommandId } from '../../kernel/ids.ts'
import { InvariantError, invariant } from '../../kernel/invariant.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { agentCall } from '../../work/agent-call.ts'
import { nextId } from '../../work/dispatch.ts'
import type { LineAnswer } from '../../work/first-line.ts'
import { closeLane, type LaneAt, mergeLane, runChecks } from '../../work/lane.ts'
import { type Grade, gradeOf, modelsOf } from '../../work/model-presets.ts'
import { validatePath } from '../../work/path-validator.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { decideSeats } from '../../work/seats.ts'
import { wakeAt } from '../../work/wakes.ts'
import { artifactPath, isInDocs, ownPlaces, persisted, workingFiles } from './artifacts.ts'
import type { Command } from './effects.ts'
import { overEnd, restEnd, seatEnd, stoppedEnd } from './endings.ts'
import { slicesFor } from './envelopes.ts'
import { gateOf } from './gates.ts'
import { dutiesOf } from './identity.ts'
import type { WorkflowInput } from './input.ts'
import { allChecks, checksOf } from './layer1.ts'
import { pathIn } from './moves.ts'
import type { WorkName, WorkSeat } from './seats.ts'
import type { In, WorkflowState } from './state.ts'
import type { Words, WorkflowVoice } from './words.ts'

export const decideWith =
  ({ words }: WorkflowVoice) =>
  (state: WorkflowState): Decision<Command> => {
    const { hurdle, at } = state
    const said = words[state.userLang]
    if (hurdle?.type === 'sleep') return perform(wakeAt(idFor(state, 'wait', 'run'), hurdle))
    if (hurdle?.type === 'stop') return end(hurdle.end)
    const gate = gateOf(state, said)
    if (gate !== null) return perform({ type: 'AskHuman', id: idFor(state, 'ask', gate.name), gate })
    switch (at.phase) {
      case 'work':
        return workOn(state, at, said)
      case 'rest':
        return end(restEnd(state, at.done, said))
      case 'stopped':
        return end(stoppedEnd(state, at.gate, said))
      case 'over':
        return end(overEnd(state, at, said))
      default:
        return perform(commandOf(state))
    }
  }

const idFor = (state: WorkflowState, phase: string, subject: string): CommandId =>
  nextId(state, phase, subject)

/** The one command of a phase without agents and without a person. */
function commandOf(state: WorkflowState): Command {
  const { at, input } = state
  if (at.phase === 'open') return openMainLane(state)
  if (at.phase === 'look') return look(state)
  if (at.phase === 'spec')
    return {
      type: 'ReadDocuments',
      id: idFor(state, 'read', 'spec'),
      files: { spec: [inCheckout(pathIn(state, 'spec'))] },
      known: { spec: state.spec?.digest ?? null },
      branch: null,
    }
  if (at.phase === 'publish') return publish(state, at)
  const lane = laneOf(state)
  switch (at.phase) {
    case 'measure':
      return {
        type: 'MeasureChange',
        id: idFor(state, 'measure', 'change'),
        lane: lane.lane,
        from: lane.baseCommit,
        to: lane.commit,
      }
    case 'checks':
      return runChecks(idFor(state, 'verify', at.part), lane, checksOf(input, at.part))
    case 'scan':
      return {
        type: 'ScanFiles',
        id: idFor(state, 'verify', 'scan'),
        lane: lane.lane,
        commit: lane.commit,
        files: state.changed.filter(({ how }) => how !== 'deleted').map(({ path }) => path),
      }
    case 'apply':
      return {
        type: 'ApplyPatch',
        id: idFor(state, 'autofix', 'apply'),
        lane: lane.lane,
        startCommit: lane.commit,
        diff: readPatch(state.patch?.text ?? '')?.diff ?? '',
        commitMessage: 'Apply the proposed fix',
      }
    case 'commit':
      return {
        type: 'CommitChange',
        id: idFor(state, 'finish', 'commit'),
        lane: lane.lane,
        branch: lane.branch,
        baseCommit: lane.baseCommit,
        commit: lane.commit,
        message: input.task,
        add: [
          ...persisted.map((name) => `${input.docsPath}${name}`),
          ...(at.choice === 'all'
            ? (['spec', 'changes', 'verify_report', 'qa_report'] as const).map((name) =>
                artifactPath(name, input.docsPath),
              )
            : []),
        ],
      }
    case 'prove':
      return runChecks(idFor(state, 'finish', 'checks'), lane, allChecks(input))
    case 'merge':
      return mergeLane(idFor(state, 'finish', 'merge'), lane, {
        baseBranch: input.baseBranch,
        message: input.task,
        checks: allChecks(input),
      })
    case 'clean':
      return {
        type: 'CleanUp',
        id: idFor(state, 'finish', 'clean'),
        docsPath: input.docsPath,
        docs: at.choice === 'code' ? committedDocs(state) : [],
        working: workingFiles(state.published),
      }
    case 'close':
      return {
        ...closeLane(idFor(state, 'finish', 'close'), lane, input.baseBranch),
        ...(at.merged ? {} : { keepsBranch: true as const }),
      }
    default:
      throw new InvariantError(`${at.phase} wants a command`)
  }
}

/** What the commit has, or the run wrote. The report of a task that did not pass stays: people read it now. */
function committedDocs({ input, published, unstaged, result }: WorkflowState): readonly string[] {
  const made = published.filter((name) => isInDocs(name) && (name !== 'qa_report' || result === 'passed'))
  return [
    ...made.map((name) => artifactPath(name, input.docsPath)),
    ...persisted.map((name) => `${input.docsPath}${name}`).filter((path) => !unstaged.includes(path)),
  ]
}

/** Named after the slug, so that people find it. In place it is the checkout itself. */
function openMainLane(state: WorkflowState): Command {
  const { input } = state
  return {
    type: 'OpenLane',
    id: idFor(state, 'open', 'main'),
    lane: asLaneName(`workflow-${input.slug}`),
    branch: input.branch ?? `harness/${input.slug}`,
    baseBranch: input.baseBranch,
    ...(input.inPlace ? { inPlace: true as const } : {}),
  }
}

function look(state: WorkflowState): Command {
  const { input } = state
  const named = namedConventions(input)
  const files = {
    conventions: pathIn(state, 'conventions'),
    persisted_conventions: `${input.docsPath}conventions.md`,
    claude: 'CLAUDE.md',
    qa_notes: `${input.docsPath}qa_notes.md`,
    critic_findings: `${input.docsPath}critic_findings.md`,
    ...(input.adopted === null
      ? {}
      : {
          spec: pathIn(state, 'spec'),
          qa_report: pathIn(state, 'qa_report'),
          auto_fix_patch: pathIn(state, 'auto_fix_patch'),
        }),
    ...(named === null ? {} : { named_conventions: named }),
  }
  const names = Object.keys(files)
  return {
    type: 'ReadDocuments',
    id: idFor(state, 'read', 'conventions'),
    files: Object.fromEntries(Object.entries(files).map(([name, path]) => [name, [inCheckout(path)]])),
    known: Object.fromEntries(names.map((name) => [name, null])),
    branch: null,
  }
}

/** The file that an adopted session names; null if there is none, or the path validator refuses it. */
function namedConventions({ adopted }: WorkflowInput): string | null {
  const recorded = adopted?.conventions ?? null
  if (recorded === null || recorded === 'skipped') return null
  const checked = validatePath(recorded.slice('file:'.length), 'file_reference')
  return checked.ok ? checked.path : null
}

/** What agents wrote in lanes, and what the harness found itself, is put where people read it. */
function publish(state: WorkflowState, { edits, followedBy }: In<'publish'>): Command {
  return {
    type: 'EditDocuments',
    id: idFor(state, 'publish', followedBy),
    documents: Object.fromEntries(
      edits.map(({ name }) => [name, { files: [inCheckout(pathIn(state, name))], expected: null }]),
    ),
    edits: edits.map(({ name, edit }) => ({ document: name, edit })),
    branch: null,
  }
}

function laneOf({ lane }: WorkflowState): LaneAt {
  invariant(lane !== null, 'the lane is open')
  return lane
}

function workOn(state: WorkflowState, { work, seats }: In<'work'>, words: Words): Decision<Command> {
  return decideSeats(seats, {
    // In place a judge works apart: the documents and the records of the run are in the checkout.
    isApart: work === 'evaluate' && state.input.inPlace,
    idFor: (phase, subject) => idFor(state, phase, subject),
    laneFor: (seat) => sideLane(state, work, seat),
    call: (seat) => callSeat(state, work, seat),
    endOf: (seat) => seatEnd(state, seat, words),
  })
}

/** It starts from what the main lane holds. An evaluator runs the tests, so that it needs what is installed. */
const sideLane = (
  state: WorkflowState,
  work: WorkName,
  { subject }: WorkSeat,
): Omit<OpenLane, 'type' | 'id'> => ({
  lane: asLaneName(`workflow-${state.input.slug}-${subject}`),
  branch: `harness/${state.input.slug}-${subject}`,
  baseBranch: laneOf(state).branch,
  ...(work === 'evaluate' ? { copiesIgnored: { except: ownPlaces(state.input.docsPath) } } : {}),
})

/** All work on what the main lane holds, in a lane of their own too. */
function callSeat(state: WorkflowState, work: WorkName, seat: WorkSeat): Command {
  const { input } = state
  const main = laneOf(state)
  const settings = input.roles[seat.role]
  const duties = dutiesOf(seat.role)
  invariant(settings !== undefined, `the role ${seat.role} has settings`)
  const models = modelsOf(input.models, gradeFor(state, work, seat))
  return {
    ...agentCall<LineAnswer>({
      id: idFor(state, work, seat.subject),
      role: seat.role,
      duties,
      settings,
      lane: { ...main, lane: (seat.lane ?? main).lane },
      slices: slicesFor(state, work, seat),
      commitMessage: work === 'implement' ? `Implement round ${state.round}` : null,
    }),
    ...(seat.artifact === null ? {} : { artifacts: [pathIn(state, seat.artifact)] }),
    ...(work === 'implement' || seat.artifact === null ? {} : { mayWrite: [] }),
    ...(models === undefined ? {} : { models }),
  }
}

/** The proposer gets the best model if nothing else is said; the scanner of an economy run the smallest. */
function gradeFor({ modelConfig }: WorkflowState, work: WorkName, { role }: WorkSeat): Grade | null {
  if (modelConfig === null) return null
  const grade = gradeOf(modelConfig, dutiesOf(role).tier)
  if (work === 'propose') return grade ?? 'opus'
  return work === 'scan' && modelConfig.preset === 'economy' ? 'haiku' : grade
}
