/** Owns which commands there are, what they take and what their help says. Parsing, help and completion are made from it. */

import { checkCommands } from './commands/tree/check-commands.ts'
import { daemonCommands } from './commands/tree/daemon-commands.ts'
import { decideCommands } from './commands/tree/decide-commands.ts'
import { deliverCommands } from './commands/tree/deliver-commands.ts'
import { lookCommands } from './commands/tree/look-commands.ts'
import { startCommands } from './commands/tree/start-commands.ts'
import type { CommandSpec } from './line/command.ts'
import { autopilotCommands, learningsCommands } from './playbooks/autopilot/commands.ts'
import { deliveryCommands, nextCommands } from './playbooks/delivery/commands.ts'
import { demoCommands } from './playbooks/demo/commands.ts'
import { fidelityCommands } from './playbooks/fidelity/commands.ts'
import { handbookCommands } from './playbooks/handbook/commands.ts'
import { missionCommands } from './playbooks/mission/commands.ts'
import { planningCommands } from './playbooks/planning/commands.ts'
import { registeredPlaybooks } from './playbooks/registered.ts'
import { releaseCommands, traceCommands } from './playbooks/release/commands.ts'
import { siteReverseCommands } from './playbooks/site-reverse/commands.ts'
import { specCommands } from './playbooks/spec/commands.ts'
import { workflowCommands } from './playbooks/workflow/commands.ts'

export const commandTree: readonly CommandSpec[] = [
  ...startCommands,
  ...demoCommands,
  ...deliveryCommands,
  ...handbookCommands,
  ...missionCommands,
  ...workflowCommands,
  ...autopilotCommands,
  ...daemonCommands,
  ...deliverCommands,
  ...specCommands,
  ...planningCommands,
  ...siteReverseCommands,
  ...fidelityCommands,
  ...releaseCommands,
  ...decideCommands,
  ...lookCommands,
  ...nextCommands,
  ...checkCommands(registeredPlaybooks.roles.map(({ role }) => role)),
  ...traceCommands,
  ...learningsCommands,
]
