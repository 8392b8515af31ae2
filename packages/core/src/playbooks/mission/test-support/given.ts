/**
 * Test support: a mission told by what agents, checks and people came to. What goes without saying (documents are read
 * and written, lanes opened, brought up to date and closed, checks pass, merges go through, hooks run) happens by itself
 * unless the story says otherwise.
 */
import { expect } from 'vitest'
import type { AgentErrorKind } from '../../../agent.ts'
import type { Command } from '../../../command.ts'
import type { AgentOutput, Event, Outcome, Validation } from '../../../event.ts'
import { asCommitHash, asRunId, asTreeHash } from '../../../ids.ts'
import type {
  ClaimStatus,
  ContractEntry,
  DocumentEdit,
  Escalation,
  Feature,
  FeatureStatus,
  MissionFacts,
  MissionMemory,
  PlanVerdict,
} from '../../../mission-document.ts'
import { checksEnded, spending } from '../../../test-support/outcomes.ts'
import { edited } from '../documents.ts'
import { type MissionInput, missionDuties, missionRoles } from '../input.ts'
import { mission } from '../playbook.ts'
import type { MissionState } from '../state.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

export const input: MissionInput = {
  runId: asRunId('20261116-120000'),
  specPath: 'SPEC.md',
  baseBranch: 'main',
  checks: [{ name: 'test', run: 'npm test', timeoutMs: 60_000, claims: [] }],
  roles: Object.fromEntries(
    missionRoles.map((role) => [role, { tier: missionDuties[role].tier, limits }]),
  ) as unknown as MissionInput['roles'],
  promptOverrides: {},
  orchestrator: 'rules',
  maxIterations: 200,
  attempts: { architectAt: 3, escalateAt: 5 },
  caps: { usd: null, tokens: null, warnAt: 0.8 },
  isolation: { onPass: 'merge', useWorktrees: true, lanes: 1 },
  planReviewer: true,
  crosscheck: false,
  uiQa: null,
  smoke: null,
  checkpoints: [],
  hooks: false,
  notify: false,
  retention: { snapshots: 50, logs: 500 },
}

export const feature = (id: string, more: Partial<Feature> = {}): Feature => ({
  id,
  title: `Title of ${id}`,
  summary: `Summary of ${id}`,
  description: '',
  claims: [claimOf(id)],
  dependsOn: [],
  status: 'todo',
  attempts: 0,
  issues: [],
  notes: '',
  fixes: null,
  sourceIssueId: null,
  ...more,
})

/** `F-001` claims `VAL-F-001`, `F-FIX-001` claims `VAL-FIX-001`. */
export const claimOf = (id: string): string => (id.startsWith('F-FIX-') ? `VAL-${id.slice(2)}` : `VAL-${id}`)

export const entry = (id: string, more: Partial<ContractEntry> = {}): ContractEntry => ({
  id,
  assertion: `${id} holds`,
  verify: 'Look.',
  evidence: '',
  status: 'TODO',
  rulings: [],
  ...more,
})

/** What lies on the disk. */
export interface Shelf {
  readonly spec: string
  readonly features: readonly Feature[] | null
  readonly contract: readonly ContractEntry[] | null
  readonly memory: MissionMemory
  readonly facts: MissionFacts
  /** `escalation.md`. */
  readonly escalation?: Escalation | null
}

const nothing: Shelf = {
  spec: 'Build it.',
  features: null,
  contract: null,
  memory: { summary: '', long: '', identities: {} },
  facts: { planVerdict: null, fired: [], hooks: [] },
}

export const unplanned = (more: Partial<Shelf> = {}): Shelf => ({ ...nothing, ...more })

/** A plan that is there already, and reviewed; `F-002 < F-001` depends on it. */
export const planned = (...features: readonly (string | Feature)[]): Shelf => {
  const list = features.map((one) => {
    if (typeof one !== 'string') return one
    const [id = '', ...dependsOn] = one.split(/ < |, /)
    return feature(id, { dependsOn })
  })
  return {
    ...nothing,
    features: list,
    contract: list.flatMap(({ claims }) => claims).map((id) => entry(id)),
    facts: { ...nothing.facts, planVerdict: 'accept' },
  }
}

interface Scene {
  state: MissionState
  shelf: Shelf
  readonly log: string[]
  commits: number
}

interface Happening {
  readonly claims: (command: Command) => boolean
  readonly make: (command: Command, at: number, scene: Scene) => Outcome
}

const isFor = (command: Command, subject: string | null): boolean =>
  subject === null || command.id.split('/')[2] === subject

