/** `harness mission contract`: every claim, how it stands, and which feature makes it true. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { countClaims, countsText } from '@harness/shell/playbooks/mission/mission-facts'
import type { CommandContext } from '../../line/command.ts'
import { statePlace } from '../../run/target/state-dir.ts'
import { table } from '../../terminal/table.ts'
import { droppedByPeople } from './dropped-by-people.ts'
import { elsewhereNote, missionCheckout } from './mission-checkout.ts'
import { notPlanned, openDocuments } from './open-documents.ts'

export async function listContract(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const place = await statePlace(context)
  const checkout = await missionCheckout(place)
  const { features, contract, warnings } = await openDocuments(checkout)
  if (contract === null) throw notPlanned('contract')
  const claimants = (claim: string): readonly string[] =>
    (features ?? []).filter(({ claims }) => claims.includes(claim)).map(({ id }) => id)
  const claims = contract.map((entry) => ({ ...entry, claimedBy: claimants(entry.id) }))
  const known = new Set(contract.map(({ id }) => id))
  const unknown = [...new Set((features ?? []).flatMap((feature) => feature.claims))].filter(
    (id) => !known.has(id),
  )
  const dropped = await droppedByPeople(context.playbooks, place.runs)
  const isDropped = (id: string): boolean => dropped.some((one) => one.claims.includes(id))
  const problems = [
    ...warnings,
    ...claims
      .filter(({ id, claimedBy }) => claimedBy.length === 0 && !isDropped(id))
      .map(({ id }) => `No feature claims ${id}.`),
    ...unknown.map((id) => `A feature claims ${id}, which is not in the contract.`),
  ]
  const counts = countClaims(contract, dropped)
  if (json) {
    terminal.print(JSON.stringify({ ok: true, checkout, counts, claims, problems }, null, 2))
    return exitCode.done
  }
  const { strong, warn } = terminal.colours
  const elsewhere = elsewhereNote(checkout, place.root)
  if (elsewhere !== null) terminal.print(terminal.colours.warn(elsewhere))
  const rows = claims.map(({ id, status, claimedBy, assertion }) => [
    id,
    status,
    claimedBy.join(', '),
    stripControl(assertion),
  ])
  terminal.print(table(['CLAIM', 'STATUS', 'CLAIMED BY', 'ASSERTION'], rows, terminal.columns(), strong))
  terminal.print(`\n${countsText(counts)}`)
  for (const problem of problems) terminal.print(warn(stripControl(problem)))
  return exitCode.done
}
