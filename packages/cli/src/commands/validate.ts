/** `harness validate`: lists every problem of config, plans, their graph, the script and the state; changes nothing. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { counted } from '@harness/formats/text/amounts'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { CommandContext } from '../line/command.ts'
import { findProblems } from './validate/find-problems.ts'

/** Advice must not bury problems. */
const shownAdvice = 5

export async function validate(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const { problems, advice, looked } = await findProblems(context)
  const damaged = problems.some(({ exitCode: code }) => code === exitCode.stateDamaged)
  const code = damaged ? exitCode.stateDamaged : problems.length > 0 ? exitCode.usage : exitCode.done
  if (json) {
    terminal.print(
      JSON.stringify({ ok: problems.length === 0, exitCode: code, looked, problems, advice }, null, 2),
    )
    return code
  }
  const { good, bad, strong, faint } = terminal.colours
  for (const { area, message, next } of problems) {
    terminal.print(`${bad(area)}: ${stripControl(message)}`)
    terminal.print(faint(`  next: ${stripControl(next)}`))
  }
  for (const text of advice.slice(0, shownAdvice)) terminal.print(faint(`advice: ${stripControl(text)}`))
  if (advice.length > shownAdvice)
    terminal.print(faint(`and ${advice.length - shownAdvice} more with --json`))
  terminal.print(
    problems.length === 0
      ? `${good('valid:')} ${looked.join(', ')}`
      : `\n${strong(counted(problems.length, 'problem'))} in ${looked.join(', ')}`,
  )
  return code
}
