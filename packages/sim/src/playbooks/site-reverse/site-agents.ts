/** Owns simulated analysts: sound analyses, and from the seed all that can happen instead of them. */
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import { turnOf } from '../../world/agent-turn.ts'
import type { AgentAct, Agents } from '../../world/agents.ts'
import { type Feels, feeling, troubled } from '../../world/moods.ts'
import type { Files } from '../../world/repository.ts'
import { analysisOf } from './input.ts'

/** How likely each mistake is. */
export interface Moods {
  readonly trouble: number
  /** It answers with something else than an analysis. */
  readonly prose: number
  /** It changes files, which it may not. */
  readonly strays: number
  /** It cites a page that was not captured. */
  readonly invents: number
}

export const steady: Moods = { trouble: 0, prose: 0, strays: 0, invents: 0 }

export const drawnMoods = (random: Random): Moods => ({
  trouble: random.pick([0, 0, 0.2]),
  prose: random.pick([0, 0.1, 0.4]),
  strays: random.pick([0, 0.1, 0.4]),
  invents: random.pick([0, 0.3, 0.9]),
})

export const siteAgents = (stage: Stage, moods: Moods): Agents => ({
  turnOf(command, files, turn) {
    const luck = stage.random.about(`${command.id} turn ${turn}`)
    const act = analysed(files, `${command.id}-${turn}`, feeling(stage, luck, moods), luck)
    return turnOf(command, act, luck.int(10_000, 300_000), stage.random)
  },
})

function analysed(files: Files, mark: string, feels: Feels<keyof Moods>, luck: Random): AgentAct {
  if (feels('trouble')) return troubled(files, luck)
  if (feels('prose')) return luck.pick([{ type: 'breaks-contract', files } as const, { type: 'text', files }])
  return {
    type: 'says',
    files: feels('strays') ? { ...files, 'src/stray.js': mark } : files,
    output: { kind: 'site-analysis', analysis: analysisOf(mark, feels('invents') ? '/nowhere' : '/cart') },
  }
}
