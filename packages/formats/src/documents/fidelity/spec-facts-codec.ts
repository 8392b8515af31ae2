/**
 * Reads what an audit is made of, as a tree has it. Its files are the spec, its acceptance file, and the folders of the
 * active and of the completed plans. A plan with a mistake is left out; the graph says what is wrong with it.
 */
import type { SpecFacts } from '@harness/core/playbooks/fidelity/facts'
import { fidelityPlanId } from '@harness/core/work/plan-graph'
import { parsed } from '../../text/format-problem.ts'
import { criteriaIn } from '../acceptance/acceptance-file.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { plansIn } from '../plan/plans-in-folder.ts'

export const specFactsCodec: DocumentCodec<SpecFacts> = {
  format: 'acceptance',
  inPlace: null,
  walk: (text) => text,
  parse(text, [acceptance = null, active = null, completed = null]) {
    const plans = [...plansIn(active, 'active').plans, ...plansIn(completed, 'completed').plans]
    return parsed({
      text,
      criteria: criteriaIn(acceptance ?? '').map(({ tag, text: words }) => ({ tag, text: words })),
      plans,
      isUnderReview: plans.some(({ id, place }) => id === fidelityPlanId && place === 'active'),
    })
  },
}
