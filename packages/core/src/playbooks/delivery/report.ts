/** Owns the report a delivery ends with: what was merged or what stands in the way, with findings and evidence. */
import { passed } from '../../evidence.ts'
import { blockingFindings, describeFindings, followUps } from '../../findings-ledger.ts'
import type { DeliveryState } from './state.ts'

export function deliveryReport(state: DeliveryState, outcome: string): string {
  const { plan } = state.input
  const evidence = state.evidence.map(
    (item) =>
      `- ${passed(item) ? 'passed' : 'failed'}: ${item.check} (\`${item.run}\`, tree ${item.tree.slice(0, 12)})`,
  )
  return [
    `# ${plan.id} ${plan.title}`,
    outcome,
    ...section('Blocking findings', describeFindings(blockingFindings(state.findings))),
    ...section('Follow-ups', describeFindings(followUps(state.findings))),
    ...section('Evidence', evidence.join('\n')),
  ].join('\n\n')
}

const section = (title: string, text: string): readonly string[] =>
  text === '' ? [] : [`## ${title}\n\n${text}`]
