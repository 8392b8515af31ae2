/** Knows the build tools that may answer from a cache, so that no test tells of itself. */
import { type CommandLine, everyCommand, programOf } from './entry-files.ts'

const caching: ReadonlySet<string> = new Set(
  'turbo nx lage moon wireit rush gradle gradlew mvn mvnw bazel bazelisk buck2 pants'.split(' '),
)

/** Only of such a check an output is believed that it came from a cache: a product can print anything. */
export const mayBeCached = (lines: readonly CommandLine[]): boolean =>
  lines.some(({ run, folder }) =>
    everyCommand(run, folder).some(({ words }) => words.some((word) => caching.has(programOf(word)))),
  )
