/** Owns agents whose moods decide, from the seed, what goes wrong in a turn. */
import type { AgentErrorKind } from '@harness/core/kernel/agent'
import type { Random } from '../engine/random.ts'
import type { Stage } from '../engine/scenario.ts'
import type { AgentAct } from './agents.ts'
import type { Files } from './repository.ts'

/** True if the mood strikes now. */
export type Feels<Mood extends string> = (mood: Mood) => boolean

export const feeling =
  <Mood extends string>(stage: Stage, luck: Random, moods: Readonly<Record<Mood, number>>): Feels<Mood> =>
  (mood) => {
    const does = luck.chance(moods[mood])
    if (does) stage.tally.note(`agent: ${mood}`)
    return does
  }

const kinds: readonly AgentErrorKind[] = ['rate_limit', 'network', 'timeout', 'auth', 'unknown']

export const troubled = (files: Files, luck: Random): AgentAct => ({
  type: 'fails',
  files,
  error: { kind: luck.pick(kinds), message: 'it failed' },
})
