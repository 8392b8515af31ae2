/** How an operator starts this program again: by its name if it is installed, else by its path. */
import { basename } from 'node:path'
import type { CommandContext } from '../line/command.ts'

export const ownCommand = ({ programPath }: Pick<CommandContext, 'programPath'>): string =>
  basename(programPath) === 'harness' ? 'harness' : `node ${programPath}`
