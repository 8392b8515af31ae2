/**
 * Owns what `import { … } from 'harness-cli'` gives to a harness.config.ts. It resolves to the running program, so that
 * nothing is installed for it.
 */
import { subjectIn } from '../../kernel/ids.ts'

export type { AskHuman, GateAnswered } from '../../effects/ask-human.ts'
export type { CloseLane, LaneClosed } from '../../effects/close-lane.ts'
export type { LaneMerged, MergeLane, MergeRefused } from '../../effects/merge-lane.ts'
export type { LaneOpened, OpenLane } from '../../effects/open-lane.ts'
export type { AgentFinished, ContractBroken, RunAgent } from '../../effects/run-agent.ts'
export type { ChecksFinished, RunChecks } from '../../effects/run-checks.ts'
export type { LaneSynced, SyncConflicted, SyncLane } from '../../effects/sync-lane.ts'
export type { TimerFired, WakeAt } from '../../effects/wake-at.ts'
export { fenced } from '../../kernel/envelope.ts'
export type { Gate, GateChoice } from '../../kernel/gate.ts'
export { type Decision, perform } from '../../kernel/playbook.ts'
export {
  definePlaybook,
  type JsonSchema,
  type OwnAsked,
  type OwnOption,
  type OwnPlaybook,
  type OwnReport,
  type OwnRole,
  type OwnWord,
} from './definition.ts'
export type { Command, OwnEvent } from './effects.ts'
export { done, halted } from './endings.ts'
export type { OwnCall, OwnGate, Run } from './run.ts'

/** What a command was about: the lane, the subject of an agent's call, or the name of a gate. */
export const subjectOf = ({ commandId }: { readonly commandId: string }): string => subjectIn(commandId)
