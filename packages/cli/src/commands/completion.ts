/** `harness completion`: prints a script made from the command tree, and answers that script's questions for ids. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { type CommandContext, type Given, textOption } from '../line/command.ts'
import { bashScript } from '../line/completion/bash.ts'
import { fishScript } from '../line/completion/fish.ts'
import { zshScript } from '../line/completion/zsh.ts'
import { candidateIds } from './completion/candidate-ids.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export async function completion(context: CommandContext, given: Given): Promise<number> {
  const kind = textOption(given, 'ids')
  if (kind !== null) {
    const ids = await candidateIds(context, kind, textOption(given, 'of'))
    if (ids.length > 0) context.terminal.print(ids.join('\n'))
    return exitCode.done
  }
  const [shell] = given.args
  if (shell === undefined || !Object.hasOwn(scripts, shell)) {
    throw new UserError(
      'usage',
      shell === undefined ? 'A shell must be named.' : `There is no completion for ${shell}.`,
      { next: 'harness completion bash, zsh or fish' },
    )
  }
  const script = scripts[shell as keyof typeof scripts](context.commands)
  context.terminal.printAsIs(context.json ? JSON.stringify({ shell, script }, null, 2) : script)
  return exitCode.done
}
