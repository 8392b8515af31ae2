/** `harness handbook lint`: every mistake and doubt, with its line. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { placeOfLint } from '@harness/formats/documents/handbook/describe-lint'
import { counted } from '@harness/formats/text/amounts'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { readHandbookFolder } from '@harness/shell/playbooks/handbook/handbook-folder'
import { handbookProviders, preflight } from '@harness/shell/playbooks/handbook/preflight'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { errorsIn } from './linted-folder.ts'

export async function lintHere(context: CommandContext, root: string, given: Given): Promise<number> {
  const { terminal, json, env: environment } = context
  // Without it there is no point in reading a config.
  await readHandbookFolder(root)
  const { config, isProviderChosen } = await defaultTarget(
    context,
    'harness handbook',
    textOption(given, 'provider'),
    'look',
  )
  const providers = isProviderChosen ? handbookProviders(config.agent) : []
  const { findings, documents } = await preflight({ repoRoot: root, config, environment, providers })
  const errors = errorsIn(findings).length
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  const isRight = errors + warnings === 0
  const code = isRight ? exitCode.done : exitCode.halted
  if (json) {
    terminal.print(JSON.stringify({ ok: isRight, exitCode: code, findings }, null, 2))
    return code
  }
  const { good, bad, strong, faint } = terminal.colours
  for (const finding of findings) {
    const { severity, rule, message } = finding
    const paint = { error: bad, warning: strong, note: faint }[severity]
    terminal.print(`${paint(severity)} ${placeOfLint(finding)} ${stripControl(message)} ${faint(rule)}`)
  }
  const { prompts, phases } = documents.handbook
  const looked = `${counted(prompts.length, 'prompt')} in ${counted(phases.length, 'phase')}`
  terminal.print(
    isRight
      ? `${good('right:')} ${looked}`
      : `\n${strong(`${counted(errors, 'error')}, ${counted(warnings, 'warning')}`)} in ${looked}`,
  )
  return code
}
