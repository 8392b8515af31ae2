/**
 * Owns the body of a pull request. The PR writer says what the change is and what could go wrong; plan, evidence and
 * follow-ups are the harness's own facts, so that no agent can claim them. Words of agents mention no account and close no issue.
 */

import { describeWaivers } from '../../kernel/waiver.ts'
import { describeFindings, followUps } from '../../work/findings-ledger.ts'
import { quiet } from '../../work/quiet.ts'
import { describeEvidence } from '../../work/report-sections.ts'
import type { Shared } from './state.ts'

export const pullTitle = ({ input }: Shared): string => `${input.plan.id} ${input.plan.title}`

export function pullBody(state: Shared): string {
  const { plan } = state.input
  const tags = plan.acceptanceTags.map((tag) => `- \`${tag}\``).join('\n')
  return [
    ['Summary', quiet(state.pullText?.summary)],
    ['Plan', `\`${plan.path}\`: ${plan.title}${tags === '' ? '' : `\n\nAcceptance tags:\n${tags}`}`],
    ['Validation', [describeEvidence(state.evidence), ...state.notes.map((note) => `- ${note}`)].join('\n')],
    ['Risks', quiet(state.pullText?.risks)],
    ['Follow-Ups', quiet(describeFindings(followUps(state.findings)))],
    ...(state.waivers.length === 0 ? [] : [['Waivers', quiet(describeWaivers(state.waivers))]]),
  ]
    .map(([title, text]) => `## ${title}\n\n${text?.trim() || 'None.'}\n`)
    .join('\n')
}
