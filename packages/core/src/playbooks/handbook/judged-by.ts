/** Owns which documents prompts are judged by, and which prompts may change them. */
import type { Suspicion } from '../../effects/run-agent.ts'
import { designFile, type HandbookPrompt, productFile } from './handbook-document.ts'

/** These verbs are sent to write the design down. */
const designVerbs: ReadonlySet<string | null> = new Set(['document', 'extract'])

/** What a prompt with this verb must not change, unless its paths name the very file. */
const protectedFrom = ({ verb }: Pick<HandbookPrompt, 'verb'>): readonly string[] =>
  designVerbs.has(verb) ? [productFile] : [productFile, designFile]

/** The protected documents that a prompt may change because its paths name them. */
export const judgesInScope = (prompt: Pick<HandbookPrompt, 'verb' | 'anchors'>): readonly string[] =>
  protectedFrom(prompt).filter((file) => prompt.anchors.paths.includes(file))

/** The protected documents among the changed files. */
export const judgesEdited = (
  prompt: Pick<HandbookPrompt, 'verb'>,
  changedFiles: readonly string[],
): readonly Suspicion[] =>
  protectedFrom(prompt)
    .filter((file) => changedFiles.includes(file))
    .map((file) => ({ kind: 'rules-edited', file, detail: `Prompts are judged by ${file}.` }))
