/** `harness handbook lint`: every mistake and doubt, with its line. */
import { exitCode } from '@harness/core/exit-code'
import { stripControl } from '@harness/shell/redaction/strip-control'
import type { CommandContext } from '../command.ts'
import { counted } from '../terminal/amounts.ts'
import { errorsIn, lintedFolder } from './linted-folder.ts'

export async function lintHere({ terminal, json }: CommandContext, root: string): Promise<number> {
  const { findings, documents } = await lintedFolder(root)
  const code = findings.length > 0 ? exitCode.halted : exitCode.done
  if (json) {
    terminal.print(JSON.stringify({ ok: findings.length === 0, exitCode: code, findings }, null, 2))
    return code
  }
  const { good, bad, strong, faint } = terminal.colours
  for (const { severity, rule, file, line, column, message } of findings) {
    const place = [file, line, column].filter((part) => part !== null).join(':')
    const paint = severity === 'error' ? bad : strong
    terminal.print(`${paint(severity)} ${place} ${stripControl(message)} ${faint(rule)}`)
  }
  const { prompts, phases } = documents.handbook
  const looked = `${counted(prompts.length, 'prompt')} in ${counted(phases.length, 'phase')}`
  const errors = errorsIn(findings).length
  terminal.print(
    findings.length === 0
      ? `${good('right:')} ${looked}`
      : `\n${strong(`${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`)} in ${looked}`,
  )
  return code
}