const ending = <Type extends Command['type']>(
  type: Type,
  subject: string | null,
  make: (command: Extract<Command, { type: Type }>, at: number, scene: Scene) => Outcome,
  test: (command: Extract<Command, { type: Type }>) => boolean = () => true,
): Happening => ({
  claims: (command) =>
    command.type === type && isFor(command, subject) && test(command as Extract<Command, { type: Type }>),
  make: (command, at, scene) => make(command as Extract<Command, { type: Type }>, at, scene),
})

interface Answer {
  readonly text?: string
  readonly output?: AgentOutput
  readonly files?: readonly string[]
  readonly violation?: readonly string[]
  readonly usd?: number | null
  readonly tokens?: number
  readonly suspicious?: string
}

/** The agent of this role answers; of several, the one about the subject. */
export const answers = (role: string, subject: string | null, answer: Answer): Happening =>
  ending(
    'RunAgent',
    subject,
    (command, at, scene) => {
      const files = answer.files ?? []
      const commit = files.length === 0 ? command.startCommit : asCommitHash(`commit-${++scene.commits}`)
      const cost = spending(answer.tokens ?? 100)
      return {
        type: 'AgentFinished',
        at,
        commandId: command.id,
        role: command.role,
        text: answer.text ?? 'It is done.',
        output: answer.output ?? { kind: 'text' },
        spending: { ...cost, usd: answer.usd === undefined ? cost.usd : answer.usd },
        providerSession: null,
        commit,
        tree: asTreeHash(`tree-${commit}`),
        changedFiles: files,
        violation: answer.violation === undefined ? null : { files: answer.violation, patch: 'aside.patch' },
        ...(answer.suspicious === undefined
          ? {}
          : { suspicions: [{ kind: 'test-removed', file: answer.suspicious, detail: 'gone' }] }),
      }
    },
    (command) => command.role === role,
  )

export const plans = (shelf: Shelf): Happening =>
  answers('mission-planner', null, {
    output: { kind: 'mission-plan', contract: shelf.contract ?? [], features: shelf.features ?? [] },
  })
export const reviewsPlan = (verdict: PlanVerdict, ...notes: readonly string[]): Happening =>
  answers('plan-reviewer', null, { output: { kind: 'plan-review', verdict, notes } })
export const works = (
  id: string,
  more: Answer & { readonly tricks?: readonly string[]; readonly ambiguity?: string } = {},
): Happening =>
  answers('worker', id, {
    files: ['src/a.ts'],
    ...more,
    output: {
      kind: 'mission-work',
      summary: more.text ?? 'It is done.',
      tricks: more.tricks ?? [],
      ambiguity: more.ambiguity ?? null,
    },
  })
type Issues = Validation['issues']
const validation = (
  role: string,
  id: string,
  status: Exclude<ClaimStatus, 'TODO'>,
  more: { readonly evidence?: string; readonly issues?: Issues; readonly ambiguity?: string } & Answer = {},
): Happening =>
  answers(role, id, {
    ...more,
    output: {
      kind: 'validation',
      claims: [{ id: claimOf(id), status, evidence: more.evidence ?? `it says "${status}"` }],
      issues: more.issues ?? [],
      ambiguity: more.ambiguity ?? null,
    },
  })
export const passes = (id: string, more: Parameters<typeof validation>[3] = {}): Happening =>
  validation('validator', id, 'PASS', more)
export const refutes = (id: string, more: Parameters<typeof validation>[3] = {}): Happening =>
  validation('validator', id, 'FAIL', more)
export const looks = (id: string, status: 'PASS' | 'FAIL', issues: Issues = []): Happening =>
  validation('ui-qa', id, status, { issues })
export const crosschecks = (id: string, status: 'PASS' | 'FAIL', issues: Issues = []): Happening =>
  validation('crosscheck', id, status, { issues })
export const rules = (
  id: string,
  ruling: Partial<Extract<AgentOutput, { kind: 'ruling' }>> = {},
): Happening =>
  answers('architect', id, {
    output: {
      kind: 'ruling',
      claim: null,
      decision: 'E-mail only.',
      reason: 'The spec.',
      question: null,
      ...ruling,
    },
  })
export const debugs = (id: string, text: string): Happening => answers('debugger', id, { text })
export const curates = (...promote: readonly string[]): Happening =>
  answers('curator', null, { output: { kind: 'curation', summary: 'Short.', memory: 'Long.', promote } })
export const decidesTo = (decision: string, subject: string | null, reason = 'It seems best.'): Happening =>
  answers('orchestrator', null, { output: { kind: 'decision', decision, subject, reason } })
