/** Owns how much of an agent's free text is kept for people and other agents. */
import { type CommandId, showCommand } from '../kernel/ids.ts'

const longestSaid = 4_000

/** The beginning of a long answer, and where all of it is. `run` is the name under which `harness show` finds the run. */
export function boundedAnswer(
  run: string,
  { text, commandId }: { readonly text: string; readonly commandId: CommandId },
): string {
  const said = text.trim()
  if (said.length <= longestSaid) return said
  return `${said.slice(0, longestSaid)}\n… (all of it: ${showCommand(run, commandId)})`
}
