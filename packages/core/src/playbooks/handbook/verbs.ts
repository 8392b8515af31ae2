/** Owns what a prompt's verb and words say about it: whether it only reads, its kind of lane, what counts as a result. */
import type { AgentFinished } from './effects.ts'
import type { HandbookPrompt } from './handbook-document.ts'
import type { HandbookRole } from './input.ts'

type Verb = Pick<HandbookPrompt, 'verb'>

const readingVerbs: ReadonlySet<string | null> = new Set(['critique', 'audit', 'document'])
const mutatingWords = [
  'craft',
  'harden',
  'adapt',
  'polish',
  'clarify',
  'distill',
  'layout',
  'typeset',
  'animate',
  'extract',
  'shape',
] as const

/** Whether others may work beside it: the words say no if they might ask for a change. */
export const isReadOnly = ({ verb, text }: HandbookPrompt): boolean =>
  readingVerbs.has(verb) && !mutatingWords.some((word) => text.toLowerCase().includes(word))

/** What `document` makes of what it read is one file, and it may write nothing else, whatever words it has. */
export const isDocument = ({ verb }: Verb): boolean => verb === 'document'

export const isShape = ({ verb }: Verb): boolean => verb === 'shape'
export const isCraft = ({ verb }: Verb): boolean => verb === 'craft'

/** What finds is held to findings and changes nothing, whatever words it has about what it looks at. */
const findingVerbs: ReadonlySet<string | null> = new Set(['critique', 'audit'])

export function roleOf(prompt: Verb): HandbookRole {
  if (isShape(prompt)) return 'shaper'
  return findingVerbs.has(prompt.verb) ? 'prompt-reader' : 'prompt-worker'
}

/** Whether people see the worktree that its change is made in; the first phases work out of sight. */
export const worksInWorktree = (prompt: HandbookPrompt): boolean =>
  prompt.phase >= 2 && roleOf(prompt) === 'prompt-worker' && !isDocument(prompt)

const reportingVerbs: ReadonlySet<string | null> = new Set(['harden', 'onboard', 'extract'])

/** Whether it is sent to look for something: what it finds is a result, also if it changes nothing. */
export const isReporting = ({ verb }: Verb): boolean => reportingVerbs.has(verb)

/** Whether its answer is to list findings, and is prose instead. */
export const isProseFor = (prompt: Verb, { text, answer }: Pick<AgentFinished, 'text' | 'answer'>): boolean =>
  answer.kind === 'text' && text.trim() !== '' && (isReporting(prompt) || roleOf(prompt) === 'prompt-reader')

type Answer = Pick<AgentFinished, 'text' | 'answer' | 'changedFiles'>

/**
 * Whether the agent came back with nothing, by the contract of the verb. Prose is no report of findings, and if there
 * is no design yet, `hasDesign` false, no documentation of it.
 */
export function isEmptyResult(
  prompt: HandbookPrompt,
  { text, answer, changedFiles }: Answer,
  hasDesign: boolean,
): boolean {
  if (changedFiles.length > 0) return false
  if (isDocument(prompt) && !hasDesign) return true
  if (isShape(prompt) || readingVerbs.has(prompt.verb)) return text.trim() === ''
  return !(isReporting(prompt) && answer.kind === 'prompt-report' && answer.findings.length > 0)
}
