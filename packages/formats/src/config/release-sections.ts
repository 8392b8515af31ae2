/** `planning`, `fidelity` and `releaseGate`: from a spec to plans, and from plans to a release. */
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { playbookSection } from './playbook-section.ts'

export interface PlanningConfig {
  readonly maxNewPlans: number
  readonly maxPasses: number
}

export interface FidelityConfig {
  /** Null if the command names it. */
  readonly specPath: string | null
  /** After so many merges the daemon runs the review; 0 for never. */
  readonly everyNPlans: number
  /** A score above it stops the daemon. */
  readonly threshold: number
}

export interface ReleaseGateConfig {
  /** The acceptance file, or its spec; null if the command names it. */
  readonly specPath: string | null
}

const specPath = insidePath.optional().describe('The product spec, such as docs/product-specs/main.md.')

export const planningSettings = playbookSection({
  section: z
    .strictObject({
      maxNewPlans: z.int().min(1).max(1_000).default(30).describe('Plans that one call may propose.'),
      maxPasses: z
        .int()
        .min(1)
        .max(100)
        .default(4)
        .describe('Rounds of review and fix that a plan may be estimated at; a larger one is to be split.'),
    })
    .prefault({})
    .describe('How harness plan makes plans of a spec.'),
  resolve: (section): PlanningConfig => section,
})

export const fidelitySettings = playbookSection({
  section: z
    .strictObject({
      specPath,
      everyNPlans: z
        .int()
        .min(0)
        .default(0)
        .describe('After so many merges the daemon holds the product against the spec; 0 for never.'),
      threshold: z.number().min(0).max(100).default(25).describe('A score above it needs a person.'),
    })
    .prefault({})
    .describe('How harness fidelity holds the product against its spec.'),
  resolve: ({ specPath: path, ...rest }, { plainPath }): FidelityConfig => ({
    ...rest,
    specPath: path === undefined ? null : plainPath(path),
  }),
})

export const releaseGateSettings = playbookSection({
  section: z
    .strictObject({ specPath })
    .prefault({})
    .describe('What harness release-gate holds the product against.'),
  resolve: ({ specPath: path }, { plainPath }): ReleaseGateConfig => ({
    specPath: path === undefined ? null : plainPath(path),
  }),
})
