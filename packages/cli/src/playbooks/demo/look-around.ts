/** Owns what every demo ends with: what was merged, and the commands by which one sees more of it. */
import { gitOk } from '@harness/shell/machine/git/git'
import type { CommandContext } from '../../line/command.ts'

type Say = (text: string) => void

export function tellLookingAround(
  { terminal }: Pick<CommandContext, 'terminal'>,
  say: Say,
  commands: readonly (readonly [command: string, does: string])[],
): void {
  const { strong, faint } = terminal.colours
  say(`\n${strong('Look around')}`)
  for (const [command, does] of commands) say(`  ${command}\n      ${faint(does)}`)
}

export async function tellMerges(
  { terminal }: Pick<CommandContext, 'terminal'>,
  say: Say,
  folder: string,
): Promise<void> {
  const { stdout } = await gitOk(folder, ['log', '--merges', '--format=%h %s', 'main'])
  say(`\n${terminal.colours.strong('Merged into main')}\n${stdout.trimEnd().replaceAll(/^/gm, '  ')}`)
}
