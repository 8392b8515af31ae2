/** Owns agents of a mission: good work, and from the seed all that can happen instead of it. */

import type { RunAgent } from '@harness/core/effects/run-agent'
import { subjectIn } from '@harness/core/kernel/ids'
import type {
  Answer,
  Lesson,
  PlannedMission,
  Validation,
} from '@harness/core/playbooks/mission/state/answers'
import { decisionNames } from '@harness/core/playbooks/mission/state/decision'
import { missionRoles } from '@harness/core/playbooks/mission/state/input'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import { turnOf } from '../../world/agent-turn.ts'
import type { AgentAct, Agents, AgentTurn } from '../../world/agents.ts'
import { type Feels as FeelsOf, feeling, troubled } from '../../world/moods.ts'
import type { Files } from '../../world/repository.ts'
import { parseSource, sourceText } from '../../world/source-text.ts'
import { heardBy } from './lessons-taught.ts'
import { examiners } from './looks-in-copies.ts'

/** How likely each thing is that can go wrong: here, nothing does. */
export const steady = {
  trouble: 0,
  bug: 0,
  nothing: 0,
  shared: 0,
  meddles: 0,
  asks: 0,
  refutes: 0,
  unquoted: 0,
  /** Leaves a claim out. */
  silent: 0,
  strays: 0,
  prose: 0,
  issues: 0,
  misplans: 0,
  rejects: 0,
  forges: 0,
  rewords: 0,
  /** Who looks at the product starts it, and it writes. */
  writes: 0,
}
export type Moods = Readonly<Record<keyof typeof steady, number>>

export function drawnMoods(random: Random): Moods {
  const mood = (): number => random.pick([0, 0, 0.05, 0.2])
  return {
    trouble: mood(),
    bug: mood(),
    nothing: mood(),
    shared: random.pick([0, 0.3, 0.9]),
    meddles: mood(),
    asks: mood(),
    refutes: random.pick([0, 0.1, 0.5, 0.9]),
    unquoted: mood(),
    strays: mood(),
    prose: mood(),
    issues: mood(),
    misplans: random.pick([0, 0, 0.3]),
    rejects: random.pick([0, 0, 0, 0.2]),
    forges: mood(),
    // What else a seed draws stays as it was.
    rewords: random.about('rewords').pick([0, 0, 0, 0, 0, 0.1]),
    silent: random.about('silent').pick([0, 0, 0.05, 0.2]),
    writes: random.about('writes').pick([0, 0.3, 0.9]),
  }
}

const ownFile = '.harness/validation-contract.md'

type Feels = FeelsOf<keyof Moods>

/** What an agent that is not confined does to the mission's own documents. */
export interface Trespasses {
  /** Others' features have passed. */
  forge(): void
  /** A claim says something else. */
  reword(luck: Random): void
}

export function missionAgents(
  stage: Stage,
  moods: Moods,
  plan: PlannedMission,
  { forge, reword }: Trespasses,
  slow: string | null = null,
): Agents {
  return {
    turnOf(command, files, turn) {
      const luck = stage.random.about(`${command.id} turn ${turn}`)
      const feels = feeling(stage, luck, moods)
      const act = (): AgentAct => {
        if (feels('trouble')) return troubled(files, luck)
        if (command.role === 'worker' && feels('forges')) forge()
        if (command.role === 'worker') return work(command, files, `${command.id}#${turn}`, feels)
        if (command.role === 'documenter')
          return { type: 'text', files: { ...files, 'README.md': `${command.id}#${turn}` } }
        if (feels('prose')) return { type: 'breaks-contract', files }
        const read = feels('strays') ? { ...files, 'src/stray.js': command.id } : files
        const left = writesOf(command, stage, turn, moods) ? { ...read, ...productData(command) } : read
        return { type: 'says', files: left, output: answer(command, plan, luck, feels) }
      }
      const isSlow = command.role === 'worker' && subjectIn(command.id) === slow
      const turned = turnOf(command, act(), luck.int(10_000, 300_000) * (isSlow ? 20 : 1), stage.random)
      const trespass = stage.random.about(`${command.id} turn ${turn} trespass`)
      if (trespass.chance(moods.rewords)) {
        stage.tally.note('agent: rewords')
        stage.timeline.after(trespass.int(0, turned.durationMs), () => reword(trespass))
      }
      return priced(command, turned, stage.random)
    },
  }
}

/** In some seeds a role is dear, and in some a single call is: what calls have cost tells nothing about the next one. */
function priced(command: RunAgent, turn: AgentTurn, random: Random): AgentTurn {
  const luck = random.about(`${command.id} price`)
  const usual = random.about(`${command.role} price`).pick([0, 0, 0, 5])
  const isDear = luck.chance(random.about('dear calls').pick([0, 0, 0.05, 0.2]))
  if (usual === 0 && !isDear) return turn
  const usd = isDear ? luck.int(3, 90) : usual + (usual * luck.int(0, 100)) / 100
  const usage = { ...turn.spending.usage, input: Math.round(usd * 60_000) }
  return { ...turn, spending: { ...turn.spending, usage, usd } }
}

