/** Makes small repositories with a spec of phases, and scripted personas that plan and do one task for each of them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Ended } from './harness.ts'
import { harness, harnessJson } from './harness-here.ts'
import { commit, config, git, newRepo, write } from './sample-repo.ts'

export const spec = 'docs/changes/greeter/proposal.md'
export const slug = 'changes--greeter--proposal'
export const session = `.harness/sessions/${slug}`
export const branch = `autopilot/${slug}`

export type Phases = readonly (readonly [name: string, complexity: 'low' | 'medium' | 'high'])[]

/** Two small phases, as most tests want them. */
export const greeter: Phases = [
  ['Say hello', 'low'],
  ['Say goodbye', 'low'],
]

export const specText = (phases: Phases = greeter): string =>
  [
    '# Greeter',
    '## Success Criteria\n\n- The greeter greets.',
    '## Implementation Order',
    ...phases.map(
      ([name, complexity], index) =>
        `### Phase ${index + 1}: ${name}\n\n<!-- complexity: ${complexity} -->\n\nThe greeter can ${name.toLowerCase()}.`,
    ),
    '',
  ].join('\n\n')

/** `extra` comes below the task of its number. */
export const planText = (name: string, extra: readonly string[] = [''], header = extra.length): string =>
  [
    `# Plan: ${name}`,
    `**Date:** 2026-03-19 | **Spec:** ${spec} | **Tasks:** ${header} | **Time:** 5 min`,
    `## Goal\n\nThe greeter can ${name.toLowerCase()}.`,
    `## Observable Truths (Acceptance Criteria)\n\n1. The greeter can ${name.toLowerCase()}.`,
    '## File Map\n\n- CREATE src/',
    '## Tasks',
    ...extra.map((more, index) => {
      const file = `src/${name.toLowerCase().replaceAll(' ', '-')}-${index + 1}.txt`
      const owns = `**Depends on:** none | **Files:** ${file} | **Owns:** ${file}`
      return `### Task ${index + 1}: Write part ${index + 1}\n\n${owns}${more === '' ? '' : `\n\n${more}`}`
    }),
    '',
  ].join('\n\n')

/** What a persona does otherwise than usual. The first turn that fits answers. */
export interface Turn {
  readonly persona: 'planner' | 'task-executor' | 'verifier' | 'code-reviewer' | 'outcome-evaluator'
  /** Texts that it must have been told. */
  readonly told?: readonly string[]
  /** Only the nth call of the persona. */
  readonly call?: number
  /** A planner: what it writes as the plan. */
  readonly plan?: string
  readonly do?: readonly unknown[]
  readonly json?: unknown
  readonly reply?: string
}

export const done = (summary: string, more: Readonly<Record<string, unknown>> = {}) => ({
  status: 'done',
  summary,
  problem: null,
  concerns: [],
  decisions: [],
  learnings: [],
  ...more,
})

export const finding = (severity: string, title: string) => ({
  severity,
  title,
  detail: 'Seen in the change.',
  file: 'src/say-hello-1.txt',
  line: 1,
})

export const reviews = (...findings: readonly unknown[]): Pick<Turn, 'persona' | 'json'> => ({
  persona: 'code-reviewer',
  json: { findings },
})

/** Evidence quotes what the agent saw: judges read the README. */
export const seen = 'It printed `A greeter.`.'

/** The script goes by what an agent is told, so that it answers the same again after a stop. */
const scriptText = (turns: readonly Turn[]): string => `
const turns = ${JSON.stringify(turns)}
const one = (pattern, text) => (pattern.exec(text) ?? [])[1] ?? ''
const dashed = (name) => name.toLowerCase().replaceAll(' ', '-')
const look = { run: 'cat README.md' }
const seen = ${JSON.stringify(seen)}
const usual = {
  planner: ({ path, name }) => ({
    do: [{ write: { path, text: ${JSON.stringify(planText('{Name}'))}.replaceAll('{Name}', name)
      .replaceAll('src/{name}', 'src/' + dashed(name)).replaceAll('{name}', name.toLowerCase()) } }],
    json: { summary: 'One task.', concerns: [], decisions: [] },
  }),
  'task-executor': ({ name, task, call }) => ({
    do: [{ write: task === ''
      ? { path: 'src/fixed.txt', text: 'fixed in call ' + call + '\\n' }
      : { path: 'src/' + dashed(name) + '-' + task + '.txt', text: name + '\\n' } }],
    json: ${JSON.stringify(done('It is written.'))},
  }),
  verifier: ({ truths }) => ({
    do: [look],
    json: { passed: true, truths: truths.map((truth) => ({ truth, holds: true, evidence: seen })), failures: [] },
  }),
  'code-reviewer': () => ({ json: { findings: [] } }),
  'outcome-evaluator': () => ({
    do: [look],
    json: { verdict: 'SATISFIED', confidence: 'high', reasons: [seen] },
  }),
}
export default function answer({ role, envelope, call }) {
  const persona = role.replace('autopilot/', '')
  const told = {
    call,
    path: one(/ to (docs\\/plans\\/\\S+\\.md), relative to the folder/, envelope),
    name: one(/^# Phase\\nPhase \\d+: (.*?)\\. Complexity/m, envelope),
    task: one(/^Do task (\\S+) of the plan/m, envelope),
    truths: one(/^# Observable truths\\n.*\\n\`{3,}text\\n([^]*?)\\n\`{3}/m, envelope).split('\\n').map((line) => line.slice(2)),
  }
  const turn = turns.find((it) => it.persona === persona && (it.call ?? call) === call &&
    (it.told ?? []).every((text) => envelope.includes(text)))
  const base = usual[persona](told)
  if (turn === undefined) return base
  const edits = turn.do ?? (turn.plan === undefined ? base.do : [{ write: { path: told.path, text: turn.plan } }])
  const said = turn.reply === undefined ? { json: turn.json ?? base.json } : { reply: turn.reply }
  return { do: edits ?? [], ...said }
}
`

