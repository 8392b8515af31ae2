/** Owns the agents of an autopilot: sound work, and from the seed all that can happen instead of it. */
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { Answer } from '@harness/core/playbooks/autopilot/answers'
import { checkpointKinds } from '@harness/core/playbooks/autopilot/documents'
import { testJudge } from '@harness/core/work/test-judge'
import { autopilotContracts } from '@harness/formats/answers/autopilot/contracts'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import { turnOf } from '../../world/agent-turn.ts'
import type { AgentAct, Agents } from '../../world/agents.ts'
import { type Feels, feeling, troubled } from '../../world/moods.ts'
import type { Files } from '../../world/repository.ts'
import { removedTestPath } from '../../world/run-agent.ts'
import { parseSource, sourceText } from '../../world/source-text.ts'
import type { Moods } from './moods.ts'
import { type DrawnTask, planText } from './plan-text.ts'

/** What only people and the harness may change. */
export const reservedPath = 'harness.config.json'

/** All that the tools of an agent print: only this can be quoted. */
export const seen = 'ok'

export type MoodsOf = (command: RunAgent) => Moods

export const autopilotAgents = (stage: Stage, moodsOf: MoodsOf): Agents => ({
  turnOf(command, files, turn) {
    const luck = stage.random.about(`${command.id} turn ${turn}`)
    const feels = feeling(stage, luck, { ...moodsOf(command) })
    const plans = stage.random.about(`${command.id} plans`)
    const act = worked({ command, files, version: `${command.id}#${turn}`, feels, luck, plans })
    return turnOf(command, act, luck.int(10_000, 300_000), stage.random)
  },
})

interface Turn {
  readonly command: RunAgent
  readonly files: Files
  /** Different for each turn. */
  readonly version: string
  readonly feels: Feels<keyof Moods>
  readonly luck: Random
  /** A planner that is called again after a crash plans the same. */
  readonly plans: Random
}

/** What the work of the role comes to. */
interface Work {
  readonly files?: Files
  readonly says: unknown
}

function worked(turn: Turn): AgentAct {
  const { command, files, version, feels, luck } = turn
  if (feels('trouble')) return troubled(files, luck)
  // Its rulings are the same in every world.
  if (command.role === testJudge) return { type: 'text', files }
  const { files: made = files, says } = workOf(turn)
  if (feels('garbles')) return { type: 'breaks-contract', files: made }
  const strays = feels('strays') ? { [isExecutor(command) ? reservedPath : 'src/stray.js']: version } : {}
  return { type: 'says', files: { ...made, ...strays }, output: answerOf(command, says) }
}

const isExecutor = ({ role }: RunAgent): boolean => role === 'autopilot/task-executor'

/** The answer as its contract reads it. */
export function answerOf({ contract }: Pick<RunAgent, 'contract'>, says: unknown): Answer {
  const read = autopilotContracts.find(({ name }) => name === contract)?.parse(says, '')
  if (read?.ok !== true) throw new Error(`no contract ${contract} reads ${JSON.stringify(says)}`)
  return read.output
}

function workOf(turn: Turn): Work {
  switch (turn.command.role.replace('autopilot/', '')) {
    case 'planner':
      return planned(turn)
    case 'task-executor':
      return executed(turn)
    case 'verifier':
      return { says: verified(turn) }
    case 'code-reviewer':
      return { says: { findings: findingsOf(turn) } }
    default:
      return { says: evaluated(turn) }
  }
}

/** The phase or task that a call is about: `phase-1`, `phase-1-task-2`, `final`. */
const subjectOf = ({ id }: RunAgent): string => id.split('/')[2] ?? ''

function planned({ command, files, version, feels, plans }: Turn): Work {
  const [path = ''] = command.artifacts ?? []
  const tasks = feels('empties') ? [] : drawnTasks(feels, plans)
  const text = planText(subjectOf(command), version, tasks, feels('omits') ? [] : undefined)
  return {
    files: feels('forgets') ? files : { ...files, [path]: text },
    says: {
      summary: 'It is planned.',
      concerns: feels('worries') ? ['The order may be wrong.'] : [],
      decisions: [],
    },
  }
}

