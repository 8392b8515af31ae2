/** Tells the operator if a command that only looks goes by an earlier harness.config.ts than the one that is there. */
import { findConfig } from '@harness/shell/effects/documents/load-config'
import { readProgram } from '@harness/shell/effects/documents/program-files'
import { programItems } from '@harness/shell/effects/trusted/trust-items'
import { readTrust } from '@harness/shell/store/trusted/trust-file'
import type { CommandContext } from '../../line/command.ts'
import { isTrusted } from './require-trust.ts'

export async function tellStale(
  { env, terminal }: Pick<CommandContext, 'env' | 'terminal'>,
  root: string,
): Promise<void> {
  const source = await findConfig(root)
  if (source?.type !== 'program') return
  if (isTrusted(readTrust(env, root), programItems('program', await readProgram(root, source.file)))) return
  terminal.note(
    `Note: ${source.file} changed since you trusted it; this goes by what you trusted (harness trust).`,
  )
}
