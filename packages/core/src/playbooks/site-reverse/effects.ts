/** Owns the effects that site-reverse wants. */
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CaptureSite } from '../../effects/capture-site.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { AgentFinished as Finished, RunAgent as Run } from '../../effects/run-agent.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { OutcomeOf } from '../../kernel/effect.ts'
import type { Answer } from './answers.ts'
import type { WriteSpec } from './documents.ts'

export type AgentFinished = Finished<Answer>

export type Command = CaptureSite | OpenLane | Run<Answer> | CloseLane | AskHuman | WakeAt | WriteSpec

export type Outcome = OutcomeOf<Command>
