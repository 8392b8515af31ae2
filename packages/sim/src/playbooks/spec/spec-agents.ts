/** Owns the roles of a simulated spec: sound answers, and from the seed all that can happen instead of them. */
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { Answer } from '@harness/core/playbooks/spec/answers'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import { turnOf } from '../../world/agent-turn.ts'
import type { AgentAct, Agents } from '../../world/agents.ts'
import { type Feels, feeling, troubled } from '../../world/moods.ts'
import type { Files } from '../../world/repository.ts'
import { draftOf } from './input.ts'

/** How likely each mistake is. */
export interface Moods {
  readonly trouble: number
  /** It writes no document, or answers with something else than questions. */
  readonly empty: number
  /** It changes other files too. */
  readonly strays: number
  /** Its draft lacks sections, or its findings have no ids. */
  readonly sloppy: number
}

export const steady: Moods = { trouble: 0, empty: 0, strays: 0, sloppy: 0 }

export const drawnMoods = (random: Random): Moods => ({
  trouble: random.pick([0, 0, 0.2]),
  empty: random.pick([0, 0.1, 0.4]),
  strays: random.pick([0, 0.1, 0.4]),
  sloppy: random.pick([0, 0.3, 0.9]),
})

export const specAgents = (stage: Stage, moods: Moods): Agents => ({
  turnOf(command, files, turn) {
    const luck = stage.random.about(`${command.id} turn ${turn}`)
    const act = actOf(command, files, `${command.id}#${turn}`, feeling(stage, luck, moods), luck)
    return turnOf(command, act, luck.int(10_000, 300_000), stage.random)
  },
})

function actOf(
  { role, artifacts = [] }: RunAgent,
  files: Files,
  mark: string,
  feels: Feels<keyof Moods>,
  luck: Random,
): AgentAct {
  if (feels('trouble')) return troubled(files, luck)
  const strayed = feels('strays') ? { ...files, 'src/stray.js': mark } : files
  const [path] = artifacts
  if (feels('empty'))
    return luck.pick([{ type: 'breaks-contract', files: strayed } as const, { type: 'text', files: strayed }])
  if (path === undefined) return { type: 'says', files: strayed, output: questionsOf(luck.int(0, 7), mark) }
  const written = { ...strayed, [path]: textOf(role, mark, feels('sloppy')) }
  return { type: 'says', files: written, output: lineOf(role, path, luck) }
}

const questionsOf = (count: number, mark: string): Answer => ({
  kind: 'questions',
  questions: Array.from({ length: count }, (_, nth) => ({ text: `${mark} ${nth}?`, why: '', options: [] })),
})

export function textOf(role: string, mark: string, isSloppy: boolean): string {
  if (role === 'spec/critic') return isSloppy ? `Bad: ${mark}\n` : `[C1] ${mark}\n[m1] Name\n`
  return isSloppy ? `# ${mark}\n` : draftOf(mark)
}

/** What a role says of its document; null in its counts if it does not tell them. */
function lineOf(role: string, path: string, luck: Random): Answer {
  if (luck.chance(0.1)) return { kind: 'line', line: 'Done!', parsed: null }
  if (role !== 'spec/critic')
    return {
      kind: 'line',
      line: `draft written — ${path}`,
      parsed: { type: 'written', what: 'document', path },
    }
  const [critical, major, minor] = [luck.int(0, 2), luck.int(0, 1), luck.int(0, 2)]
  return {
    kind: 'line',
    line: `critic_findings written — Critical=${critical}, Major=${major}, Minor=${minor}`,
    parsed: { type: 'written', what: 'critic-findings', critical, major, minor },
  }
}

/** What any role of a spec can answer. */
export const drawnAnswer = ({ role, artifacts = [] }: RunAgent<Answer>, luck: Random): Answer =>
  role === 'spec/interviewer' ? questionsOf(luck.int(0, 6), 'drawn') : lineOf(role, artifacts[0] ?? '', luck)
