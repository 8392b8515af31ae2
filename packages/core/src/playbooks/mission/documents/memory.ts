/** Owns what a mission remembers: what roles said, and which of a worker's tricks a later pass confirmed. */
import type { GateAnswered } from '../../../effects/ask-human.ts'
import { counted } from '../../../kernel/counted.ts'
import { oneLine } from '../../../kernel/one-line.ts'
import { longCaps, newestWithin, withinCaps } from '../../../work/memory-caps.ts'
import type { Curation } from '../state/answers.ts'
import type { AgentFinished, RunAgent } from '../state/effects.ts'
import type { RawEntry } from '../state/mission-document.ts'
import type { MissionState } from '../state/state.ts'
import { wanting } from './known-documents.ts'

const longestEntry = 2_000
/** What a curator can read at once; older entries are still in raw.md. */
const mostRaw = 200

type Said = Pick<AgentFinished, 'commandId' | 'role' | 'at'>

/** L1: every role appends. */
export function remembering(state: MissionState, said: Said, text: string): MissionState {
  if (text.trim() === '') return state
  const entry = entryOf(said, text)
  return wanting({ ...state, raw: [...state.raw, entry].slice(-mostRaw) }, { type: 'remember', entry })
}

/** What was decided is in the journal. */
export const isWorthTelling = ({ role }: RawEntry): boolean => role !== 'orchestrator'

/** If anything was said that is worth a curator's call. */
export const isWorthCurating = ({ raw }: MissionState): boolean => raw.some(isWorthTelling)

const entryOf = ({ commandId, role, at }: Said, text: string): RawEntry => ({
  source: commandId.split('/').slice(1).join('/'),
  role,
  at,
  text: text.trim().slice(0, longestEntry),
})

export function withTricks(state: MissionState, feature: string, tricks: readonly string[]): MissionState {
  const fresh = tricks.filter((text) => state.tricks.every((one) => one.text !== text))
  const told = fresh.map((text) => ({ feature, text, isConfirmed: false }))
  return { ...state, tricks: [...state.tricks, ...told] }
}

/** The feature passed: what its worker found helpful did help. */
export const confirming = (state: MissionState, feature: string): MissionState => ({
  ...state,
  tricks: state.tricks.map((trick) => (trick.feature === feature ? { ...trick, isConfirmed: true } : trick)),
})

/** What roles say from now on is for the next curator. */
export const toldSoFar = (state: MissionState, { role }: Pick<RunAgent, 'role'>): MissionState => {
  const last = state.raw.at(-1)
  return role === 'curator' && state.at.phase === 'curate' && last !== undefined
    ? { ...state, at: { ...state.at, told: last.source } }
    : state
}

/**
 * L2 to L4. Only what was confirmed is promoted, and only roles that said something have learned, whatever the curator says.
 * What the curator did it need not read again.
 */
export function curated(
  state: MissionState,
  said: Said,
  { summary, memory, promote, lessons }: Curation,
  told: string | undefined,
): MissionState {
  const lines = confirmedTricks(state).filter((text) => promote.includes(text))
  // Of what has left the list since, all that is still there is newer.
  const read = state.raw.findLastIndex(({ source }) => source === told) + 1
  // What the curator was not told it has not rewritten.
  const { older } = newestWithin(state.documents?.memory.long ?? '', longCaps)
  const long = older === '' ? memory : `${older}\n${memory}`
  const learned = [...new Set([...state.raw.map(({ role }) => role), said.role])].flatMap((role) => {
    const own = lessons.filter((one) => one.role === role).map(({ lesson }) => lesson)
    return role === 'worker' || own.length === 0 ? [] : [{ type: 'promote', role, lines: own } as const]
  })
  const entry = entryOf(said, `Curated what roles said: ${counted(read, 'entry', 'entries')}.`)
  return promoting(
    wanting(
      { ...state, raw: state.raw.slice(read) },
      { type: 'curate', summary: withinCaps(summary), long },
      { type: 'remember', entry },
      ...learned,
    ),
    lines,
  )
}

const confirmedTricks = ({ tricks }: MissionState): readonly string[] =>
  tricks.filter(({ isConfirmed }) => isConfirmed).map(({ text }) => text)

/** Once the curator has chosen among the confirmed ones, the rest is not offered again. */
const promoting = (state: MissionState, lines: readonly string[]): MissionState =>
  wanting(
    { ...state, tricks: state.tricks.filter(({ isConfirmed }) => !isConfirmed) },
    ...(lines.length === 0 ? [] : [{ type: 'promote', role: 'worker', lines } as const]),
  )

/** No curator will choose any more: what a pass has confirmed is kept for missions to come. */
export const promotingAll = (state: MissionState): MissionState => promoting(state, confirmedTricks(state))

/** What the plan's reviewer wants known is known at once, before what was known so far. */
export const withNotes = (state: MissionState, notes: readonly string[]): MissionState => {
  const memory = state.documents?.memory
  if (memory === undefined || notes.length === 0) return state
  const said = notes.map((note) => `- Plan review: ${oneLine(note)}`)
  const summary = withinCaps([...said, memory.summary.trim()].join('\n'))
  return wanting(state, { type: 'curate', summary, long: memory.long })
}

/** What earlier missions of this checkout remembered is kept beside; no role of this mission gets it. */
export const withoutOldMemory = (state: MissionState): MissionState =>
  wanting(state, { type: 'memory-aside', to: `before-${state.input.runId}` })

const mostSaid = 20

/** What a person said reaches every role from now on, and the curator. */
export function withWord(
  state: MissionState,
  { commandId, at }: Pick<GateAnswered, 'commandId' | 'at'>,
  where: string,
  text: string,
): MissionState {
  if (text.trim() === '') return state
  const word = `${where}: ${text.trim().slice(0, longestEntry)}`
  return remembering(
    { ...state, said: [...state.said, word].slice(-mostSaid) },
    { commandId, role: 'person', at },
    word,
  )
}
