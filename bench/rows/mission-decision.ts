/** How long one decision takes among many features. */

import { invariant } from '@harness/core/kernel/invariant'
import { nextDecision } from '@harness/core/playbooks/mission/decisions/decisions'
import { initialState } from '@harness/core/playbooks/mission/state/initial-state'
import type { ContractEntry, Feature } from '@harness/core/playbooks/mission/state/mission-document'
import { plainInput } from '@harness/core/playbooks/mission/state/plain-input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { interleaved, timed } from '../interleaved.ts'
import type { Row } from '../row.ts'

const many = 1_000

export async function missionDecision(): Promise<readonly Row[]> {
  const state = halfway()
  const ms = await interleaved(
    { decide: () => timed(() => invariant(nextDecision(state)?.name === 'NEXT_WORKER', 'one is ready')) },
    { fewest: 51, most: 501, forMs: 3_000 },
  )
  return [
    {
      row: `decision among ${many} features`,
      measured: ms.decide,
      unit: 'ms',
      floor: null,
      goal: { type: 'absolute', atMost: 2 },
      remark: 'half of them passed, each depends on the two before it',
    },
  ]
}

const idOf = (nth: number): string => `F-${String(nth + 1).padStart(4, '0')}`
const claimOf = (nth: number): string => `VAL-B-${String(nth + 1).padStart(4, '0')}`

function halfway(): MissionState {
  const nths = Array.from({ length: many }, (_, nth) => nth)
  const isPassed = (nth: number): boolean => nth < many / 2
  const features = nths.map(
    (nth): Feature => ({
      id: idOf(nth),
      title: `Feature ${nth}`,
      summary: 'It works.',
      description: '',
      claims: [claimOf(nth)],
      dependsOn: [nth - 1, nth - 2].filter((one) => one >= 0).map(idOf),
      status: isPassed(nth) ? 'passed' : 'todo',
      attempts: isPassed(nth) ? 1 : 0,
      issues: [],
      notes: '',
      fixes: null,
      sourceIssueId: null,
    }),
  )
  const contract = nths.map(
    (nth): ContractEntry => ({
      id: claimOf(nth),
      assertion: 'It works',
      verify: 'Look.',
      evidence: isPassed(nth) ? 'it says "done"' : '',
      status: isPassed(nth) ? 'PASS' : 'TODO',
      rulings: [],
    }),
  )
  const memory = { summary: '', long: '', identities: {} }
  return {
    ...initialState({ ...plainInput, isolation: { ...plainInput.isolation, lanes: 4 } }),
    at: { phase: 'idle' },
    documents: { spec: '', features, contract, memory },
    proven: Object.fromEntries(nths.filter(isPassed).map((nth) => [claimOf(nth), 'It works'])),
  }
}
