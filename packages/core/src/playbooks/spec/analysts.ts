/** Owns the analysts of a deep spec, who work side by side, each in a lane of its own. */
import type { OpenLane } from '../../effects/open-lane.ts'
import { asLaneName } from '../../kernel/ids.ts'
import type { Decision } from '../../kernel/playbook.ts'
import { unattended } from '../../kernel/unattended.ts'
import { nextId } from '../../work/dispatch.ts'
import { decideSeats, evolveSeats, newSeat, type Seat } from '../../work/seats.ts'
import type { Answer } from './answers.ts'
import { analysisPath, notWritten, writeCall } from './calls.ts'
import type { Command, Outcome } from './effects.ts'
import { type Analyst, analysts, type SpecInput, type SpecRole } from './input.ts'
import { analysisSlices } from './slices.ts'
import type { Analysing } from './state.ts'
import type { SpecWords } from './words.ts'

/** Its artifact is the path of the analysis. */
export type AnalystSeat = Seat<string, Answer>

export const analystSeats = (mostAgain: number): readonly AnalystSeat[] =>
  analysts.map((analyst) =>
    newSeat(
      {
        subject: analyst,
        role: `spec/${analyst}-analyst` satisfies SpecRole,
        artifact: analysisPath(analyst),
      },
      mostAgain,
    ),
  )

export const laneOf = ({ runId, baseBranch }: SpecInput, part?: Analyst): Omit<OpenLane, 'type' | 'id'> => {
  const name = part === undefined ? `spec-${runId}` : `spec-${runId}-${part}`
  return { lane: asLaneName(name), branch: `harness/${name}`, baseBranch }
}

export const decideAnalyses = (state: Analysing, words: SpecWords): Decision<Command> =>
  decideSeats(state.seats, {
    idFor: (phase, subject) => nextId(state, phase, subject),
    laneFor: ({ subject }) => laneOf(state.input, subject as Analyst),
    call: (seat) => callAnalyst(state, seat, words),
    endOf: ({ role, artifact }) => ({
      reason: words.ends.noDocument(role, artifact ?? ''),
      next: 'harness resume',
    }),
  })

function callAnalyst(
  state: Analysing,
  { subject, role, artifact, lane, retries }: AnalystSeat,
  words: SpecWords,
) {
  const path = artifact ?? ''
  const problems = retries.again.used === 0 ? [] : [notWritten(path)]
  return writeCall(state.input, path, {
    id: nextId(state, 'analyse', subject),
    role: role as SpecRole,
    lane: lane ?? state.lane,
    slices: analysisSlices(state, words, { path, problems }),
  })
}

/** A failing analyst asks no person: it stops. */
export const evolveAnalysts = (seats: readonly AnalystSeat[], event: Outcome): readonly AnalystSeat[] =>
  evolveSeats(seats, event, { pathOf: (path) => path }).map(unattended)