export const documents = (...files: readonly string[]): Happening => answers('documenter', null, { files })
/** Nothing needs documenting; comes by itself. */
const nothingToDocument = documents()

export const prose = (role: string, subject: string | null = null): Happening =>
  ending(
    'RunAgent',
    subject,
    (command, at) => ({
      type: 'ContractBroken',
      at,
      commandId: command.id,
      role: command.role,
      contract: command.contract ?? '',
      problems: ['prose'],
      text: 'It is fine.',
      spending: spending(),
    }),
    (command) => command.role === role,
  )
export const fails = (
  role: string,
  subject: string | null,
  kind: AgentErrorKind,
  resetsAt?: number,
): Happening =>
  ending(
    'RunAgent',
    subject,
    (command, at) => ({
      type: 'AgentFailed',
      at,
      commandId: command.id,
      role: command.role,
      error: { kind, message: `it was ${kind}`, ...(resetsAt === undefined ? {} : { resetsAt }) },
      spending: spending(),
    }),
    (command) => command.role === role,
  )
export const checksFail = (id: string, claims: readonly string[] = []): Happening =>
  ending('RunChecks', id, (command, at) => {
    const event = checksEnded(command, at, 1, null)
    return { ...event, evidence: event.evidence.map((item) => ({ ...item, claims })) }
  })
export const mergeRefused = (id: string, reason: 'base-moved' | 'checkout-in-the-way'): Happening =>
  ending('MergeLane', id, (command, at) => ({
    type: 'MergeRefused',
    at,
    commandId: command.id,
    reason,
    detail: reason,
  }))
export const conflicts = (id: string): Happening =>
  ending('SyncLane', id, (command, at) => ({
    type: 'SyncConflicted',
    at,
    commandId: command.id,
    baseCommit: asCommitHash('base-new'),
    files: ['src/a.ts'],
    commit: asCommitHash('marked'),
    tree: asTreeHash('tree-marked'),
  }))
export const smokes = (passed: boolean): Happening =>
  ending('SmokeTest', null, (command, at) => ({
    type: 'SmokeTested',
    at,
    commandId: command.id,
    passed,
    failures: passed ? [] : ['GET / answered 500, where 200 was expected'],
    outputTail: '',
  }))
export const notCaptured = (reason: 'no-browser' | 'not-ready' | 'port-taken'): Happening =>
  ending('CaptureUi', null, (command, at) => ({
    type: 'UiNotCaptured',
    at,
    commandId: command.id,
    reason,
    detail: reason,
    next: 'mend it',
  }))
export const hookFails = (hook: string): Happening =>
  ending(
    'RunHook',
    null,
    (command, at) => ({ type: 'HookRan', at, commandId: command.id, problem: 'it ended with 1' }),
    (command) => command.hook === hook,
  )
export const cannot = (type: Command['type'], subject: string | null, code: string): Happening =>
  ending(type, subject, (command, at) => ({
    type: 'CommandFailed',
    at,
    commandId: command.id,
    code,
    detail: code,
    next: 'mend it',
  }))
export const answersGate = (
  decision: 'granted' | 'refused',
  reason = '',
  name: string | null = null,
): Happening =>
  ending(
    'AskHuman',
    null,
    (command, at) => ({
      type: 'GateAnswered',
      at,
      commandId: command.id,
      answer: { decision, reason, by: 'ada' },
    }),
    (command) => name === null || command.gate.name === name,
  )
export const timerFires: Happening = ending('WakeAt', null, (command, at) => ({
  type: 'TimerFired',
  at,
  commandId: command.id,
}))

/** A feature that is worked on and passes. */
export const done = (id: string): readonly Happening[] => [works(id), passes(id)]

/** What people do to the documents, or to the run. */
export interface Deed {
  readonly edit?: (shelf: Shelf) => Shelf
  readonly event?: (at: number, state: MissionState) => Event
  /** Everything that happens by itself happens before it. */
  readonly isLate?: true
}
/** What happens by itself has happened. */
export const meanwhile: Deed = { isLate: true }
export const edits = (edit: NonNullable<Deed['edit']>): Deed => ({ edit })
export const sets = (id: string, more: Partial<Feature>): Deed =>
  edits((shelf) => ({
    ...shelf,
    features: shelf.features?.map((one) => (one.id === id ? { ...one, ...more } : one)) ?? null,
  }))
export const removes = (id: string): Deed =>
  edits((shelf) => ({ ...shelf, features: shelf.features?.filter((one) => one.id !== id) ?? null }))
