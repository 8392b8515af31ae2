/** What the making of a spec wants done next: ask, analyse, draft, criticise, revise, write. Pure and total. */
import { invariant } from '../../kernel/invariant.ts'
import { type Decision, perform } from '../../kernel/playbook.ts'
import { waitOrStop } from '../../work/attempts.ts'
import { conventionsFile } from '../../work/conventions.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane } from '../../work/lane.ts'
import { decideAnalyses, laneOf } from './analysts.ts'
import { draftPath, findingsPath, readCall, writeCall } from './calls.ts'
import { writeSpec } from './documents.ts'
import type { Command } from './effects.ts'
import { over } from './ending.ts'
import { conventionsGate, questionsGate } from './gates.ts'
import { scannerRole } from './input.ts'
import { critiqueSlices, draftSlices, interviewSlices, revisionSlices, scanSlices } from './slices.ts'
import type { SpecState } from './state.ts'
import type { SpecVoice, SpecWords } from './words.ts'

export const decide =
  (voice: SpecVoice) =>
  (state: SpecState): Decision<Command> => {
    const { hurdle } = state
    const held = waitOrStop(hurdle, idFor(state, 'wait'))
    if (held !== null) return held
    invariant(hurdle === null, 'a failing agent asks no person')
    return wanted(state, voice.words[state.language])
  }

function wanted(state: SpecState, words: SpecWords): Decision<Command> {
  const { input } = state
  switch (state.phase) {
    case 'open':
      return perform({ type: 'OpenLane', id: idFor(state, 'open'), ...laneOf(input) })
    case 'conventions':
      if (state.step !== 'scan')
        return perform({ type: 'AskHuman', id: idFor(state, 'gate'), gate: conventionsGate(state, words) })
      return perform(
        writeCall(input, conventionsFile, {
          id: idFor(state, 'scan'),
          role: scannerRole,
          lane: state.lane,
          slices: scanSlices(state, conventionsFile),
        }),
      )
    case 'interview':
      return perform(
        readCall(input, {
          id: idFor(state, 'interview'),
          role: 'spec/interviewer',
          lane: state.lane,
          slices: interviewSlices(state, words),
        }),
      )
    case 'answer':
      return perform({ type: 'AskHuman', id: idFor(state, 'gate'), gate: questionsGate(state, words) })
    case 'analyse':
      return decideAnalyses(state, words)
    case 'draft':
      return perform(
        writeCall(input, draftPath(input), {
          id: idFor(state, 'draft'),
          role: state.analyses.length === 0 ? 'spec/analyst' : 'spec/synthesizer',
          lane: state.lane,
          slices: draftSlices(state, words, draftPath(input)),
        }),
      )
    case 'critique':
      return perform(
        writeCall(input, findingsPath(input), {
          id: idFor(state, 'critique'),
          role: 'spec/critic',
          lane: state.lane,
          slices: critiqueSlices(state, words, findingsPath(input)),
        }),
      )
    case 'revise':
      return perform(
        writeCall(input, draftPath(input), {
          id: idFor(state, 'revise'),
          role: 'spec/reviser',
          lane: state.lane,
          slices: revisionSlices(state, words, draftPath(input)),
        }),
      )
    case 'write':
      return perform(writeSpec(idFor(state, 'write'), state.files))
    case 'close':
      return perform(closeLane(idFor(state, 'close'), state.lane, input.baseBranch))
    case 'over':
      return over(state, words)
  }
}

const idFor = (state: SpecState, phase: string): Command['id'] => nextId(state, phase, 'spec')