function drawnTasks(feels: Feels<keyof Moods>, luck: Random): readonly DrawnTask[] {
  const count = feels('swells') ? luck.pick([11, 16, 21]) : luck.int(1, 2)
  return Array.from({ length: count }, (_, index) => ({
    files: index > 0 && feels('vague') ? luck.pick(['none', 'unsaid'] as const) : ('own' as const),
    checkpoints:
      count <= 2 && feels('checkpoints')
        ? Array.from({ length: luck.pick([1, 1, 2, 4, 7]) }, () => luck.pick(checkpointKinds))
        : [],
  }))
}

function executed({ command, files, version, feels, luck }: Turn): Work {
  const subject = subjectOf(command)
  const isBlocked = feels('blocks')
  const own = `src/${subject}.js`
  const bugs = feels('bugs') ? [luck.pick(['test', 'lint'])] : []
  const fixed = subject.includes('-task-') ? files : withoutBugs(files)
  const [scratchpad] = command.artifacts ?? []
  const made = {
    ...fixed,
    [own]: sourceText({ version, bugs, clashes: [], flaws: [] }),
    ...(feels('removesTests') ? { [removedTestPath]: version } : {}),
    ...(scratchpad === undefined || !luck.chance(0.5) ? {} : { [scratchpad]: `What ${version} saw.` }),
  }
  return {
    files: feels('idles') ? files : made,
    says: {
      status: isBlocked ? 'blocked' : 'done',
      summary: `It is ${isBlocked ? 'blocked' : 'done'}.`,
      problem: isBlocked ? 'A library is missing.' : null,
      concerns: [],
      decisions: luck.chance(0.2) ? [{ what: 'left', why: 'it is shorter' }] : [],
      learnings: feels('learns') ? [{ outcome: luck.pick(['gotcha', 'success']), text: version }] : [],
    },
  }
}

const withoutBugs = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path.startsWith('src/') ? sourceText({ ...parseSource(text), bugs: [] }) : text,
    ]),
  )

/** What an agent that judges quotes: what it saw, or an invention. */
const quotedIn = (feels: Feels<keyof Moods>): string =>
  feels('invents') ? 'It printed "all 12 tests pass".' : `It printed "${seen}".`

function verified({ command, feels, luck }: Turn) {
  const passed = !feels('rejects')
  const shown = truthsIn(command)
  const judged = feels('skimps') ? skimped(shown, luck) : shown
  return {
    passed,
    truths: judged.map((truth) => ({
      truth: said(truth, luck),
      holds: passed,
      evidence: quotedIn(feels),
    })),
    failures: passed ? [] : ['It does not work.'],
  }
}

/** What the verifier is told to judge. */
const truthsIn = ({ slices }: RunAgent): readonly string[] => {
  const text = slices.find(({ label }) => label === 'Observable truths')?.text ?? ''
  return [...text.matchAll(/^- (.*)$/gm)].map(([, truth = '']) => truth)
}

/** At least one truth is left out. */
const skimped = (truths: readonly string[], luck: Random): readonly string[] =>
  truths.length > 1 && luck.chance(0.5) ? truths.map(() => truths[0] ?? '') : []

/** The same truth as agents may write it. */
const said = (truth: string, luck: Random): string =>
  luck.pick([truth, `${luck.int(1, 9)}. ${truth}`, truth.toUpperCase().replace(/\.$/, '')])

function findingsOf({ feels, luck, version }: Turn) {
  const finding = (severity: string) => ({
    severity,
    title: `Seen by ${version}`,
    detail: '',
    file: null,
    line: null,
  })
  return [
    ...(feels('finds') ? [finding(luck.pick(['critical', 'important']))] : []),
    ...(feels('suggests') ? [finding('suggestion')] : []),
  ]
}

function evaluated({ feels, luck }: Turn) {
  const reasons = [quotedIn(feels)]
  if (feels('denies')) return { verdict: 'NOT_SATISFIED', confidence: 'high', reasons }
  if (feels('doubts'))
    return {
      verdict: luck.pick(['NOT_SATISFIED', 'INCONCLUSIVE']),
      confidence: luck.pick(['medium', 'low']),
      reasons,
    }
  return { verdict: 'SATISFIED', confidence: 'high', reasons }
}
