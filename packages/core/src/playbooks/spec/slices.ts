/** Owns what each role of a spec is told. No analyst is told of another one. */
import { actOnIt, fenced, type Slice } from '../../kernel/envelope.ts'
import { bulleted } from '../../work/report-sections.ts'
import { slice } from '../../work/slices.ts'
import { languageNames } from '../../work/voice.ts'
import { qaNotes } from './qa-notes.ts'
import { questionsInRound, type Round, unconfirmed } from './rounds.ts'
import type { Analysis, Findings, Known } from './state.ts'
import type { SpecWords } from './words.ts'

/** What every role is told first. */
const aboutIdea = ({ input, language, conventions }: Known): readonly Slice[] => [
  slice('The idea', fenced('the idea of a person', input.idea, actOnIt), 'run'),
  slice(
    'Language',
    `Write for people in ${languageNames[language]}, headings included. File names, code, the marks ${unconfirmed} and [C1], the words Given, When, Then and the first line of your last message stay in English.`,
    'run',
  ),
  ...(conventions === null
    ? []
    : [slice('Conventions', fenced('how this repository does things', conventions), 'run')]),
]

const asked = (state: Known, words: SpecWords): Slice =>
  slice(
    'Questions and answers',
    fenced('what a person was asked and answered', qaNotes(state.input.idea, state.rounds, words), actOnIt),
    'pass',
  )

const toWrite = (path: string, problems: readonly string[]): readonly Slice[] => [
  slice('Your file', `Write ${path} in this folder, and no other file.`),
  ...wrong(problems),
]

const wrong = (problems: readonly string[]): readonly Slice[] =>
  problems.length === 0
    ? []
    : [slice('What was wrong with your last answer', fenced('what the harness found', bulleted(problems)))]

export const interviewSlices = (state: Known, words: SpecWords): readonly Slice[] => [
  ...aboutIdea(state),
  ...(state.rounds.length === 0 ? [] : [asked(state, words)]),
  slice(
    'How many',
    `Ask at most ${mostQuestions(state.rounds)} questions. Ask none if nothing important is open.`,
  ),
  ...wrong(state.problems),
]

export const mostQuestions = (rounds: readonly Round[]): number => questionsInRound[rounds.length] ?? 0

export const scanSlices = (state: Known, path: string): readonly Slice[] => [
  ...aboutIdea(state),
  ...toWrite(path, state.problems),
]

/** `problems` are the analyst's own. */
export const analysisSlices = (
  state: Known,
  words: SpecWords,
  { path, problems }: { readonly path: string; readonly problems: readonly string[] },
): readonly Slice[] => [...aboutIdea(state), asked(state, words), ...toWrite(path, problems)]

export const draftSlices = (
  state: Known & { readonly analyses: readonly Analysis[] },
  words: SpecWords,
  path: string,
): readonly Slice[] => [
  ...aboutIdea(state),
  asked(state, words),
  ...state.analyses.map(({ analyst, text }) =>
    slice(`Analysis: ${analyst}`, fenced(`what the ${analyst} analyst wrote`, text), 'pass'),
  ),
  ...toWrite(path, state.problems),
]

export const critiqueSlices = (
  state: Known & { readonly draft: string },
  words: SpecWords,
  path: string,
): readonly Slice[] => [
  ...aboutIdea(state),
  asked(state, words),
  draftSlice(state.draft),
  ...toWrite(path, state.problems),
]

export const revisionSlices = (
  state: Known & { readonly draft: string; readonly findings: Findings },
  words: SpecWords,
  path: string,
): readonly Slice[] => [
  ...aboutIdea(state),
  asked(state, words),
  draftSlice(state.draft),
  slice('Findings', fenced('what the critic found in the draft', state.findings.text), 'pass'),
  ...toWrite(path, state.problems),
]

const draftSlice = (draft: string): Slice =>
  slice('The draft', fenced('the draft of the spec', draft), 'pass')
