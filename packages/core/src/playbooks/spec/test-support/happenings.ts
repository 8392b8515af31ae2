/** Owns what happens in specs of the playbook, as events, and the state and decision that they lead to. */
import type { AgentErrorKind } from '../../../kernel/agent.ts'
import { noUsage } from '../../../kernel/agent.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, type CommandId } from '../../../kernel/ids.ts'
import type { Answer } from '../answers.ts'
import type { Event } from '../effects.ts'
import { type SpecInput, type SpecRole, specRoles } from '../input.ts'
import { specPlaybook } from '../playbook.ts'
import type { Question } from '../rounds.ts'
import { voice } from './voice.ts'

const settings = { tier: 'advisor', limits: { wallMs: 1, idleMs: 1, maxTurns: 1 } } as const

export const input: SpecInput = {
  runId: asRunId('20261118-120000'),
  baseBranch: 'main',
  idea: 'Share notes',
  depth: 'quick',
  docsPath: 'docs/harness/share-notes/',
  claudeMd: null,
  scan: 'skip',
  roles: Object.fromEntries(specRoles.map((role) => [role, settings])) as SpecInput['roles'],
}

export const draft = `# Spec\n${[1, 2, 3, 4, 5, 6, 7].map((n) => `## ${n}\nText.`).join('\n')}\n`
export const draftPath = 'docs/harness/share-notes/spec_draft.md'
export const findingsPath = 'docs/harness/share-notes/critic_findings.md'
export const conventionsPath = 'docs/harness/share-notes/conventions.md'

export const id = (name: string): CommandId => `${input.runId}/${name}` as CommandId

export const opened = (subject = 'spec'): Event => ({
  type: 'LaneOpened',
  at: 1,
  commandId: id(`open/${subject}/1`),
  lane: asLaneName(`lane-${subject}`),
  path: '/lane',
  branch: `branch-${subject}`,
  baseCommit: asCommitHash('c'),
  commit: asCommitHash('c'),
  tree: asTreeHash('t'),
})

const spending = { usage: { ...noUsage, output: 5 }, usd: 0.1, durationMs: 1, model: 'm' }

export const said = (
  command: string,
  role: SpecRole,
  answer: Answer,
  artifacts: Readonly<Record<string, string>> = {},
  strayed: readonly string[] | null = null,
): Event => ({
  type: 'AgentFinished',
  at: 2,
  commandId: id(command),
  role,
  text: '',
  contract: null,
  answer,
  spending,
  providerSession: null,
  commit: asCommitHash('c'),
  tree: asTreeHash('t'),
  changedFiles: [],
  violation: strayed === null ? null : { files: strayed, patch: 'p' },
  artifacts,
})

export const line = (path: string): Answer => ({
  kind: 'line',
  line: `draft written — ${path}`,
  parsed: { type: 'written', what: 'document', path },
})

export const questions = (...texts: readonly string[]): readonly Question[] =>
  texts.map((text) => ({ text, why: '', options: [] }))

export const asks = (round: number, ...texts: readonly string[]): Event =>
  said(`interview/spec/${round}`, 'spec/interviewer', { kind: 'questions', questions: questions(...texts) })

export const answers = (gate: number, choice: string, reason = ''): Event => ({
  type: 'GateAnswered',
  at: 3,
  commandId: id(`gate/spec/${gate}`),
  answer: { choice, reason, by: 'ada' },
})

export const drafts = (text: string | null = draft, attempt = 1): Event =>
  said(`draft/spec/${attempt}`, 'spec/analyst', line(draftPath), text === null ? {} : { [draftPath]: text })

const counts = (critical: number, major: number, minor: number): Answer => ({
  kind: 'line',
  line: `critic_findings written — Critical=${critical}, Major=${major}, Minor=${minor}`,
  parsed: { type: 'written', what: 'critic-findings', critical, major, minor },
})

export const criticises = (
  text: string | null,
  [critical, major, minor]: readonly [number, number, number],
  attempt = 1,
): Event =>
  said(
    `critique/spec/${attempt}`,
    'spec/critic',
    counts(critical, major, minor),
    text === null ? {} : { [findingsPath]: text },
  )

export const written: Event = {
  type: 'DocumentsEdited',
  at: 5,
  commandId: id('write/spec/1'),
  digests: { spec: null },
  written: [draftPath],
  refused: [],
}

export const closed = (subject = 'spec'): Event => ({
  type: 'LaneClosed',
  at: 6,
  commandId: id(`close/${subject}/1`),
  kept: null,
})

export const fails = (command: string, role: SpecRole, kind: AgentErrorKind): Event => ({
  type: 'AgentFailed',
  at: 2,
  commandId: id(command),
  role,
  error: { kind, message: 'it failed' },
  spending,
})

const playbook = specPlaybook(voice)

export const stateAfter = (given: Partial<SpecInput>, ...events: readonly Event[]) =>
  events.reduce(playbook.evolve, playbook.initialState({ ...input, ...given }))

export const decisionAfter = (given: Partial<SpecInput>, ...events: readonly Event[]) =>
  playbook.decide(stateAfter(given, ...events))

/** All that is wanted in flight, or the end. */
export const wantedAfter = (given: Partial<SpecInput>, ...events: readonly Event[]) => {
  const decision = decisionAfter(given, ...events)
  return decision.type === 'end' ? [decision.end] : decision.commands
}
