/** Owns what a playbook brings to the config: the section that people write, and how its values are read. */
import type * as z from 'zod'

export interface PlaybookSection<Schema extends z.ZodType, Config> {
  readonly section: Schema
  resolve(value: z.output<Schema>, around: AroundSection): Config
  /** Fields that contradict each other, or the rest of the config. */
  contradictions?(config: Config, around: AroundSection): readonly Contradiction[]
}

/** What a section may know of the rest of the config. */
export interface AroundSection {
  readonly baseBranch: string
  readonly hasDevServer: boolean
  /** `./docs//plans/` → `docs/plans`. */
  plainPath(path: string): string
}

export interface Contradiction {
  /** Inside the section. */
  readonly path: readonly (string | number)[]
  readonly expected: string
  readonly found: string
  readonly hint: string | null
}

export const playbookSection = <Schema extends z.ZodType, Config>(
  section: PlaybookSection<Schema, Config>,
): PlaybookSection<Schema, Config> => section