/** What the loop says when it lets go. */
export const ends: Deed = {
  event: (at, state) => {
    const decision = mission.decide(state)
    if (decision.type !== 'end') throw new Error('it has not ended')
    return { type: 'RunEnded', at, end: decision.end }
  },
}
export const resumes: Deed = { event: (at) => ({ type: 'RunResumed', at, until: null }) }

const digest = (content: unknown): string => JSON.stringify(content)
const reread = <Content>(content: Content, known: string | null) => ({
  digest: digest(content),
  changed: digest(content) === known ? null : { content },
})

/** Holds each edit against the shelf, as the real one does. */
function written(command: Extract<Command, { type: 'WriteDocuments' }>, at: number, scene: Scene): Outcome {
  const before = scene.shelf
  const refused: { edit: number; detail: string }[] = []
  command.edits.forEach((edit, index) => {
    const there = edit.type === 'feature' ? scene.shelf.features?.find(({ id }) => id === edit.id) : undefined
    if (
      edit.type === 'feature' &&
      (there === undefined || !isExpected(there.status, edit.was, edit.set.status))
    ) {
      refused.push({ edit: index, detail: `${edit.id} was edited` })
      return
    }
    const { facts, ...papers } = scene.shelf
    const kept = facts.fired.filter((name) => edit.type !== 'plan' || !edit.forget.includes(name))
    const fired = edit.type === 'checkpoint' ? [...kept, edit.checkpoint.name] : kept
    const identities =
      edit.type === 'promote'
        ? { ...papers.memory.identities, [edit.role]: edit.lines.join('\n') }
        : papers.memory.identities
    const next = edited(papers, [edit])
    const planVerdict = verdictAfter(edit, facts.planVerdict)
    scene.shelf = {
      ...next,
      facts: { ...facts, fired, planVerdict },
      memory: { ...next.memory, identities },
      escalation: escalationAfter(edit, papers.escalation ?? null),
    }
  })
  const wasKnown = (name: 'features' | 'contract'): boolean => digest(before[name]) === command.known[name]
  const told = <Content>(name: 'features' | 'contract', content: Content) => ({
    digest: digest(content),
    changed: wasKnown(name) && refused.length === 0 ? null : { content },
  })
  return {
    type: 'DocumentsWritten',
    at,
    commandId: command.id,
    features: told('features', scene.shelf.features),
    contract: told('contract', scene.shelf.contract),
    refused,
  }
}

const verdictAfter = (edit: DocumentEdit, before: PlanVerdict | null): PlanVerdict | null =>
  edit.type === 'plan-review' ? edit.verdict : edit.type === 'plan' ? null : before

const escalationAfter = (edit: DocumentEdit, before: Escalation | null): Escalation | null =>
  edit.type === 'escalation' ? edit.escalation : edit.type === 'escalation-settled' ? null : before

const isExpected = (status: FeatureStatus, was: FeatureStatus, set: FeatureStatus | undefined): boolean =>
  status === was || status === set

/** What goes without saying; null where it has to be said. */
function byItself(command: Command, at: number, scene: Scene): Outcome | null {
  const about = { at, commandId: command.id }
  switch (command.type) {
    case 'ReadMission':
      return {
        ...about,
        type: 'MissionRead',
        spec: reread(scene.shelf.spec, command.known.spec),
        features: reread(scene.shelf.features, command.known.features),
        contract: reread(scene.shelf.contract, command.known.contract),
        memory: reread(scene.shelf.memory, command.known.memory),
        facts: scene.shelf.facts,
      }
    case 'WriteDocuments':
      return written(command, at, scene)
    case 'OpenLane': {
      const commit = asCommitHash(`base-${scene.commits}`)
      return {
        ...about,
        type: 'LaneOpened',
        lane: command.lane,
        path: `/repo/${command.worktree ?? ''}`,
        branch: command.branch,
        baseCommit: commit,
        commit,
        tree: asTreeHash(`tree-${commit}`),
      }
    }
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
    case 'CloseLane':
      return { ...about, type: 'LaneClosed', kept: null }
    case 'RunHook':
      return { ...about, type: 'HookRan', problem: null }
    case 'Notify':
      return { ...about, type: 'Notified', problem: null }
    case 'RunAgent':
      return command.role === 'documenter' ? nothingToDocument.make(command, at, scene) : null
    default:
      return null
  }
}

const isDeed = (one: Happening | Deed): one is Deed => !('claims' in one)

/** 2026-11-16 12:00 UTC. */
const startsAt = 1_794_830_400_000

