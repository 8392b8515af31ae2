/** Owns what a mission is before anything has happened. */
import { emptyBudget } from '../../../kernel/budget-ledger.ts'
import { freshRetries } from './flight.ts'
import type { MissionInput } from './input.ts'
import { eachPaper } from './mission-contents.ts'
import { type MissionState, reading } from './state.ts'

export const initialState = (input: MissionInput): MissionState => ({
  input,
  confined: false,
  at: reading(),
  documents: null,
  digests: eachPaper(() => null),
  facts: { planVerdict: null, planNotes: [], fired: [], hooks: [] },
  outbox: [],
  writing: null,
  proven: {},
  landed: [],
  unmerged: [],
  byHand: [],
  removed: [],
  desk: null,
  flights: [],
  errands: [],
  openIssues: [],
  smokeFailures: 0,
  leftDocs: [],
  raw: [],
  uncurated: 0,
  tricks: [],
  said: [],
  iteration: 0,
  iterationLimit: input.maxIterations,
  spent: emptyBudget,
  reserved: {},
  dearest: {},
  allowance: 1,
  warned: [],
  dispatched: {},
  notes: [],
  notesSaid: 0,
  retries: freshRetries,
  hurdle: null,
  voided: null,
  ...known(input),
})

/** Of refusals, those at checkpoints that the config still has. */
function known({ carried = {}, checkpoints, documenter }: MissionInput) {
  const { spec: _spec, features: _features, firings = [], undocumented = [], ...known } = carried
  return {
    ...known,
    undocumented: documenter === 'off' ? [] : undocumented,
    firings: firings.filter(
      ({ name, refusals = [] }) => refusals.length > 0 && checkpoints.some((one) => one.name === name),
    ),
  }
}
