/** Owns what a mission remembers: what roles said, and which of a worker's tricks a later pass confirmed. */
import type { AgentFinished } from '../../event.ts'
import { withinCaps } from '../../memory-caps.ts'
import type { DocumentEdit } from '../../mission-document.ts'
import { wanting } from './documents.ts'
import type { MissionState } from './state.ts'

const longestEntry = 2_000
/** What a curator can read at once; older entries are still in raw.md. */
const mostRaw = 200

/** L1: every role appends. */
export function remembering(
  state: MissionState,
  { commandId, role, at }: Pick<AgentFinished, 'commandId' | 'role' | 'at'>,
  text: string,
): MissionState {
  if (text.trim() === '') return state
  const source = commandId.split('/').slice(1).join('/')
  const entry = { source, role, at, text: text.trim().slice(0, longestEntry) }
  return wanting({ ...state, raw: [...state.raw, entry].slice(-mostRaw) }, { type: 'remember', entry })
}

export const withTricks = (state: MissionState, feature: string, tricks: readonly string[]): MissionState =>
  tricks.length === 0
    ? state
    : {
        ...state,
        tricks: [
          ...state.tricks,
          ...tricks
            .filter((text) => state.tricks.every((one) => one.text !== text))
            .map((text) => ({ feature, text, isConfirmed: false })),
        ],
      }

/** The feature passed: what its worker found helpful did help. */
export const confirming = (state: MissionState, feature: string): MissionState =>
  state.tricks.some((trick) => trick.feature === feature && !trick.isConfirmed)
    ? {
        ...state,
        tricks: state.tricks.map((trick) =>
          trick.feature === feature ? { ...trick, isConfirmed: true } : trick,
        ),
      }
    : state

/** L2 to L4. Only what was confirmed is promoted, whatever the curator says. */
export function curated(
  state: MissionState,
  curation: { readonly summary: string; readonly memory: string; readonly promote: readonly string[] },
): MissionState {
  const confirmed = new Set(state.tricks.filter(({ isConfirmed }) => isConfirmed).map(({ text }) => text))
  const lines = curation.promote.filter((line) => confirmed.has(line))
  const edits: readonly DocumentEdit[] = [
    { type: 'curate', summary: withinCaps(curation.summary), long: curation.memory },
    ...(lines.length === 0 ? [] : [{ type: 'promote', role: 'worker', lines } as const]),
  ]
  return wanting(
    { ...state, raw: [], tricks: state.tricks.filter(({ text }) => !lines.includes(text)) },
    ...edits,
  )
}

/** What the plan's reviewer wants known is known at once. */
export const withNotes = (state: MissionState, notes: readonly string[]): MissionState => {
  const memory = state.documents?.memory
  if (memory === undefined || notes.length === 0) return state
  const said = notes.map((note) => `- Plan review: ${note.replace(/\s+/g, ' ').trim()}`).join('\n')
  const summary = withinCaps([memory.summary.trim(), said].filter((text) => text !== '').join('\n'))
  return wanting(state, { type: 'curate', summary, long: memory.long })
}
