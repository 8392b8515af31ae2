/** How each event changes the making of a spec. Pure and total: what means nothing here changes nothing. */
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import type { LaneOpened } from '../../effects/open-lane.ts'
import type { GateAnswer } from '../../kernel/gate-answer.ts'
import { haltWith, hinderedBy, liftStop } from '../../work/attempts.ts'
import { conventionStep } from '../../work/conventions.ts'
import { laneAt } from '../../work/lane.ts'
import { evolveRun } from '../../work/run-state.ts'
import { areDone, liftStops } from '../../work/seats.ts'
import { languageAfter } from '../../work/voice.ts'
import { evolveAnalysts } from './analysts.ts'
import { finished, refused, strayed } from './answered.ts'
import { asDocument } from './calls.ts'
import type { Event, Outcome } from './effects.ts'
import { specCommand } from './ending.ts'
import { abandoned } from './given-up.ts'
import type { Analyst } from './input.ts'
import { analysisOf } from './interviewed.ts'
import { answeredRound, questionsInRound } from './rounds.ts'
import {
  type Analysing,
  type Answering,
  known,
  type Scanning,
  type SpecState,
  shared,
  type Writing,
} from './state.ts'
import type { SpecVoice, SpecWords } from './words.ts'

export const evolve =
  (voice: SpecVoice) =>
  (state: SpecState, event: Event): SpecState =>
    evolveRun<SpecState, Outcome>(state, event, { resumed, givenUp: abandoned }, (counted, outcome) => {
      const heard = spoken(counted, outcome, voice)
      const words = voice.words[heard.language]
      return heard.phase === 'analyse' ? analysed(heard, outcome, words) : ended(heard, outcome, words)
    })

const spoken = (state: SpecState, event: Outcome, voice: SpecVoice): SpecState =>
  event.type === 'GateAnswered'
    ? { ...state, language: languageAfter(voice, event.answer, state.language) }
    : state

function resumed(state: SpecState): SpecState {
  const lifted = liftStop(state, 'draft', 'scan')
  return lifted.phase === 'analyse' ? { ...lifted, seats: liftStops(lifted.seats) } : lifted
}

function analysed(before: Analysing, event: Outcome, words: SpecWords): SpecState {
  const state = event.type === 'AgentFinished' ? strayed(before, event, words) : before
  const seats = evolveAnalysts(state.seats, event)
  if (!areDone(seats)) return { ...state, seats }
  const analyses = seats.map(({ subject, text }) => ({
    analyst: subject as Analyst,
    text: asDocument(text ?? ''),
  }))
  return { ...known(state), phase: 'draft', analyses }
}

function ended(state: SpecState, event: Outcome, words: SpecWords): SpecState {
  switch (event.type) {
    case 'LaneOpened':
      return state.phase === 'open' ? opened(state, event) : state
    case 'GateAnswered':
      return answered(state, event.answer)
    case 'AgentFinished':
      return finished(state, event, words)
    case 'ContractBroken':
      return refused(state, event, words)
    case 'DocumentsEdited':
      return state.phase === 'write' ? written(state, event, words) : state
    case 'LaneClosed':
      return state.phase === 'close'
        ? { ...shared(state), phase: 'over', rounds: state.rounds, result: state.result }
        : state
    default:
      return hinderedBy(state, event) ?? state
  }
}

/** A rich CLAUDE.md is the conventions; otherwise they are scanned, if the person wants that. */
function opened(state: SpecState, event: LaneOpened): SpecState {
  const { claudeMd, scan } = state.input
  const base = { ...shared(state), lane: laneAt(event), rounds: [] }
  const step = conventionStep(null, { live: null, persisted: null, claude: claudeMd, named: null })
  if (step.type === 'known') return { ...base, phase: 'interview', conventions: step.text }
  return scan === 'skip'
    ? { ...base, phase: 'interview', conventions: null }
    : { ...base, phase: 'conventions', conventions: null, step: scan }
}

function answered(state: SpecState, answer: GateAnswer): SpecState {
  if (state.phase === 'conventions') return conventionsAnswered(state, answer)
  return state.phase === 'answer' ? questionsAnswered(state, answer) : state
}

function conventionsAnswered(state: Scanning, { choice }: GateAnswer): SpecState {
  if (choice === 'skip') return { ...known(state), phase: 'interview' }
  return choice === 'scan' || choice === 'retry' ? { ...state, step: 'scan' } : state
}

/** After the last round, or once the person has said enough, the analysis follows. */
function questionsAnswered(state: Answering, { choice, reason }: GateAnswer): SpecState {
  if (choice === 'stop') return { ...known(state), phase: 'close', result: null }
  if (choice !== 'answer' && choice !== 'enough') return state
  const rounds = [...state.rounds, answeredRound(state.questions, reason)]
  const next = { ...known(state), rounds }
  const isLast = choice === 'enough' || rounds.length >= questionsInRound.length
  return isLast ? analysisOf(next) : { ...next, phase: 'interview' }
}

/** What a person wrote there meanwhile stays. */
function written(state: Writing, { refused: [taken] }: DocumentsEdited, { ends }: SpecWords): SpecState {
  const { input, files, counts } = state
  if (taken !== undefined)
    return haltWith(state, {
      detail: ends.taken(taken.detail),
      next: ends.moveAway(taken.detail, specCommand(input)),
    })
  return { ...known(state), phase: 'close', result: { files: Object.keys(files), counts } }
}