/** A plan that waits for a person is in the checkout, and so are the session files: neither is committed here. */
export function autopilotRepo(
  turns: readonly Turn[] = [],
  files: Readonly<Record<string, string>> = {},
): string {
  const root = newRepo()
  write(root, {
    'README.md': 'A greeter.\n',
    'harness.config.json': config({
      checks: [{ name: 'words', run: '! grep -rq BROKEN src' }],
      agent: { provider: 'scripted', script: 'script.mjs' },
    }),
    'script.mjs': scriptText(turns),
    [spec]: specText(),
    ...files,
  })
  commit(root, 'Begin')
  return root
}

/** Runs a command that must end with this exit code. */
export async function ends(code: number, root: string, ...args: readonly string[]): Promise<Ended> {
  const ended = await harness(root, args)
  expect(ended.code, `harness ${args.join(' ')}\n${ended.stdout}\n${ended.stderr}`).toBe(code)
  return ended
}

export const autopilot = (root: string, code: number, ...flags: readonly string[]): Promise<Ended> =>
  ends(code, root, 'autopilot', spec, ...flags)

export const answer = (root: string, code: number, choice: string, words = ''): Promise<Ended> =>
  ends(code, root, 'answer', 'autopilot', choice, ...(words === '' ? [] : ['-m', words]))

export const textOf = (root: string, path: string): string => readFileSync(join(root, path), 'utf8')

export const isThere = (root: string, path: string): boolean => existsSync(join(root, path))

// biome-ignore lint/suspicious/noExplicitAny: what the harness wrote is looked into freely.
export const stateOf = (root: string, dir = session): any =>
  JSON.parse(textOf(root, `${dir}/autopilot-state.json`))

/** A plan is named after the day on which its session began. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Subjects on the branch that the base does not have, oldest first. */
export const subjectsOn = (root: string, name = branch): readonly string[] =>
  git(root, 'log', '--reverse', '--format=%s', `main..${name}`).split('\n').filter(Boolean)

/** The session of a stop has every field of its format, and no other; `harness validate` agrees. */
export async function expectStrictSession(root: string, dir = session): Promise<void> {
  const state = stateOf(root, dir)
  expect(Object.keys(state)).toEqual(stateFields)
  expect(state.schemaVersion).toBe(5)
  for (const phase of state.phases)
    expect(Object.keys(phase)).toEqual(['name', 'complexity', 'complexityOverride', 'planPath', 'status'])
  for (const decision of state.decisions)
    expect(decision).toMatchObject({
      state: expect.any(String),
      what: expect.any(String),
      why: expect.any(String),
    })
  expect(Object.keys(state.finalReview)).toEqual(['status', 'findings', 'retryCount'])
  const { progress, position } = JSON.parse(textOf(root, `${dir}/state.json`))
  expect(Object.keys(position)).toEqual(['phase', 'task'])
  for (const how of Object.values(progress)) expect(['pending', 'in_progress', 'complete']).toContain(how)
  if (isThere(root, `${dir}/handoff.json`))
    expect(Object.keys(JSON.parse(textOf(root, `${dir}/handoff.json`)))).toEqual(handoffFields)
  await ends(0, root, 'validate')
}

const stateFields = [
  'schemaVersion',
  'sessionSlug',
  'specPath',
  'planPath',
  'startingCommit',
  'currentState',
  'currentPhase',
  'rigorLevel',
  'reviewPlans',
  'phases',
  'decisions',
  'history',
  'finalReview',
]

const handoffFields = [
  'timestamp',
  'fromSkill',
  'phase',
  'summary',
  'completed',
  'pending',
  'concerns',
  'decisions',
  'blockers',
  'contextKeywords',
]

/** The run waits at this gate, with these choices; the session can be read by other tools. */
export async function waitsAt(root: string, name: string, choices: string): Promise<Gate> {
  const { value } = await harnessJson(root, ['show', 'autopilot'])
  const gate: Gate = value.gate
  expect([gate.name, gate.choices.map((one) => one.name).join(' / '), gate.exitCode]).toEqual([
    name,
    choices,
    8,
  ])
  await expectStrictSession(root)
  return gate
}

export interface Gate {
  readonly name: string
  readonly question: string
  readonly detail: string
  readonly digest: string | null
  readonly exitCode: number
  readonly choices: readonly { readonly name: string; readonly words: string }[]
}