/** A stream of its own: what else a seed draws stays as it was. */
function writesOf({ id, role }: RunAgent, stage: Stage, turn: number, moods: Moods): boolean {
  const luck = stage.random.about(`${id} turn ${turn} writes`)
  return examiners.has(role) && feeling(stage, luck, moods)('writes')
}

/** Who logged in is in its database, and a test of it is left in the source. */
const productData = ({ id }: RunAgent): Files => ({
  'data/logins.json': id,
  'src/shared.js': `// ${id}`,
})

const claimsFor = ({ slices }: RunAgent): readonly string[] => {
  const context = slices.find(({ label }) => label === 'Runtime context')?.text ?? ''
  return (/^CLAIMS=(.*)$/m.exec(context)?.[1] ?? '').split(' ').filter((claim) => claim !== '')
}

/** Fixes what is wrong in its own files and what is marked as conflicting; others' work stays. */
function work(command: RunAgent, files: Files, version: string, feels: Feels): AgentAct {
  const subject = subjectIn(command.id)
  const output: Answer = {
    kind: 'mission-work',
    summary: `built ${subject}`,
    tricks: feels('issues') ? [`trick of ${subject}`] : [],
    ambiguity: feels('asks') ? 'Which one?' : null,
  }
  if (feels('nothing')) return { type: 'says', files, output }
  const sound = sourceText({ version, bugs: [], clashes: [], flaws: [] })
  const repaired = Object.fromEntries(
    Object.entries(files).map(([path, text]): [string, string] => [
      path,
      parseSource(text).bugs.length > 0 ? sound : text,
    ]),
  )
  const bugs = feels('bug') ? ['test'] : []
  return {
    type: 'says',
    output,
    files: {
      ...repaired,
      [`src/${subject}.js`]: sourceText({ version, bugs, clashes: [], flaws: [] }),
      ...(feels('shared') ? { 'src/shared.js': sound } : {}),
      ...(feels('meddles') ? { [ownFile]: 'PASS' } : {}),
    },
  }
}

function answer(command: RunAgent, plan: PlannedMission, luck: Random, feels: Feels): Answer {
  switch (command.role) {
    case 'mission-planner':
      return {
        kind: 'mission-plan',
        ...plan,
        ...(feels('misplans') ? { contract: plan.contract.slice(1) } : {}),
      }
    case 'plan-reviewer': {
      const verdict = feels('rejects') ? 'reject' : luck.pick(['accept', 'accept-with-notes'] as const)
      return { kind: 'plan-review', verdict, notes: ['Mind the cache.'] }
    }
    case 'architect':
      return {
        kind: 'ruling',
        claim: luck.pick([null, ...claimsFor(command)]),
        decision: 'This one.',
        reason: 'It is simpler.',
        question: feels('asks') ? 'May it cost money?' : null,
      }
    case 'curator':
      return {
        kind: 'curation',
        summary: 'Short.',
        memory: 'Long.',
        promote: ['trick of F-001', 'made up'],
        lessons: lessonsOf(command, luck.about('lessons')),
      }
    case 'orchestrator':
      return { kind: 'decision', ...chosen(command, luck), reason: 'It seems best.' }
    case 'debugger':
      return { kind: 'text' }
    default:
      return { kind: 'validation', ...verdicts(command, feels) }
  }
}

/** Of whom it heard, now and then nothing; and of an architect that may never have been called. */
function lessonsOf(command: RunAgent, luck: Random): readonly Lesson[] {
  const heard = heardBy(command)
  return missionRoles
    .filter((role) => (heard.includes(role) || role === 'architect') && luck.chance(0.7))
    .map((role) => ({ role, lesson: `Learned in ${command.id}.` }))
}

/** Mostly one of those that it was told, and the end if it may; now and then anything at all, or it turns to a person. */
function chosen({ slices }: RunAgent, luck: Random) {
  const told = slices.find(({ label }) => label.startsWith('Decisions'))?.text.match(/^- [^:]+/gm) ?? []
  if (luck.chance(0.85) && told.length > 0) {
    const ending = told.find((one) => one === '- DONE')
    const [decision = '', subject = null] = (ending ?? luck.pick(told)).slice(2).split(' ')
    return { decision, subject }
  }
  const isAsking = luck.chance(0.2)
  return {
    decision: isAsking ? 'ESCALATE' : luck.pick(decisionNames.filter((name) => name !== 'ESCALATE')),
    subject: luck.pick([null, 'F-001', 'F-002', 'F-009']),
  }
}

/** Apostrophes quote nothing. */
const unquoted = "I've looked at it, and it's right."

function verdicts(command: RunAgent, feels: Feels): Validation {
  const said: Validation = {
    claims: claimsFor(command).map((id) => {
      if (feels('refutes')) return { id, status: 'FAIL' as const, evidence: 'it says "500"' }
      return { id, status: 'PASS' as const, evidence: feels('unquoted') ? unquoted : 'it says "200"' }
    }),
    issues: feels('issues') ? [{ severity: 'major', title: `Odd: ${command.id}`, detail: '' }] : [],
    ambiguity: feels('asks') ? 'Which one?' : null,
  }
  return feels('silent') ? { ...said, claims: said.claims.slice(1) } : said
}
