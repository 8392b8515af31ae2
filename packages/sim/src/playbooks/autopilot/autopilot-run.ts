/** Owns the names of the playbook that is simulated, and of its states. */
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'

export type AutopilotRun = AutopilotState
export type AutopilotPlaybook = Playbook<AutopilotInput, AutopilotState, Command>
