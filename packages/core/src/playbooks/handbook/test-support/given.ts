/**
 * Test support: a handbook's run told by what agents, checks and merges came to. What goes without saying (documents
 * are read, lanes opened and closed, changes measured, boxes ticked) happens by itself unless the story says otherwise.
 */
import { expect } from 'vitest'
import type { AgentErrorKind } from '../../../agent.ts'
import type { Command } from '../../../command.ts'
import type {
  AgentOutput,
  Event,
  FileChange,
  MergeRefused,
  Outcome,
  Suspicion,
  TickRefused,
} from '../../../event.ts'
import type { Finding } from '../../../finding.ts'
import {
  closeId,
  type Handbook,
  type HandbookDocuments,
  type HandbookPhase,
  type HandbookPrompt,
} from '../../../handbook-document.ts'
import { asCommitHash, asRunId, asTreeHash, type CommandId } from '../../../ids.ts'
import { checksEnded, spending } from '../../../test-support/outcomes.ts'
import { defaultLimits, defaultVerification, type HandbookInput, type HandbookRole } from '../input.ts'
import { handbook } from '../playbook.ts'
import type { HandbookState } from '../state.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }
const roles = Object.fromEntries(
  (['prompt-worker', 'prompt-reader', 'shaper', 'brief-critic', 'phase-closer'] as const).map((role) => [
    role,
    { tier: 'executor', limits },
  ]),
) as unknown as Readonly<Record<HandbookRole, HandbookInput['roles']['shaper']>>

export const input: HandbookInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  limits: defaultLimits,
  verification: defaultVerification,
  roles,
  adopted: null,
  sidecarPath: '.impeccable-state.json',
}

export const prompt = (id: string, verb: string, more: Partial<HandbookPrompt> = {}): HandbookPrompt => ({
  id,
  phase: Number(id.split('.')[0]),
  title: `${verb} it`,
  verb,
  text: `/impeccable ${verb} the surface ${id}`,
  box: 'open',
  anchors: { paths: [], productRules: [], designRules: [] },
  budget: null,
  expectedSignal: 'allow_empty',
  success: null,
  failureModes: null,
  pairedWith: null,
  dependsOn: [],
  ...more,
})

export const phase = (number: number, more: Partial<HandbookPhase> = {}): HandbookPhase => ({
  number,
  title: `Phase ${number}`,
  preamble: '',
  close: null,
  ...more,
})

export const product = {
  text: '# Product\n## Users\nCooks.\n## Anti-references\nNo streak fires.\n',
  sections: [
    { heading: 'Users', text: '## Users\nCooks.', rules: ['The Quiet Rule'] },
    { heading: 'Anti-references', text: '## Anti-references\nNo streak fires.', rules: [] },
  ],
}

export const documents = (
  prompts: readonly HandbookPrompt[],
  more: Partial<Handbook> = {},
): HandbookDocuments => ({
  handbook: {
    prompts,
    phases: [...new Set(prompts.map((one) => one.phase))].map((number) => phase(number)),
    determinismNotes: '',
    hasSkeleton: true,
    warnings: [],
    ...more,
  },
  product,
  design: null,
})

/** Where the story stands: the documents as they are on disk, and what is wanted. */
interface Scene {
  state: HandbookState
  shelf: HandbookDocuments
  readonly log: string[]
  readonly changed: Map<string, readonly FileChange[]>
  commits: number
}

/** What happens; `ends` is the command that it ends, where it ends one. */
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
): Happening => ({
  claims: (command) => command.type === type && isFor(command, subject),
  make: (command, at, scene) => make(command as Extract<Command, { type: Type }>, at, scene),
})

interface Answer {
  readonly text?: string
  readonly output?: AgentOutput
  readonly files?: readonly string[]
  readonly violation?: readonly string[]
  readonly suspicions?: readonly Suspicion[]
}

/** The agent that works on this subject answers. */
export const answers = (subject: string | null, answer: Answer = {}): Happening =>
  ending('RunAgent', subject, (command, at, scene) => {
    const files = answer.files ?? []
    const version = files.length === 0 ? command.startCommit : asCommitHash(`commit-${++scene.commits}`)
    scene.changed.set(
      version,
      files.map((path) => ({ path, added: 10, removed: 0 })),
    )
    return {
      type: 'AgentFinished',
      at,
      commandId: command.id,
      role: command.role,
      text: answer.text ?? 'It is done.',
      output: answer.output ?? { kind: 'text' },
      spending: spending(),
      providerSession: null,
      commit: version,
      tree: asTreeHash(`tree-${version}`),
      changedFiles: files,
      ...(answer.suspicions === undefined ? {} : { suspicions: answer.suspicions }),
      violation: answer.violation === undefined ? null : { files: answer.violation, patch: 'aside.patch' },
    }
  })

export const writes = (subject: string, ...files: readonly string[]): Happening =>
  answers(subject, { files: files.length === 0 ? ['src/a.ts'] : files })
