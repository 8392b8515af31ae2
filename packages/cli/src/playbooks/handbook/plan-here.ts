/** `harness handbook plan`: what would be dispatched, in which order and batches, and what each agent would be told. */
import { renderSlice, type Slice } from '@harness/core/kernel/envelope'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { doneBefore } from '@harness/core/playbooks/handbook/endings'
import { type ForeseenStep, foresee } from '@harness/core/playbooks/handbook/foresee'
import { counted, tokensText } from '@harness/formats/text/amounts'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { closesKnown } from '@harness/shell/playbooks/handbook/adopt-sidecars'
import { handbookProviders } from '@harness/shell/playbooks/handbook/preflight'
import { missingSlashCommands } from '@harness/shell/playbooks/handbook/slash-commands'
import type { CommandContext } from '../../line/command.ts'
import { extensionLine, trustedExtensions } from '../../run/target/trusted-extensions.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { table } from '../../terminal/table.ts'
import { errorsIn, lintedFolder } from './linted-folder.ts'

/** Good enough to see which envelope is large; what a provider counts is in the journal of a run. */
const charactersPerToken = 4

export async function planHere(context: CommandContext, root: string): Promise<number> {
  const { terminal, json } = context
  const { documents, findings } = await lintedFolder(root)
  const errors = errorsIn(findings).length
  if (errors > 0)
    throw new UserError('handbook-invalid', `The handbook has ${counted(errors, 'error')}.`, {
      next: 'See them with: harness handbook lint',
    })
  const known = await closesKnown(root)
  const steps = foresee(
    { documents, critiques: {}, briefs: {}, records: known?.records ?? [], punchList: [] },
    known,
  )
  const { config, isProviderChosen } = await defaultTarget(context, 'harness handbook', null, 'look')
  const { trusted, problems } = await trustedExtensions({ root, config }, context.env)
  const providers = isProviderChosen ? handbookProviders(config.agent) : []
  const untrusted = missingSlashCommands(documents.handbook, config.agent.trust, providers)
  if (json) {
    const told = { ok: true, steps: steps.map(sized), trusted, problems, untrusted }
    terminal.print(JSON.stringify(told, null, 2))
    return exitCode.done
  }
  if (steps.length === 0) {
    terminal.print(`Nothing would be run: all of it was done before. ${doneBefore.suggestion}`)
    return exitCode.done
  }
  const rows = steps.flatMap((step, index) => rowsOf(step, index + 1))
  const heads = ['STEP', 'WHAT', 'WHERE', 'TOKENS', 'SLICES']
  terminal.print(table(heads, rows, terminal.columns(), terminal.colours.strong))
  const total = steps
    .flatMap(({ dispatches }) => dispatches)
    .reduce((sum, it) => sum + tokensOf(it.slices), 0)
  terminal.print('')
  terminal.print(
    `${counted(steps.length, 'step')}, about ${tokensText(total)} of envelopes, where every prompt passes at its first go.`,
  )
  for (const one of trusted) terminal.print(stripControl(`Agents may use the ${extensionLine(one)}.`))
  for (const { evidence } of problems)
    terminal.print(terminal.colours.warn(stripControl(`Note: ${evidence}.`)))
  for (const message of untrusted) terminal.print(terminal.colours.warn(stripControl(`Note: ${message}`)))
  return exitCode.done
}

const tokensOf = (slices: readonly Slice[]): number =>
  Math.ceil(slices.reduce((sum, slice) => sum + renderSlice(slice).length, 0) / charactersPerToken)

const sized = (step: ForeseenStep) => ({
  ...step,
  dispatches: step.dispatches.map(({ slices, ...dispatch }) => ({
    ...dispatch,
    tokens: tokensOf(slices),
    slices: slices.map((slice) => ({ label: slice.label, tokens: tokensOf([slice]) })),
  })),
})

function rowsOf(step: ForeseenStep, number: number): readonly (readonly string[])[] {
  const dispatches = step.dispatches.map(({ subject, part, inWorktree, slices }) => [
    String(number),
    part === 'work' || part === subject ? subject : `${subject} ${part}`,
    inWorktree ? 'worktree' : 'main tree',
    String(tokensOf(slices)),
    stripControl(slices.map(({ label }) => label).join(', ')),
  ])
  const commands = step.commands.map((command) => [
    String(number),
    step.rationale,
    'main tree',
    '',
    stripControl(command),
  ])
  const all = [...commands, ...dispatches]
  return all.length > 0 ? all : [[String(number), 'tick', '', '', step.rationale]]
}
