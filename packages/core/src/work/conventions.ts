/** Owns the sources of a project's conventions. */
import { validatePath } from './path-validator.ts'

export const conventionsFile = '.harness/conventions.md'

/** Null: not looked for yet. */
export type Conventions = null | 'skipped' | `file:${string}`

/** Texts that were found; null if a file is missing. */
export interface ConventionSources {
  /** `.harness/conventions.md` */
  readonly live: string | null
  /** `conventions.md` of a spec session, beside the documents. */
  readonly persisted: string | null
  /** `CLAUDE.md` of the repository. */
  readonly claude: string | null
  /** Another file that the session names; null if it names none, or it is missing. */
  readonly named: string | null
}

export type ConventionStep =
  /** They are known: `copied` is what `.harness/conventions.md` gets; null if it stays as it is. */
  | {
      readonly type: 'known'
      readonly conventions: Conventions
      readonly text: string
      readonly copied: string | null
      readonly from: 'live' | 'persisted' | 'claude' | 'named' | 'skipped'
    }
  | { readonly type: 'ask' }

/** The file that a session names; null if it names none, or the path validator refuses it. */
export function namedFile(recorded: Conventions): string | null {
  if (recorded === null || recorded === 'skipped') return null
  const checked = validatePath(recorded.slice('file:'.length), 'file_reference')
  return checked.ok ? checked.path : null
}

const richLines = 50
const file = `file:${conventionsFile}` as const

export function conventionStep(recorded: Conventions, sources: ConventionSources): ConventionStep {
  const { live, persisted, claude, named } = sources
  if (recorded === file && live !== null) return known('live', live, null)
  if (recorded !== null && recorded !== 'skipped' && recorded !== file && named !== null)
    return { type: 'known', conventions: recorded, text: named, copied: null, from: 'named' }
  if (persisted !== null) return known('persisted', persisted, persisted)
  if (recorded === 'skipped')
    return { type: 'known', conventions: 'skipped', text: '', copied: null, from: 'skipped' }
  return claude !== null && linesOf(claude) >= richLines ? known('claude', claude, claude) : { type: 'ask' }
}

const known = (
  from: 'live' | 'persisted' | 'claude',
  text: string,
  copied: string | null,
): ConventionStep => ({ type: 'known', conventions: file, text, copied, from })

/** As `wc -l` counts, and one more for a last line without an end. */
const linesOf = (text: string): number => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)
