/** Makes what site-reverse is told, or says what is wrong with what the operator asks for. */
import { containedPath } from '@harness/core/kernel/contained-path'
import { UserError } from '@harness/core/kernel/user-error'
import { analystDuties, analystRole, type SiteInput } from '@harness/core/playbooks/site-reverse/input'
import { acceptancePathOf } from '@harness/core/work/acceptance'
import { roleAgent } from '@harness/formats/config/role-agent'
import { isSlug, readSiteUrl, slugOf } from '@harness/formats/documents/site/site-url'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { readInside } from '../../machine/disk/inside.ts'

/** What the operator asks for; null for what the config says. */
export interface AskedSite {
  readonly url: string
  readonly name: string | null
  readonly to: string | null
  readonly depth: number | null
  readonly maxPages: number | null
}

type Told = Omit<SiteInput, 'runId' | 'files'> & {
  readonly files: Pick<SiteInput['files'], 'spec' | 'acceptance'>
  readonly dropFolder: string
  readonly slug: string
}

export async function siteInput(
  { config, repoRoot }: Pick<RunOutside, 'config' | 'repoRoot'>,
  { url: named, name, to, depth, maxPages }: AskedSite,
): Promise<Told> {
  const read = readSiteUrl(named)
  if (!read.ok)
    throw new UserError('site-url-refused', `This address cannot be read: ${read.why}.`, {
      next: 'Name the first page of the site: harness site-reverse https://example.com',
    })
  const { url } = read
  const slug = name ?? slugOf(url)
  if (!isSlug(slug))
    throw new UserError('usage', `--name takes small letters, digits and -, not ${slug}.`, {
      next: `For example: harness site-reverse ${url} --name shop`,
    })
  const { siteReverse, baseBranch, contextDir } = config
  const folder = containedPath(to ?? siteReverse.specDir)
  if (!folder.ok)
    throw new UserError('usage', `--to takes a folder inside the repository: ${folder.problem}.`, {
      next: `For example: harness site-reverse ${url} --to docs/product-specs`,
    })
  const spec = `${folder.path}/${slug}.md`
  const acceptance = acceptancePathOf(spec)
  for (const path of [spec, acceptance])
    if ((await readInside(repoRoot, path)) !== null)
      throw new UserError('site-spec-exists', `${path} is there already, and is not replaced.`, {
        next: `Give the spec another name: harness site-reverse ${url} --name ${slug}-2`,
      })
  const { tier, limits } = roleAgent(config.agent, analystRole, analystDuties.tier)
  return {
    baseBranch,
    url,
    slug,
    limits: {
      depth: depth ?? siteReverse.depth,
      maxPages: maxPages ?? siteReverse.maxPages,
      delayMs: siteReverse.delayMs,
      wallMs: siteReverse.maxMinutes * 60_000,
    },
    files: { spec, acceptance },
    dropFolder: `${contextDir}/inbox`,
    analyst: { tier, limits },
  }
}

/** The run's id is its moment; a drop is named by its day. */
export function withDrop({ dropFolder, slug, files, ...told }: Told, runId: SiteInput['runId']): SiteInput {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(runId) ?? []
  const drop = `${dropFolder}/${year}-${month}-${day}-site-${slug}.md`
  return { ...told, runId, files: { ...files, drop } }
}