export function given(
  shelf: Shelf,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<MissionInput> = {},
  hear: (event: Event) => void = () => {},
) {
  const scene: Scene = {
    state: mission.initialState({ ...input, ...told }),
    shelf,
    log: [],
    commits: 0,
  }
  let at = startsAt
  const take = (event: Event): void => {
    hear(event)
    scene.state = mission.evolve(scene.state, event)
    if (event.type !== 'CommandIssued' && event.type !== 'RunEnded') issue()
  }
  /** As the loop does it: whatever is wanted and not begun is begun. */
  const issue = (): void => {
    for (const command of wanted()) {
      const [line = ''] = summary([command])
      if (scene.log.includes(line)) continue
      scene.log.push(line)
      take({ type: 'CommandIssued', at, command })
    }
  }
  const wanted = (): readonly Command[] => wantedIn(scene.state)
  const settle = (claims: (command: Command) => boolean): void => {
    for (let turn = 0; turn < 2000; turn++) {
      if (wanted().some(claims)) return
      const next = wanted()
        .map((command) => byItself(command, at, scene))
        .find((event) => event !== null)
      if (next === undefined || next === null) return
      take(next)
    }
    throw new Error('it goes on by itself for ever')
  }
  take({
    type: 'RunStarted',
    at,
    runId: input.runId,
    playbook: 'mission',
    playbookVersion: 1,
    input: told,
  })
  for (const happening of happenings) {
    at += 1000
    if (isDeed(happening)) {
      if (happening.event !== undefined || happening.isLate === true) settle(() => false)
      if (happening.edit !== undefined) scene.shelf = happening.edit(scene.shelf)
      if (happening.event !== undefined) take(happening.event(at, scene.state))
      continue
    }
    settle(happening.claims)
    const command = wanted().find(happening.claims)
    if (command === undefined)
      throw new Error(`nothing of that kind is wanted: ${summary(wanted()).join(', ')}`)
    take(happening.make(command, at, scene))
  }
  settle(() => false)
  const find = (type: Command['type'], subject: string | null = null): Command => {
    const found = wanted().find((one) => one.type === type && isFor(one, subject))
    if (found === undefined) throw new Error(`not wanted: ${type}; but ${summary(wanted()).join(', ')}`)
    return found
  }
  return {
    state: scene.state,
    shelf: scene.shelf,
    /** Every command that was ever wanted, in order. */
    log: scene.log,
    notes: scene.state.notes,
    feature: (id: string) => scene.shelf.features?.find((one) => one.id === id),
    claim: (id: string) => scene.shelf.contract?.find((one) => one.id === id),
    wants: (...expected: readonly string[]) => expect(summary(wanted())).toEqual(expected),
    command: find,
    gate: () => {
      const command = find('AskHuman')
      if (command.type !== 'AskHuman') throw new Error('no gate')
      return command.gate
    },
    labels: (subject: string | null = null) => slicesOf(wanted(), subject).map(({ label }) => label),
    envelope: (subject: string | null = null) =>
      slicesOf(wanted(), subject)
        .map(({ label, text }) => `# ${label}\n${text}`)
        .join('\n'),
    ends: () => {
      const decision = mission.decide(scene.state)
      if (decision.type !== 'end') throw new Error(`still wants ${summary(wanted()).join(', ')}`)
      return decision.end
    },
  }
}

const wantedIn = (state: MissionState): readonly Command[] => {
  const decision = mission.decide(state)
  return decision.type === 'end' ? [] : decision.commands
}

function slicesOf(commands: readonly Command[], subject: string | null) {
  const command = commands.find((one) => one.type === 'RunAgent' && isFor(one, subject))
  if (command?.type !== 'RunAgent') throw new Error(`wants no agent: ${summary(commands).join(', ')}`)
  return command.slices
}

/** `worker work/F-001/1`, `RunChecks checks/F-001/1`; a decision is told with its write. */
const summary = (commands: readonly Command[]): readonly string[] =>
  commands.map((command) => {
    const id = command.id.split('/').slice(1).join('/')
    return `${command.type === 'RunAgent' ? command.role : command.type} ${id}`
  })

/** Every decision of a story, as it was journaled: `NEXT_WORKER F-001: reason`. */
export function decisionsIn(
  shelf: Shelf,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<MissionInput> = {},
): readonly string[] {
  const decisions: string[] = []
  given(shelf, happenings, told, (event) => {
    if (event.type !== 'CommandIssued' || event.command.type !== 'WriteDocuments') return
    const { decision } = event.command
    if (decision === null) return
    decisions.push(
      `${[decision.decision, decision.subject].filter((part) => part !== null).join(' ')}: ${decision.reason}`,
    )
  })
  return decisions
}
