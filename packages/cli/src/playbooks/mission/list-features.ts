/** `harness mission features`: the feature queue as it is in the checkout. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { claimsText, heldClaims } from '@harness/shell/playbooks/mission/mission-facts'
import type { CommandContext } from '../../line/command.ts'
import { statePlace } from '../../run/target/state-dir.ts'
import { table } from '../../terminal/table.ts'
import { elsewhereNote, missionCheckout } from './mission-checkout.ts'
import { notPlanned, openDocuments } from './open-documents.ts'

export async function listFeatures(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const place = await statePlace(context)
  const checkout = await missionCheckout(place)
  const { features, contract } = await openDocuments(checkout)
  if (features === null) throw notPlanned('features')
  if (json) {
    terminal.print(JSON.stringify({ ok: true, checkout, features }, null, 2))
    return exitCode.done
  }
  const elsewhere = elsewhereNote(checkout, place.root)
  if (elsewhere !== null) terminal.print(terminal.colours.warn(elsewhere))
  const held = heldClaims(contract ?? [])
  const rows = features.map((feature) => [
    feature.id,
    feature.status,
    String(feature.attempts),
    claimsText(feature, held),
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
