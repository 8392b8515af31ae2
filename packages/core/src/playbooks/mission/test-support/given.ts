import type { RefusedEdit } from '../../../effects/edit-documents.ts'
import { asTreeHash } from '../../../kernel/ids.ts'
import { checksEnded } from '../../../test-support/outcomes.ts'
import { digest, laneOpened, reread, tell } from '../../../test-support/story.ts'
import { edited as withEdits } from '../documents/known-documents.ts'
import { mission } from '../playbook.ts'
import type { Command, Event, Outcome } from '../state/effects.ts'
import type { MissionInput } from '../state/input.ts'
import { papers } from '../state/mission-contents.ts'
import type { DocumentEdit, Escalation, FeatureStatus, PlanVerdict } from '../state/mission-document.ts'
import { plainInput } from '../state/plain-input.ts'
import { reasonsLike } from './decision-reasons.ts'
import { type Deed, type Happening, nothingToDocument, type Scene } from './happenings.ts'
import type { Shelf } from './shelf.ts'

/** Holds each edit against the shelf, as the real one does. */
function written(command: Extract<Command, { type: 'EditDocuments' }>, at: number, scene: Scene): Outcome {
  const before = scene.shelf
  const refused: RefusedEdit[] = []
  command.edits.forEach(({ edit }, index) => {
    const there = edit.type === 'feature' ? scene.shelf.features?.find(({ id }) => id === edit.id) : undefined
    if (
      edit.type === 'feature' &&
      (there === undefined || !isExpected(there.status, edit.was, edit.set.status))
    ) {
      refused.push({ edit: index, reason: 'edited', detail: `${edit.id} was edited`, problems: [] })
      return
    }
    const { facts, ...known } = scene.shelf
    const kept = facts.fired.filter((name) => edit.type !== 'plan' || !edit.forget.includes(name))
    const fired = isGranting(edit) ? [...kept, edit.name] : kept
    const identities =
      edit.type === 'promote'
        ? { ...known.memory.identities, [edit.role]: edit.lines.join('\n') }
        : known.memory.identities
    const next = withEdits(known, [edit])
    const planVerdict = verdictAfter(edit, facts.planVerdict)
    const planNotes = notesAfter(edit, facts.planNotes)
    scene.shelf = {
      ...next,
      facts: { ...facts, fired, planVerdict, planNotes },
      memory: { ...next.memory, identities },
      escalation: escalationAfter(edit, known.escalation ?? null),
    }
  })
  return edited(command, at, before, scene.shelf, refused)
}

/** What a run is told if it finds the shelf as it was `before`, and leaves it as it is `now`. */
export const edited = (
  { id, documents }: Extract<Command, { type: 'EditDocuments' }>,
  at: number,
  before: Shelf,
  now: Shelf,
  refused: readonly RefusedEdit[],
): Extract<Outcome, { type: 'DocumentsEdited' }> => ({
  type: 'DocumentsEdited',
  at,
  commandId: id,
  digests: Object.fromEntries(
    papers.flatMap((name) => {
      const expected = documents[name]?.expected
      const digest = digestIn(before, name) === expected ? digestIn(now, name) : null
      return digest === expected ? [] : [[name, digest]]
    }),
  ),
  written: [],
  refused,
})

const digestIn = (shelf: Shelf, name: (typeof papers)[number]): string =>
  digest(name === 'checkpoints' ? shelf.facts.fired : shelf[name])

const isGranting = (edit: DocumentEdit): edit is Extract<DocumentEdit, { type: 'checkpoint-answered' }> =>
  edit.type === 'checkpoint-answered' && edit.decision === 'granted'

const verdictAfter = (edit: DocumentEdit, before: PlanVerdict | null): PlanVerdict | null =>
  edit.type === 'plan-review' ? edit.verdict : edit.type === 'plan' ? null : before

const notesAfter = (edit: DocumentEdit, before: readonly string[]): readonly string[] =>
  edit.type === 'plan-review' ? edit.notes : edit.type === 'plan' ? [] : before

const escalationAfter = (edit: DocumentEdit, before: Escalation | null): Escalation | null =>
  edit.type === 'escalation' ? edit.escalation : edit.type === 'escalation-settled' ? null : before

const isExpected = (status: FeatureStatus, was: FeatureStatus, set: FeatureStatus | undefined): boolean =>
  status === was || status === set

