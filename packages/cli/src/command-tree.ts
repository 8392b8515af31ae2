/** Owns which commands there are, what they take and what their help says. Parsing, help and completion are made from it. */
import type { CommandSpec } from './command.ts'
import { checkCommands } from './tree/check-commands.ts'
import { decideCommands } from './tree/decide-commands.ts'
import { deliverCommands } from './tree/deliver-commands.ts'
import { lookCommands } from './tree/look-commands.ts'
import { playbookCommands } from './tree/playbook-commands.ts'
import { startCommands } from './tree/start-commands.ts'

export const commandTree: readonly CommandSpec[] = [
  ...startCommands,
  ...deliverCommands,
  ...playbookCommands,
  ...decideCommands,
  ...lookCommands,
  ...checkCommands,
]
