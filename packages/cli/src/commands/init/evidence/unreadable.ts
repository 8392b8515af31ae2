/** Finds files that tell how the product is built, and that cannot be read: what they would say is missing here. Pure. */
import { unreadableText } from '@harness/formats/text/unreadable-text'
import type { RepoFiles } from './evidence.ts'

/** Of these only the name counts, or they may be written in a looser form. */
const isPassedOver = (path: string): boolean => /^(?:mkdocs\.ya?ml|turbo\.json)$/.test(path)

export const unreadable = ({ texts }: RepoFiles): readonly string[] =>
  Object.entries(texts)
    .filter(([path]) => !isPassedOver(path))
    .flatMap(([path, text]) => unreadableText(text, path) ?? [])
    .map((trouble) => `A file cannot be read, so what it says is missing here: ${trouble}`)
