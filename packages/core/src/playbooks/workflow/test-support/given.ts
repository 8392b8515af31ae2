/**
 * Test support: the story of a workflow. What the story does not tell goes well by itself: agents write what they are to
 * write, checks pass. People answer only what the story says.
 */
import { expect } from 'vitest'
import type { AgentErrorKind } from '../../../kernel/agent.ts'
import { renderEnvelope } from '../../../kernel/envelope.ts'
import { objectionTo } from '../../../kernel/gate-answer.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, subjectIn } from '../../../kernel/ids.ts'
import { spending } from '../../../test-support/outcomes.ts'
import type { FirstLine, LineAnswer } from '../../../work/first-line.ts'
import { presets } from '../../../work/model-presets.ts'
import type { AgentFinished, Command, Event, Outcome, RunAgent } from '../effects.ts'
import { workflowIdentity } from '../identity.ts'
import type { WorkflowInput } from '../input.ts'
import { workflowPlaybook } from '../playbook.ts'
import type { WorkflowState } from '../state.ts'
import { plainVoice } from './plain-voice.ts'

export const playbook = workflowPlaybook(plainVoice)

const limits = { wallMs: 1, idleMs: 1, maxTurns: 1 }

export const plainInput: WorkflowInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  checkout: '/repo',
  task: 'Add a sum',
  slug: 'sum',
  docsPath: 'docs/harness/sum/',
  branch: 'harness/sum',
  repoName: 'repo',
  hasGit: true,
  inPlace: false,
  merge: false,
  userLang: 'en',
  lang: 'typescript',
  commands: { build: 'npm run build', test: 'npm test', lint: 'npm run lint', typeCheck: 'npx tsc' },
  checkTimeoutMs: 1_000,
  scope: null,
  maxFiles: 20,
  maxRounds: 3,
  todoBlocking: false,
  mode: 'single',
  modelConfig: presets.default,
  verifier: 'haiku',
  conventions: 'skip',
  models: { claude: { opus: 'big', sonnet: 'middle', haiku: 'small' } },
  roles: Object.fromEntries(workflowIdentity.roles.map(({ role, tier }) => [role, { tier, limits }])),
  draft: null,
  until: null,
  flags: { verifierModel: null, outputDir: null },
  createdAt: 1,
  adopted: null,
}

/** The disk, and how far the story has come. */
interface Scene {
  state: WorkflowState
  /** The checkout, by path. */
  readonly files: Map<string, string>
  /** Every command that was ever wanted, in order. */
  readonly log: string[]
  /** Everything that an agent was ever asked. */
  readonly calls: RunAgent[]
  /** Every state that the run was in. */
  readonly states: WorkflowState[]
  commits: number
}

/** Ends a command that it claims. */
interface Happening {
  readonly claims: (command: Command) => boolean
  readonly make: (command: Command, at: number, scene: Scene) => Event
}
/** Happens to the run or the checkout, once all that goes by itself has happened. */
interface Deed {
  readonly event?: (at: number) => Event
  readonly edit?: (files: Map<string, string>) => void
  /** Before which command it happens. */
  readonly before?: (command: Command) => boolean
}
type Told = Happening | Deed

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>

export const ending = <Type extends Command['type']>(
  type: Type,
  make: (command: Of<Type>, at: number, scene: Scene) => Outcome,
  test: (command: Of<Type>) => boolean = () => true,
): Happening => ({
  claims: (command) => command.type === type && test(command as Of<Type>),
  make: (command, at, scene) => make(command as Of<Type>, at, scene),
})

/** A person answers the gate of this name. */
export const answers = (gate: string, choice: string, reason = ''): Happening =>
  ending(
    'AskHuman',
    ({ id, gate: asked }, at) => {
      const answer = { choice, reason, by: 'ana', ...(asked.digest === null ? {} : { digest: asked.digest }) }
      expect(objectionTo(asked, answer)).toBeNull()
      return { type: 'GateAnswered', at, commandId: id, answer }
    },
    (command) => command.gate.name === gate,
  )

const isCall = (role: string) => (command: RunAgent) =>
  command.role === `workflow/${role}` || subjectIn(command.id) === role

