/**
 * Owns what roles have learned over all missions, as far as a run goes by it: as it was when the run began. Its files are
 * the user's, and others write there too: other missions of theirs, and unconfined agents. So a change is told,
 * and used by the next mission.
 */
import type { DocumentEdit } from './mission-document.ts'
import { type MissionState, noted, type Papers } from './state.ts'

/** What roles are told: what was read first. */
export const withFirstIdentities = <Known extends Papers>(papers: Known, first: Papers | null): Known =>
  first === null ? papers : { ...papers, memory: { ...papers.memory, identities: first.memory.identities } }

/** With what the run itself has promoted. */
export const withPromoted = (papers: Papers, made: readonly DocumentEdit[]): Papers =>
  made.reduce((sum, edit) => (edit.type === 'promote' ? withLines(sum, edit) : sum), papers)

function withLines(
  { features, contract, memory }: Papers,
  { role, lines }: Extract<DocumentEdit, { type: 'promote' }>,
): Papers {
  const grown = [memory.identities[role] ?? '', ...lines].join('\n')
  return { features, contract, memory: { ...memory, identities: { ...memory.identities, [role]: grown } } }
}

/** Whatever is there that neither stood there before nor was promoted by this run, and whatever went. */
export function tellingIdentities(
  state: MissionState,
  expected: Papers | null,
  found: Papers | null,
): MissionState {
  const [was, is] = [expected?.memory.identities, found?.memory.identities]
  if (was === undefined || is === undefined || was === is) return state
  const roles = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = roles.filter((role) => linesOf(was[role]) !== linesOf(is[role]))
  if (changed.length === 0) return state
  const files = changed.map((role) => `identity/${role}.md`).join(', ')
  return noted(
    state,
    `Others changed ${files} in the user's data directory. This mission does not go by it, the next one does: look at it before that.`,
  )
}

const linesOf = (text = ''): string =>
  [
    ...new Set(
      text
        .split('\n')
        .map((line) =>
          line
            .replace(/^\s*-\s/, '')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((line) => line !== ''),
    ),
  ]
    .sort()
    .join('\n')
