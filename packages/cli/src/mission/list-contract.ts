/** `harness mission contract`: every claim, how it stands, and which feature makes it true. */
import { exitCode } from '@harness/core/exit-code'
import { stripControl } from '@harness/shell/redaction/strip-control'
import type { CommandContext } from '../command.ts'
import { table } from '../terminal/table.ts'
import { countClaims } from './mission-facts.ts'
import { notPlanned, openDocuments } from './open-documents.ts'

export async function listContract({ terminal, json }: CommandContext, root: string): Promise<number> {
  const { features, contract, warnings } = await openDocuments(root)
  if (contract === null) throw notPlanned('contract')
  const claimants = (claim: string): readonly string[] =>
    (features ?? []).filter(({ claims }) => claims.includes(claim)).map(({ id }) => id)
  const claims = contract.map((entry) => ({ ...entry, claimedBy: claimants(entry.id) }))
  const known = new Set(contract.map(({ id }) => id))
  const unknown = [...new Set((features ?? []).flatMap((feature) => feature.claims))].filter(
    (id) => !known.has(id),
  )
  const problems = [
    ...warnings,
    ...claims.filter(({ claimedBy }) => claimedBy.length === 0).map(({ id }) => `No feature claims ${id}.`),
    ...unknown.map((id) => `A feature claims ${id}, which is not in the contract.`),
  ]
  const counts = countClaims(contract)
  if (json) {
    terminal.print(JSON.stringify({ ok: true, counts, claims, problems }, null, 2))
    return exitCode.done
  }
  const { strong, warn } = terminal.colours
  const rows = claims.map(({ id, status, claimedBy, assertion }) => [
    id,
    status,
    claimedBy.join(', '),
    stripControl(assertion),
  ])
  terminal.print(table(['CLAIM', 'STATUS', 'CLAIMED BY', 'ASSERTION'], rows, terminal.columns(), strong))
  terminal.print(`\n${counts.pass} pass, ${counts.fail} fail, ${counts.todo} to do`)
  for (const problem of problems) terminal.print(warn(stripControl(problem)))
  return exitCode.done
}