/** The agent of this role, or of this subject, answers so. */
export const says = (
  role: string,
  more: Partial<AgentFinished> & { readonly line?: string; readonly wrote?: string | null },
): Happening =>
  ending(
    'RunAgent',
    (command, at, scene) => {
      const { line, wrote, ...rest } = more
      const done = finished(command, at, scene)
      const [path = ''] = command.artifacts ?? []
      return {
        ...done,
        ...(line === undefined ? {} : { answer: answerOf(line) }),
        ...(wrote === undefined ? {} : { artifacts: wrote === null ? {} : { [path]: wrote } }),
        ...rest,
      }
    },
    isCall(role),
  )

export const fails = (role: string, kind: AgentErrorKind, resetsAt?: number): Happening =>
  ending(
    'RunAgent',
    ({ id, role: name }, at) => ({
      type: 'AgentFailed',
      at,
      commandId: id,
      role: name,
      error: { kind, message: 'it failed', ...(resetsAt === undefined ? {} : { resetsAt }) },
      spending: spending(),
    }),
    isCall(role),
  )

/** These checks fail; the others pass. */
export const checks = (...failing: readonly string[]): Happening =>
  ending(
    'RunChecks',
    (command, at) => checked(command, at, failing),
    ({ checks: all }) => failing.length === 0 || all.some(({ name }) => failing.includes(name)),
  )

export const measures = (...paths: readonly string[]): Happening =>
  ending('MeasureChange', ({ id }, at) => ({
    type: 'ChangeMeasured',
    at,
    commandId: id,
    files: paths.map((path) => ({ path, added: 1, removed: 0, how: 'modified' as const })),
  }))

/** The next evaluation says this. */
export const evaluates = (line: string, verdict = line.startsWith('PASS') ? 'PASS' : 'FAIL'): Happening =>
  says('evaluator', { line, wrote: `## QA Report\n### Verdict: ${verdict}\n` })

export const resumes = (until: string | null = null): Deed => ({
  event: (at) => ({ type: 'RunResumed', at, until }),
})
export const edits = (path: string, text: string | null, before?: Deed['before']): Deed => ({
  edit: (files) => void (text === null ? files.delete(path) : files.set(path, text)),
  ...(before === undefined ? {} : { before }),
})

export const patchText = (path = 'src/sum.ts'): string =>
  `**Confidence**: High\n\n\`\`\`diff\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n\`\`\`\n`

/** The first line as its contract reads it. */
function answerOf(line: string): LineAnswer {
  const verdict = /^(PASS|FAIL L2|FAIL L3|FAIL) — (.*)$/.exec(line)
  const patch = /^auto_fix_patch written — confidence: (High|Medium|Low|Unknown) — (.*)$/.exec(line)
  const parsed: FirstLine | null =
    verdict !== null
      ? { type: 'verdict', verdict: verdict[1] as 'PASS', summary: verdict[2] ?? '' }
      : patch !== null
        ? { type: 'written', what: 'patch', confidence: patch[1] as 'High', summary: patch[2] ?? '' }
        : / (written|generated|changed) — /.test(line)
          ? { type: 'written', what: 'spec', criteria: null, edgeCases: null }
          : null
  return { kind: 'line', line, parsed }
}

const lineOf = (role: string): string => {
  if (role === 'workflow/evaluator' || role === 'workflow/verifier') return 'PASS — all good'
  if (role === 'workflow/auto-fix-proposer') return 'auto_fix_patch written — confidence: High — a typo'
  return `${role} written — it`
}

const textOf = ({ role, id }: RunAgent): string => {
  if (role === 'workflow/evaluator') return '## QA Report\n### Verdict: PASS\n'
  if (role === 'workflow/auto-fix-proposer') return patchText()
  return `<${id.split('/').slice(1).join('/')}>`
}

