/** Owns what people are told of a path that the path validator refuses. Core gives the code and the kind only. */
import type { PathKind, PathProblem, RefusedPath } from '@harness/core/work/path-validator'

/** `subject` is the flag or the path itself. */
export type PathWords = Readonly<Record<PathProblem, (subject: string) => string>>

export const englishPaths: PathWords = {
  empty: (subject) => `${subject} cannot be empty.`,
  unc: () => 'UNC paths are not allowed.',
  absolute: (subject) => `${subject} must be a relative path.`,
  'dot-dot': (subject) => `${subject} must not contain '..'.`,
  control: (subject) => `${subject} must not contain control or invisible characters.`,
  'look-alike': (subject) => `${subject} must not contain look-alikes of dots, slashes or colons.`,
  'too-long': (subject) => `${subject} is too long.`,
  device: (subject) => `${subject} must not contain a device name.`,
  git: (subject) => `${subject} must be outside .git/.`,
  reserved: (subject) => `${subject} value starts with a reserved directory name.`,
  docs: (subject) => `${subject} under docs/ must be docs/harness/...`,
  'own-folder': (subject) => `${subject} must be outside .harness/, docs/harness/ and memory/.`,
  scope: (subject) => `${subject} is outside the scope.`,
  link: (subject) => `${subject} leads out of the repository through a link.`,
  slug: (subject) => `${subject} does not end with the folder of a task.`,
}

const subjects: Readonly<Record<PathKind, string>> = {
  output_dir: 'output-dir',
  file_reference: 'path',
  diff_target: 'path',
}

/** Names the option, not its value. */
export const pathRefusal = ({ code, kind }: RefusedPath, words = englishPaths): string =>
  words[code](subjects[kind])
