/** Every command and event that a built-in playbook knows. */
import type { AgentFinished as Finished, RunAgent as Run } from '../effects/run-agent.ts'
import type { OutcomeOf } from '../kernel/effect.ts'
import type { RunEvent } from '../kernel/event.ts'
import type { Answer as DeliveryAnswer } from './delivery/answers.ts'
import type { Command as DeliveryCommand } from './delivery/effects.ts'
import type { Answer as HandbookAnswer } from './handbook/answers.ts'
import type { Command as HandbookCommand } from './handbook/effects.ts'
import type { Answer as GenerationAnswer } from './handbook-generation/answers.ts'
import type { Command as GenerationCommand } from './handbook-generation/effects.ts'
import type { Answer as MissionAnswer } from './mission/answers.ts'
import type { Command as MissionCommand } from './mission/effects.ts'

type Own = DeliveryCommand | HandbookCommand | GenerationCommand | MissionCommand
export type Command = Exclude<Own, { readonly type: 'RunAgent' }> | Run<AgentOutput>
export type Outcome = OutcomeOf<Command>
export type Event = RunEvent<Command> | Outcome
export type AgentOutput = DeliveryAnswer | HandbookAnswer | GenerationAnswer | MissionAnswer

export type RunAgent = Run<AgentOutput>
export type AgentFinished = Finished<AgentOutput>
