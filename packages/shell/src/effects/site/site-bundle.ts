/** Keeps the evidence of a site: a file for each visit, its pictures, and one that sums it up. A visit is kept whole or not at all. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CapturedPage } from '@harness/core/effects/capture-site'
import type { SeenLink, Visit } from '@harness/core/work/site-crawl'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'

/** What came of a visit. */
export type KeptVisit =
  | {
      readonly type: 'page'
      readonly visit: Visit
      /** The address that it ended at. */
      readonly url: string
      readonly links: readonly SeenLink[]
      /** Its pictures are names in the bundle. */
      readonly page: CapturedPage
    }
  | {
      readonly type: 'failed'
      readonly visit: Visit
      readonly why: string
      readonly links: readonly SeenLink[]
    }

export interface SiteBundle {
  /** What an earlier attempt kept of this visit; null if that is nothing. */
  kept(nth: number, visit: Visit): Promise<KeptVisit | null>
  keep(nth: number, kept: KeptVisit, more: Readonly<Record<string, unknown>>): Promise<void>
  picture(name: string, bytes: Uint8Array): Promise<void>
  sumUp(summary: Readonly<Record<string, unknown>>): Promise<void>
}

export async function openSiteBundle(folder: string, isRepeated: boolean): Promise<SiteBundle> {
  if (!isRepeated) await rm(folder, { recursive: true, force: true })
  await makeDir(join(folder, 'pages'))
  const fileOf = (nth: number): string => join(folder, 'pages', `${String(nth).padStart(3, '0')}.json`)
  return {
    async kept(nth, visit) {
      const object = jsonObjectIn((await textIfThere(fileOf(nth))) ?? '')
      const kept = (object?.kept ?? null) as KeptVisit | null
      return kept !== null && kept.visit.url === visit.url && kept.visit.depth === visit.depth ? kept : null
    },
    keep: (nth, kept, more) => durableReplace(fileOf(nth), `${JSON.stringify({ kept, ...more }, null, 2)}\n`),
    picture: (name, bytes) => durableReplace(join(folder, name), bytes),
    sumUp: (summary) => durableReplace(join(folder, 'site.json'), `${JSON.stringify(summary, null, 2)}\n`),
  }
}
