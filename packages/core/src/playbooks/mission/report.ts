/** Owns the report a mission ends with: features, claims with their evidence, cost, and what people should hear of. */
import { counted } from '../../kernel/counted.ts'
import { bulleted, section } from '../../work/report-sections.ts'
import { describeSpent } from './caps.ts'
import { droppedOf, namesDropped } from './dropped.ts'
import { contractOf, featuresOf } from './features.ts'
import type { MissionState } from './state.ts'

export const missionReport = (state: MissionState, outcome: string): string =>
  [
    '# The mission',
    outcome,
    ...section(
      'Features',
      featuresOf(state)
        .map(({ id, title, status, attempts }) => `- ${id} ${title}: ${status}, attempts ${attempts}`)
        .join('\n'),
    ),
    ...section('By hand', bulleted(state.byHand)),
    ...section('Dropped', bulleted(droppedOf(state).map((one) => namesDropped([one])))),
    ...section(
      'Claims',
      contractOf(state)
        .map(({ id, assertion, status, evidence }) =>
          [`- ${id} ${status}: ${assertion}`, ...(evidence === '' ? [] : [indented(evidence)])].join('\n'),
        )
        .join('\n'),
    ),
    ...section(
      'Cost',
      `${describeSpent(state)} in ${counted(state.spent.calls, 'call')} and ${counted(state.iteration, 'iteration')}.`,
    ),
    ...section('Notes', bulleted(state.notes)),
  ].join('\n\n')

const indented = (text: string): string => `  ${text.trim().replaceAll('\n', '\n  ')}`