export const says = (subject: string, text: string): Happening => answers(subject, { text })
export const finds = (subject: string, ...findings: readonly Finding[]): Happening =>
  answers(subject, { output: { kind: 'review', findings, sentinel: findings.length === 0 } })
export const verdict = (subject: string, ...failures: readonly string[]): Happening =>
  answers(subject, { output: { kind: 'verdict', pass: failures.length === 0, failures } })
export const prose = (subject: string): Happening =>
  ending('RunAgent', subject, (command, at) => ({
    type: 'ContractBroken',
    at,
    commandId: command.id,
    role: command.role,
    contract: command.contract ?? '',
    problems: ['prose'],
    text: 'It is fine.',
    spending: spending(),
  }))
export const fails = (subject: string, kind: AgentErrorKind, resetsAt?: number): Happening =>
  ending('RunAgent', subject, (command, at) => ({
    type: 'AgentFailed',
    at,
    commandId: command.id,
    role: command.role,
    error: { kind, message: `it was ${kind}`, ...(resetsAt === undefined ? {} : { resetsAt }) },
    spending: spending(),
  }))

const checks = (subject: string | null, exitCode: number | null): Happening =>
  ending('RunChecks', subject, (command, at) => checksEnded(command, at, exitCode, null))
export const checksPass = (subject: string | null = null): Happening => checks(subject, 0)
export const checksFail = (subject: string | null = null): Happening => checks(subject, 1)
export const noCheckRan: Happening = ending('RunChecks', null, (command, at) => ({
  type: 'ChecksFinished',
  at,
  commandId: command.id,
  tree: command.tree,
  evidence: [],
}))

export const merged: Happening = ending('MergeLane', null, (command, at) => ({
  type: 'LaneMerged',
  at,
  commandId: command.id,
  commit: command.commit,
  tree: command.tree,
  evidence: [],
  size: null,
  by: 'harness',
}))
export const mergeRefused = (reason: MergeRefused['reason']): Happening =>
  ending('MergeLane', null, (command, at) => ({
    type: 'MergeRefused',
    at,
    commandId: command.id,
    reason,
    detail: 'both changed src/a.ts',
  }))
export const tickRefused = (reason: TickRefused['reason']): Happening =>
  ending('TickBox', null, (command, at) => ({
    type: 'TickRefused',
    at,
    commandId: command.id,
    promptId: command.promptId,
    reason,
    detail: reason,
  }))
export const measures = (...files: readonly FileChange[]): Happening =>
  ending('MeasureChange', null, (command, at) => ({
    type: 'ChangeMeasured',
    at,
    commandId: command.id,
    files,
  }))
export const timerFires: Happening = ending('WakeAt', null, (command, at) => ({
  type: 'TimerFired',
  at,
  commandId: command.id,
}))
export const cannot = (type: Command['type'], code: string): Happening =>
  ending(type, null, (command, at) => ({
    type: 'CommandFailed',
    at,
    commandId: command.id,
    code,
    detail: code,
    next: 'mend it',
  }))
/** A whole piece of mutating work that passes. */
export const done = (subject: string, ...files: readonly string[]): readonly Happening[] => [
  writes(subject, ...files),
  checksPass(subject),
  merged,
]

/** What people do to the documents, or to the run. */
export interface Deed {
  readonly edit?: (documents: HandbookDocuments) => HandbookDocuments
  readonly event?: (at: number) => Event
  readonly laterMs?: number
}
export const edits = (edit: NonNullable<Deed['edit']>): Deed => ({ edit })
export const editsPrompts = (edit: (prompts: readonly HandbookPrompt[]) => readonly HandbookPrompt[]): Deed =>
  edits((shelf) => ({ ...shelf, handbook: { ...shelf.handbook, prompts: edit(shelf.handbook.prompts) } }))
export const sets = (id: string, more: Partial<HandbookPrompt>): Deed =>
  editsPrompts((prompts) => prompts.map((one) => (one.id === id ? { ...one, ...more } : one)))
export const resumes: Deed = { event: (at) => ({ type: 'RunResumed', at, until: null }) }
/** A person stops the run while this agent call is under way. */
export const stopsDuring = (...named: readonly string[]): Deed => ({
  event: (at) => ({
    type: 'RunInterrupted',
    at,
    reason: 'signal',
    spent: named.map((name) => ({ commandId: `${input.runId}/${name}` as CommandId, spending: spending() })),
  }),
})
export const later = (laterMs: number): Deed => ({ laterMs })

const digest = (content: unknown): string => JSON.stringify(content)
const reread = <Content>(content: Content, known: string | null) => ({
  digest: digest(content),
  changed: digest(content) === known ? null : { content },
})

