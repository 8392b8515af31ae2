/** Test support: what goes without saying in a story. Agents do what they are asked for, checks pass, git works. */
import { asCommitHash, asTreeHash, type CommitHash, type TreeHash } from '../../../kernel/ids.ts'
import { checksEnded, spending } from '../../../test-support/outcomes.ts'
import type { Answer } from '../answers.ts'
import type { PhaseWishes } from '../documents.ts'
import type { AgentFinished, Command, Edit, Outcome, RunAgent } from '../effects.ts'
import type { AutopilotInput } from '../input.ts'
import { planIn } from './plain-plan.ts'

/** What is outside the run. */
export interface World {
  readonly input: AutopilotInput
  /** The checkout, by path. A text is its own digest. */
  readonly files: Map<string, string>
  /** What a planner writes if the story does not say it. */
  planned: string
  readonly trees: Map<CommitHash, TreeHash>
}

export type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>
export type End = Pick<Outcome, 'at' | 'commandId'>

/** `commit-1`, `commit-2`: in the order in which they are made. */
export function commitNext({ trees }: World, tree?: TreeHash): { commit: CommitHash; tree: TreeHash } {
  const commit = asCommitHash(`commit-${trees.size}`)
  const made = { commit, tree: tree ?? asTreeHash(`tree-${trees.size}`) }
  trees.set(commit, made.tree)
  return made
}

/** Null if a person has to act. */
const ends: {
  readonly [Type in Command['type']]: (command: Of<Type>, end: End, world: World) => Outcome | null
} = {
  AskHuman: () => null,
  OpenLane({ lane, branch }, end, world) {
    const [commit, tree] = [asCommitHash('base'), asTreeHash('tree-base')]
    world.trees.set(commit, tree)
    return { ...end, type: 'LaneOpened', lane, path: '/lane', branch, baseCommit: commit, commit, tree }
  },
  CloseLane: (_command, end) => ({ ...end, type: 'LaneClosed', kept: null }),
  LookForPlan({ recorded }, end, { files }) {
    const paths = (recorded?.split(',') ?? []).filter((path) => files.has(path))
    return {
      ...end,
      type: 'PlanLookedFor',
      paths,
      from: paths.length === 0 ? null : 'recorded',
      concerns: [],
    }
  },
  RunAgent: (command, end, world) => finished(command, end, world),
  RunChecks: (command, { at }) => checksEnded(command, at, 0, null),
  ValidateSession: (_command, end) => ({ ...end, type: 'SessionValidated', problems: [] }),
  CommitLane({ commit, takesFiles }, end, world) {
    const made = commitNext(world, takesFiles ? undefined : world.trees.get(commit))
    return { ...end, ...made, type: 'LaneCommitted', changedFiles: takesFiles ? ['src/by-hand.js'] : [] }
  },
  ReadDocuments({ files, known }, end, world) {
    const documents = Object.entries(files).map(([name, parts]) => {
      const texts = parts.map(({ path }) => world.files.get(path))
      const text = texts.includes(undefined) ? null : texts.join('\n')
      const digest = text ?? 'none'
      const changed =
        digest === known[name as keyof typeof known] ? null : { content: content(name, text, world) }
      return [name, { digest, changed }] as const
    })
    return { ...end, type: 'DocumentsRead', documents: Object.fromEntries(documents) as never }
  },
  EditDocuments({ documents, edits }, end, { files }) {
    const digests: Record<string, string> = {}
    for (const [index, { document, edit }] of edits.entries()) {
      const path = documents[document]?.files[0]?.path ?? ''
      const there = files.get(path) ?? null
      if ('replaces' in edit && there !== null && there !== edit.replaces && there !== edit.text) {
        const refused = { edit: index, reason: 'taken' as const, detail: `${path} is taken`, problems: [] }
        return { ...end, type: 'DocumentsEdited', digests: {}, written: [], refused: [refused] }
      }
      files.set(path, edited(edit, there ?? ''))
      digests[document] = path
    }
    return { ...end, type: 'DocumentsEdited', digests, written: [], refused: [] }
  },
  MergeLane: ({ tree }, end) => ({
    ...end,
    type: 'LaneMerged',
    commit: asCommitHash('merged'),
    tree,
    evidence: [],
    size: null,
    by: 'harness',
  }),
  OpenPull: (_command, end) => ({
    ...end,
    type: 'PullOpened',
    number: 7,
    url: 'https://forge.test/7',
    created: true,
  }),
  WakeAt: ({ at }, end) => ({ ...end, at, type: 'TimerFired' }),
}

export const byItself = (command: Command, at: number, world: World): Outcome | null =>
  (ends[command.type] as (command: Command, end: End, world: World) => Outcome | null)(
    command,
    { at, commandId: command.id },
    world,
  )

function content(name: string, text: string | null, { input }: World): unknown {
  if (name === 'spec') return text === null ? input.spec : { ...input.spec, text }
  if (text === null) return null
  if (name === 'plan') return planIn(text)
  return name === 'wishes' ? (JSON.parse(text) as PhaseWishes) : text
}

function edited(edit: Edit, there: string): string {
  if ('text' in edit) return edit.text
  return 'spec' in edit ? `${edit.spec} is ${edit.status}` : `${there}${JSON.stringify(edit)}\n`
}

const answerTo = ({ contract, slices }: RunAgent): Answer => {
  switch (contract) {
    case 'autopilot-plan':
      return { kind: 'plan', summary: 'planned', concerns: [], decisions: [] }
    case 'autopilot-task':
      return { ...done }
    case 'autopilot-verification': {
      const shown = slices.find(({ label }) => label === 'Observable truths')?.text ?? ''
      const truths = [...shown.matchAll(/^- (.*)$/gm)].map(([, truth = '']) => truth)
      return {
        kind: 'verification',
        passed: true,
        truths: truths.map((truth) => ({ truth, holds: true, evidence: '"ok"' })),
        failures: [],
      }
    }
    case 'autopilot-review':
      return { kind: 'findings', findings: [], notes: [] }
    default:
      return { kind: 'outcome', verdict: 'SATISFIED', confidence: 'high', reasons: ['It says "3 matches".'] }
  }
}

export const done = {
  kind: 'task',
  status: 'done',
  summary: 'did it',
  problem: null,
  concerns: [],
  decisions: [],
  learnings: [],
} as const satisfies Answer

/** A role that writes code makes a commit. */
export function finished(command: RunAgent, end: End, world: World): AgentFinished {
  const { role, contract, artifacts = [], commitMessage, startCommit } = command
  const isWriter = commitMessage !== null
  const there = { commit: startCommit, tree: world.trees.get(startCommit) ?? asTreeHash('none') }
  return {
    ...end,
    type: 'AgentFinished',
    role,
    text: '',
    contract,
    answer: answerTo(command),
    spending: spending(),
    providerSession: null,
    ...(isWriter ? commitNext(world) : there),
    changedFiles: isWriter ? ['src/walk.js'] : [],
    violation: null,
    artifacts: Object.fromEntries(
      role === 'autopilot/planner' ? artifacts.map((path) => [path, world.planned]) : [],
    ),
  }
}