/** What goes without saying; null if it has to be said. */
function byItself(command: Command, at: number, scene: Scene): Outcome | null {
  const about = { at, commandId: command.id }
  switch (command.type) {
    case 'ReadDocuments': {
      const { planVerdict: verdict, planNotes: notes, fired } = scene.shelf.facts
      return {
        ...about,
        type: 'DocumentsRead',
        documents: {
          spec: reread(scene.shelf.spec, command.known.spec),
          features: reread(scene.shelf.features, command.known.features),
          contract: reread(scene.shelf.contract, command.known.contract),
          memory: reread(scene.shelf.memory, command.known.memory),
          review: reread(verdict === null ? null : { verdict, notes }, null),
          checkpoints: reread(fired, null),
        },
      }
    }
    case 'LookAtBase': {
      const { unmerged = scene.state.unmerged, hooks } = scene.shelf.facts
      return { ...about, type: 'BaseLooked', unmerged, hooks }
    }
    case 'EditDocuments':
      return written(command, at, scene)
    case 'OpenLane':
      return laneOpened(command, at, scene)
    case 'SyncLane': {
      const { startCommit, baseCommit } = command
      return {
        ...about,
        type: 'LaneSynced',
        baseCommit,
        commit: startCommit,
        tree: asTreeHash(`tree-${startCommit}`),
      }
    }
    case 'RunChecks':
      return checksEnded(command, at, 0, null)
    case 'CaptureUi':
      return {
        ...about,
        type: 'UiCaptured',
        screens: command.routes.map((route) => ({
          route,
          viewport: '390x844',
          file: '/a.png',
          complaints: [],
        })),
      }
    // Nothing is shown ahead unless it is said.
    case 'MergeAhead':
      return { ...about, type: 'MergedAhead', trial: null }
    case 'MergeLane':
      return {
        ...about,
        type: 'LaneMerged',
        commit: command.commit,
        tree: command.tree,
        evidence: [],
        size: null,
        by: 'harness',
      }
    case 'OpenPull':
      return { ...about, type: 'PullOpened', number: 1, url: 'https://example.org/1', created: true }
    case 'AwaitCi':
      return { ...about, type: 'CiReported', state: 'passed', jobs: [] }
    case 'CloseLane':
      return { ...about, type: 'LaneClosed', kept: null }
    case 'RunHook':
      return { ...about, type: 'HookRan', problem: null }
    case 'Notify':
      return { ...about, type: 'Notified', problem: null }
    case 'RunAgent':
      return command.role === 'documenter' ? (nothingToDocument.make(command, at, scene) as Outcome) : null
    default:
      return null
  }
}

export function given(
  shelf: Shelf,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<MissionInput> = {},
  hear: (event: Event) => void = () => {},
  confined = false,
) {
  const begun = { ...plainInput, ...told }
  const scene: Scene = { state: mission.initialState(begun), shelf, log: [], commits: 0 }
  const listening = (event: Event): void => {
    isKnown(event)
    hear(event)
  }
  const story = tell(
    { playbook: mission, input: begun, scene, byItself, hear: listening, confined },
    happenings,
  )
  return {
    ...story,
    feature: (id: string) => story.shelf.features?.find((one) => one.id === id),
    claim: (id: string) => story.shelf.contract?.find((one) => one.id === id),
    gate: () => {
      const command = story.command('AskHuman')
      if (command.type !== 'AskHuman') throw new Error('no gate')
      return command.gate
    },
  }
}

/** A run whose agents and programs reach no document. */
export const givenConfined = (
  shelf: Shelf,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<MissionInput> = {},
) => given(shelf, happenings, told, undefined, true)

/** What the rules decide they decide for a reason that has its place among the kinds of states. */
function isKnown(event: Event): void {
  if (event.type !== 'CommandIssued' || event.command.type !== 'EditDocuments') return
  const { decision } = event.command
  if (decision?.by !== 'rules' || reasonsLike(decision.reason).length === 1) return
  throw new Error(`a reason that is not told apart in decision-reasons.ts: ${decision.reason}`)
}

/** Every decision of a story, as it was journaled: `NEXT_WORKER F-001: reason`. */
export function decisionsIn(
  shelf: Shelf,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<MissionInput> = {},
): readonly string[] {
  const decisions: string[] = []
  given(shelf, happenings, told, (event) => {
    if (event.type !== 'CommandIssued' || event.command.type !== 'EditDocuments') return
    const { decision } = event.command
    if (decision === null) return
    decisions.push(
      `${[decision.decision, decision.subject].filter((part) => part !== null).join(' ')}: ${decision.reason}`,
    )
  })
  return decisions
}
