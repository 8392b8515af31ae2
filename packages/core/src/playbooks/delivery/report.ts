/** Owns the report a delivery ends with: what was merged or what prevents it, with findings and evidence. */

import { describeWaivers } from '../../kernel/waiver.ts'
import { describeDisputes } from '../../work/disputes.ts'
import { blockingFindings, describeFindings, followUps } from '../../work/findings-ledger.ts'
import { bulleted, describeEvidence, section } from '../../work/report-sections.ts'
import { byHandIn } from './by-hand.ts'
import type { DeliveryState } from './state.ts'

export function deliveryReport(state: DeliveryState, outcome: string): string {
  const { plan } = state.input
  return [
    `# ${plan.id} ${plan.title}`,
    outcome,
    ...section('Pull request', state.pull?.url ?? ''),
    ...section('Blocking findings', describeFindings(blockingFindings(state.findings))),
    ...section(
      'By hand',
      bulleted('elsewhere' in state && state.elsewhere !== undefined ? [byHandIn(state)] : []),
    ),
    ...section('Disputed findings', describeDisputes(state.findings)),
    ...section('Waivers', describeWaivers(state.waivers)),
    ...section('Follow-ups', describeFindings(followUps(state.findings))),
    ...section('Evidence', describeEvidence(state.evidence)),
    ...section('Notes', bulleted(state.notes)),
  ].join('\n\n')
}