/** What goes without saying; null where it has to be said. */
function byItself(command: Command, at: number, scene: Scene): Outcome | null {
  const about = { at, commandId: command.id }
  switch (command.type) {
    case 'ReadHandbook':
      return {
        ...about,
        type: 'HandbookRead',
        handbook: reread(scene.shelf.handbook, command.known.handbook),
        product: reread(scene.shelf.product, command.known.product),
        design: reread(scene.shelf.design, command.known.design),
      }
    case 'OpenLane': {
      const commit = asCommitHash(`base-${scene.commits}`)
      return {
        ...about,
        type: 'LaneOpened',
        lane: command.lane,
        path: `/repo/${command.worktree ?? `.harness/run/lanes/${command.lane}`}`,
        branch: command.branch,
        baseCommit: commit,
        commit,
        tree: asTreeHash(`tree-${commit}`),
      }
    }
    case 'MeasureChange':
      return { ...about, type: 'ChangeMeasured', files: scene.changed.get(command.to) ?? [] }
    case 'CloseLane':
      return { ...about, type: 'LaneClosed', kept: null }
    case 'TickBox': {
      const { promptId, known } = command
      const before = digest(scene.shelf.handbook)
      scene.shelf = {
        ...scene.shelf,
        handbook: {
          ...scene.shelf.handbook,
          prompts: scene.shelf.handbook.prompts.map((one) =>
            one.id === promptId ? { ...one, box: 'done' } : one,
          ),
          phases: scene.shelf.handbook.phases.map((one) =>
            one.close !== null && closeId(one.number) === promptId
              ? { ...one, close: { ...one.close, box: 'done' as const } }
              : one,
          ),
        },
      }
      return {
        ...about,
        type: 'BoxTicked',
        promptId,
        digest: before === known ? digest(scene.shelf.handbook) : null,
      }
    }
    default:
      return null
  }
}

const isDeed = (one: Happening | Deed): one is Deed => !('claims' in one)

/** 2026-11-16 12:00 UTC. */
const startsAt = 1_794_830_400_000

export function given(
  shelf: HandbookDocuments,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<HandbookInput> = {},
  hear: (event: Event) => void = () => {},
) {
  const scene: Scene = {
    state: handbook.initialState({ ...input, ...told }),
    shelf,
    log: [],
    changed: new Map(),
    commits: 0,
  }
  let at = startsAt
  const take = (event: Event): void => {
    hear(event)
    scene.state = handbook.evolve(scene.state, event)
    for (const command of wanted()) {
      const [line = ''] = summary([command])
      if (scene.log.includes(line)) continue
      scene.log.push(line)
      hear({ type: 'CommandIssued', at, command })
    }
  }
  const wanted = (): readonly Command[] => wantedIn(scene.state)
  const settle = (claims: (command: Command) => boolean): void => {
    for (let turn = 0; turn < 500; turn++) {
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
    playbook: 'handbook',
    playbookVersion: 1,
    input: told,
  })
  for (const happening of happenings) {
    at += 1000
    if (isDeed(happening)) {
      settle(() => false)
      at += happening.laterMs ?? 0
      if (happening.edit !== undefined) scene.shelf = happening.edit(scene.shelf)
      if (happening.event !== undefined) take(happening.event(at))
      continue
    }
    settle(happening.claims)
    const command = wanted().find(happening.claims)
    if (command === undefined)
      throw new Error(`nothing of that kind is wanted: ${summary(wanted()).join(', ')}`)
    take(happening.make(command, at, scene))
  }
  settle(() => false)
  return {
    state: scene.state,
    shelf: scene.shelf,
    /** Every command that was ever wanted, in order. */
    log: scene.log,
    notes: scene.state.notes,
    wants: (...expected: readonly string[]) => expect(summary(wanted())).toEqual(expected),
    command: (type: Command['type'], subject: string | null = null) => {
      const found = wanted().find((one) => one.type === type && isFor(one, subject))
      if (found === undefined) throw new Error(`not wanted: ${type}; but ${summary(wanted()).join(', ')}`)
      return found
    },
    labels: (subject: string | null = null) => slicesOf(wanted(), subject).map(({ label }) => label),
    envelope: (subject: string | null = null) =>
      slicesOf(wanted(), subject)
        .map(({ label, text }) => `# ${label}\n${text}`)
        .join('\n'),
    ends: () => {
      const decision = handbook.decide(scene.state)
      if (decision.type !== 'end') throw new Error(`still wants ${summary(wanted()).join(', ')}`)
      return decision.end
    },
  }
}

const wantedIn = (state: HandbookState): readonly Command[] => {
  const decision = handbook.decide(state)
  return decision.type === 'end' ? [] : decision.commands
}

function slicesOf(commands: readonly Command[], subject: string | null) {
  const command = commands.find((one) => one.type === 'RunAgent' && isFor(one, subject))
  if (command?.type !== 'RunAgent') throw new Error(`wants no agent: ${summary(commands).join(', ')}`)
  return command.slices
}

/** `prompt-reader work/1.1/1`, `RunChecks verify/3.1/1`. */
const summary = (commands: readonly Command[]): readonly string[] =>
  commands.map((command) => {
    const id = command.id.split('/').slice(1).join('/')
    return `${command.type === 'RunAgent' ? command.role : command.type} ${id}`
  })