function finished(command: RunAgent, at: number, scene: Scene): AgentFinished {
  const isWriter = command.commitMessage !== null
  if (isWriter) scene.commits++
  return {
    type: 'AgentFinished',
    at,
    commandId: command.id,
    role: command.role,
    text: `${lineOf(command.role)}\nWords of the ${command.role}.`,
    contract: command.contract,
    answer: answerOf(lineOf(command.role)),
    spending: spending(),
    providerSession: null,
    commit: isWriter ? asCommitHash(`commit-${scene.commits}`) : command.startCommit,
    tree: asTreeHash(isWriter ? `tree-${scene.commits}` : 'tree'),
    changedFiles: isWriter ? ['src/sum.ts'] : [],
    violation: null,
    artifacts: Object.fromEntries((command.artifacts ?? []).map((path) => [path, textOf(command)])),
  }
}

const checked = (command: Of<'RunChecks'>, at: number, failing: readonly string[]): Outcome => ({
  type: 'ChecksFinished',
  at,
  commandId: command.id,
  tree: command.tree,
  evidence: command.checks.map(({ name, run }) => ({
    check: name,
    run,
    tree: command.tree,
    exitCode: failing.includes(name) ? 1 : 0,
    problem: null,
    outputDigest: '',
    outputTail: failing.includes(name) ? `${name} broke at src/sum.ts:3` : 'ok',
    durationMs: 1,
    claims: [],
  })),
})

const pathOf = ({ documents }: Of<'EditDocuments'>, name: string): string =>
  documents[name]?.files[0]?.path ?? ''

/** What goes without saying; null if a person has to act. */
function byItself(command: Command, at: number, scene: Scene): Outcome | null {
  const base = { at, commandId: command.id }
  switch (command.type) {
    case 'AskHuman':
      return null
    case 'OpenLane': {
      const { lane, branch } = command
      const [commit, tree] = [asCommitHash('base'), asTreeHash('tree-base')]
      return { ...base, type: 'LaneOpened', lane, path: '/lane', branch, baseCommit: commit, commit, tree }
    }
    case 'CloseLane':
      return { ...base, type: 'LaneClosed', kept: null }
    case 'RunAgent':
      return finished(command, at, scene)
    case 'WakeAt':
      return { ...base, at: command.at, type: 'TimerFired' }
    case 'ReadDocuments': {
      const documents = Object.entries(command.files).map(([name, [file]]) => {
        const content = scene.files.get(file?.path ?? '') ?? null
        const digest = content ?? ''
        return [name, { digest, changed: digest === command.known[name] ? null : { content } }] as const
      })
      return { ...base, type: 'DocumentsRead', documents: Object.fromEntries(documents) as never }
    }
    case 'EditDocuments': {
      const refused = command.edits.flatMap(({ document, edit }, index) => {
        const there = scene.files.get(pathOf(command, document)) ?? null
        const isAnother =
          edit.kind === 'text' && edit.replaces !== undefined && there !== null && there !== edit.replaces
        return isAnother ? [{ edit: index, reason: 'edited' as const, detail: '', problems: [] }] : []
      })
      if (refused.length > 0) return { ...base, type: 'DocumentsEdited', digests: {}, written: [], refused }
      const digests = command.edits.map(({ document, edit }) => {
        const path = pathOf(command, document)
        const text = edit.kind === 'text' ? edit.text : JSON.stringify(edit)
        scene.files.set(path, text)
        return [document, text] as const
      })
      return {
        ...base,
        type: 'DocumentsEdited',
        digests: Object.fromEntries(digests),
        written: [],
        refused: [],
      }
    }
    case 'MeasureChange':
      return {
        ...base,
        type: 'ChangeMeasured',
        files: [{ path: 'src/sum.ts', added: 3, removed: 1, how: 'modified' }],
      }
    case 'RunChecks':
      return checked(command, at, [])
    case 'ScanFiles':
      return { ...base, type: 'FilesScanned', count: 0, marks: [] }
    case 'ApplyPatch': {
      const [commit, tree] = [asCommitHash('patched'), asTreeHash('tree-patched')]
      return { ...base, type: 'PatchApplied', commit, tree, changedFiles: ['src/sum.ts'] }
    }
    case 'CommitChange':
      return {
        ...base,
        type: 'ChangeCommitted',
        commit: asCommitHash('final'),
        tree: asTreeHash('tree-final'),
        unstaged: [],
      }
    case 'MergeLane': {
      const [commit, tree] = [asCommitHash('merged'), asTreeHash('tree-merged')]
      return { ...base, type: 'LaneMerged', commit, tree, evidence: [], size: null, by: 'harness' }
    }
    case 'CleanUp':
      return { ...base, type: 'CleanedUp', removed: command.working }
  }
}

