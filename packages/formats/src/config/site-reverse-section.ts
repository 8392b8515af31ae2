/** `siteReverse`: how harness site-reverse visits a site, and the folder of its files. */
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { playbookSection } from './playbook-section.ts'

export interface SiteReverseConfig {
  readonly specDir: string
  readonly depth: number
  readonly maxPages: number
  readonly delayMs: number
  readonly maxMinutes: number
}

export const siteReverseSettings = playbookSection({
  section: z
    .strictObject({
      specDir: insidePath.default('docs/product-specs').describe('The folder that gets the spec.'),
      depth: z.int().min(0).max(10).default(2).describe('Links away from the first page.'),
      maxPages: z.int().min(1).max(200).default(20).describe('Pages that are captured at most.'),
      delayMs: z.int().min(100).max(60_000).default(1_000).describe('Milliseconds between two pages.'),
      maxMinutes: z.int().min(1).max(120).default(15).describe('Minutes for all pages together.'),
    })
    .prefault({})
    .describe('How harness site-reverse visits a site.'),
  resolve: ({ specDir, ...rest }, { plainPath }): SiteReverseConfig => ({
    ...rest,
    specDir: plainPath(specDir),
  }),
})
