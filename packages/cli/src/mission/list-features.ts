/** `harness mission features`: the feature queue as it lies in the checkout. */
import { exitCode } from '@harness/core/exit-code'
import { stripControl } from '@harness/shell/redaction/strip-control'
import type { CommandContext } from '../command.ts'
import { table } from '../terminal/table.ts'
import { claimsText } from './mission-facts.ts'
import { notPlanned, openDocuments } from './open-documents.ts'

export async function listFeatures({ terminal, json }: CommandContext, root: string): Promise<number> {
  const { features, contract } = await openDocuments(root)
  if (features === null) throw notPlanned('features')
  if (json) {
    terminal.print(JSON.stringify({ ok: true, features }, null, 2))
    return exitCode.done
  }
  const rows = features.map((feature) => [
    feature.id,
    feature.status,
    String(feature.attempts),
    claimsText(feature, contract ?? []),
    feature.dependsOn.join(', '),
    stripControl(feature.title),
  ])
  const heads = ['FEATURE', 'STATUS', 'ATTEMPTS', 'CLAIMS', 'DEPENDS ON', 'TITLE']
  terminal.print(table(heads, rows, terminal.columns(), terminal.colours.strong))
  const issues = features.flatMap(({ id, issues: open }) => open.map((issue) => ({ ...issue, of: id })))
  if (issues.length > 0) terminal.print(`\n${terminal.colours.strong('Open issues')}`)
  for (const { of: id, severity, title } of issues)
    terminal.print(stripControl(`  ${id} ${severity}: ${title}`))
  return exitCode.done
}