const mostTurns = 500

export function given(more: Partial<WorkflowInput>, ...story: readonly Told[]) {
  const input = { ...plainInput, ...more }
  const scene: Scene = {
    state: playbook.initialState(input),
    files: new Map(),
    log: [],
    calls: [],
    states: [],
    commits: 0,
  }
  let at = 1_000
  const wanted = (): readonly Command[] => {
    const decision = playbook.decide(scene.state)
    return decision.type === 'end' ? [] : decision.commands
  }
  const issue = (): void => {
    for (const command of wanted()) {
      const line = shown(command)
      if (scene.log.includes(line)) continue
      scene.log.push(line)
      if (command.type === 'RunAgent') scene.calls.push(command)
    }
  }
  const take = (event: Event): void => {
    at = Math.max(at, event.at)
    scene.state = playbook.evolve(scene.state, event)
    scene.states.push(scene.state)
    issue()
  }
  const settle = (isWaitedFor: (command: Command) => boolean): void => {
    for (let turn = 0; turn < mostTurns; turn++) {
      if (wanted().some(isWaitedFor)) return
      const next = wanted()
        .map((command) => byItself(command, at, scene))
        .find((event) => event !== null)
      if (next == null) return
      take(next)
    }
    throw new Error(`it goes on by itself for ever: ${scene.log.slice(-9).join(', ')}`)
  }
  issue()
  for (const told of story) {
    at += 1_000
    if (!('claims' in told)) {
      settle(told.before ?? (() => false))
      told.edit?.(scene.files)
      if (told.event !== undefined) take(told.event(at))
      continue
    }
    settle(told.claims)
    const command = wanted().find(told.claims)
    if (command === undefined) throw new Error(`it is not wanted; but: ${wanted().map(shown).join(', ')}`)
    take(told.make(command, at, scene))
  }
  const settled = { ...scene, wanted, at: () => scene.state.at }
  return {
    ...settled,
    /** Nothing more is told: all goes on by itself until a person has to act. */
    rest() {
      settle(() => false)
      return this
    },
    state: () => scene.state,
    wants: (...expected: readonly string[]) => expect(wanted().map(shown)).toEqual(expected),
    /** The gate that the run waits at, with its choices: `verify: continue, stop`. */
    asks() {
      const [command] = wanted()
      if (command?.type !== 'AskHuman') throw new Error(`asks nothing: ${wanted().map(shown).join(', ')}`)
      return `${command.gate.name}: ${command.gate.choices.map(({ name }) => name).join(', ')}`
    },
    /** What the gate says first. */
    question() {
      const [command] = wanted()
      return command?.type === 'AskHuman' ? command.gate.question : null
    },
    call(role: string): RunAgent {
      const found = scene.calls.findLast(isCall(role))
      if (found === undefined) throw new Error(`never called: ${role}`)
      return found
    },
    envelope(role: string): string {
      return renderEnvelope(this.call(role).slices)
    },
    ends() {
      const decision = playbook.decide(scene.state)
      if (decision.type !== 'end') throw new Error(`still wants ${wanted().map(shown).join(', ')}`)
      return decision.end
    },
    said: () => scene.state.said.map(keyOf),
    /** What was ever wanted, without the numbers of attempts. */
    order: () => scene.log.map((line) => line.replace(/\/\d+$/, '')),
  }
}

const keyOf = (message: WorkflowState['said'][number]): string =>
  'key' in message ? message.key : message.text

/** `architect proposals/architect/1`, `RunChecks verify/build/1`. */
const shown = (command: Command): string => {
  const id = command.id.split('/').slice(1).join('/')
  return `${command.type === 'RunAgent' ? command.role.replace('workflow/', '') : command.type} ${id}`
}

export const laneNamed = (subject: string) => asLaneName(`workflow-sum-${subject}`)
