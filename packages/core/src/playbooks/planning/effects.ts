/** Owns the effects that planning wants. */
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { AgentFinished as Finished, RunAgent as Run } from '../../effects/run-agent.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { OutcomeOf } from '../../kernel/effect.ts'
import type { Answer } from './answers.ts'
import type { WritePlans } from './documents.ts'

export type AgentFinished = Finished<Answer>

export type Command = OpenLane | Run<Answer> | CloseLane | AskHuman | WakeAt | WritePlans

export type Outcome = OutcomeOf<Command>
