/** Owns what an acceptance file asks of a product. */

/** A criterion of a release, known by its tag: `auth/google-signin`. */
export interface Criterion {
  readonly tag: string
  /** What must hold, in one line. */
  readonly text: string
  /** Files of tests that are said to show it; empty if the file does not say. */
  readonly testedBy: readonly string[]
  /** Ids of plans that are said to build it; empty if the file does not say. */
  readonly coveredBy: readonly string[]
  /** Accounts of other services that it needs. */
  readonly connections: readonly string[]
}

export interface Acceptance {
  /** At least one; no tag comes twice. */
  readonly criteria: readonly Criterion[]
  /** Names of environment variables that the product needs. */
  readonly environment: readonly string[]
}

/** `docs/main.md` has its criteria in `docs/main.acceptance.md`. Either path leads to both. */
export const specPathOf = (path: string): string => path.replace(/(?:\.acceptance)?\.md$/, '.md')
export const acceptancePathOf = (path: string): string =>
  specPathOf(path).replace(/(?:\.md)?$/, '.acceptance.md')
