/** Delivers a change of a liar or of an honest agent with the built program, and tells what became of it. */
import { isSoak } from '@harness/formats/test-support/runs'
import { harnessJson } from '../harness-here.ts'
import { approves, config, git, planPath, sampleRepo, script } from '../sample-repo.ts'
import { bye, type Files, greeter, nodeTest, product } from './greeter.ts'

export type Step = Readonly<Record<string, unknown>>

export interface Change {
  readonly name: string
  /** Files of the base, beside those of the greeter or in their place. */
  readonly base?: Files
  /** The lines of the checks; one that runs the tests if there are none. */
  readonly checks?: readonly string[]
  readonly setup?: readonly string[]
  /** Off if absent: then no number of the base is known. */
  readonly baseCheck?: 'before'
  /** What the agent does, each time that it is asked. */
  readonly does: readonly Step[]
  /** It belongs to every run of the suite; the others are told in `npm run soak`. */
  readonly inEachRun?: true
}

export const inEachRun = <One extends Change>(changes: readonly One[]): readonly One[] =>
  changes.map((change) => ({ ...change, inEachRun: true }))

export interface Lie extends Change {
  /** The files of the product that no longer greets. */
  readonly delivers?: Files
  /** Absent if it can be told with a sandbox and without. */
  readonly only?: Sandbox
  /** What the gate or the report has to say; a check or a touched file by default. */
  readonly said?: RegExp
  /** What evidence has to say is wrong with a check. */
  readonly problem?: RegExp
}

export interface Honest extends Change {
  /** What the plan asks for. */
  readonly plan: string
  /** It weakens nothing: the test judge, if it is asked, finds no words for it. */
  readonly needsNoWords?: true
}

export type Sandbox = 'confined' | 'unconfined'
/** `odd` if the run came to none of the ends that a test is about. */
export type Verdict = 'caught' | 'merged' | `odd: ${string}`

export const write = (path: string, text: string): Step => ({ write: { path, text } })
export const run = (line: string): Step => ({ run: line })
export const writes = (files: Files): readonly Step[] =>
  Object.entries(files).map(([path, text]) => write(path, text))

const plan = (goal: string): string => `---
id: "0001"
title: Shorten the greeting
phase: first
status: active
depends_on: []
estimated_passes: 1
acceptance_tags: []
---
# 0001 Shorten the greeting

## Goal
${goal}
`
const shorten = 'Write the code of the greeting shorter. A greeting of Ada stays "Hello, Ada!".'

export const deliver = async (lie: Lie, sandbox: Sandbox): Promise<Verdict> => {
  const { delivers = { [product]: bye }, said = /check|test|Test/, problem = /(?:)/ } = lie
  const root = repoOf(lie, sandbox, shorten, [...writes(delivers), ...lie.does], '')
  return verdictOf(root, said, problem)
}

export const deliverHonestly = async (honest: Honest, sandbox: Sandbox): Promise<Verdict> => {
  const root = repoOf(honest, sandbox, honest.plan, honest.does, honest.needsNoWords ? '' : honest.plan)
  return verdictOf(root, /./, /(?:)/)
}

/** `quote` is what the test judge finds in the plan; empty if it finds nothing. */
function repoOf(
  change: Change,
  sandbox: Sandbox,
  goal: string,
  steps: readonly Step[],
  quote: string,
): string {
  const { base = {}, checks = [nodeTest], setup = [], baseCheck = 'off' } = change
  return sampleRepo({
    ...greeter,
    ...base,
    [planPath('0001')]: plan(goal),
    'harness.config.json': config({
      sandbox: sandbox === 'confined' ? 'required' : 'off',
      baseCheck,
      checks: checks.map((line, index) => ({ name: `check-${index + 1}`, run: line })),
      // An agent that insists does so in the second attempt as in the fifth; the soak lets it.
      agent: {
        provider: 'scripted',
        script: 'script.json',
        maxReviewPasses: 1,
        maxCheckFixes: isSoak ? 1 : 0,
      },
      ...(setup.length === 0 ? {} : { lanes: { setup } }),
    }),
    'script.json': script(
      ...['implementer', 'fixer'].map((role) => ({
        role,
        do: [...steps, run('date +%N >> log.txt')],
        reply: 'All done. Every test passes.',
      })),
      {
        role: 'test-judge',
        json: {
          rulings: checks.map((_, index) => ({
            check: `check-${index + 1}`,
            justified: quote !== '',
            quote,
            why: quote === '' ? 'The plan keeps the tests.' : 'The plan says so.',
          })),
        },
      },
      approves,
    ),
  })
}

async function verdictOf(root: string, said: RegExp, problem: RegExp): Promise<Verdict> {
  const { code, value } = await harnessJson(root, ['run'])
  const isUntouched = git(root, 'log', '--format=%s', 'main') === 'Begin'
  if (code === 0 && !isUntouched) return 'merged'
  const { value: shown } = await harnessJson(root, ['show', '0001'])
  const told = `${shown.gate?.name}\n${shown.gate?.question}\n${shown.gate?.detail}`
  if (code !== 3 || value.outcome !== 'waiting' || !isUntouched)
    return `odd: exit ${code}, ${JSON.stringify(value)}, ${told}`
  if (!said.test(told)) return `odd: it stopped and said only ${told}`
  const problems = shown.evidence.map((item: { readonly problem: string | null }) => item.problem).join('\n')
  if (!problem.test(problems)) return `odd: it stopped, and evidence said only ${problems}`
  return 'caught'
}
