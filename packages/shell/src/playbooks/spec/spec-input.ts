/** Makes what a spec is told: the idea, the folder of its documents, and what CLAUDE.md says. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isoTime } from '@harness/core/kernel/iso-time'
import { UserError } from '@harness/core/kernel/user-error'
import { type SpecInput, specDuties, specRoles } from '@harness/core/playbooks/spec/input'
import { validatePath } from '@harness/core/work/path-validator'
import type { Language } from '@harness/core/work/voice'
import { roleAgent } from '@harness/formats/config/role-agent'
import { specVoice } from '@harness/formats/documents/spec/spec-voice'
import { optionPathRefusal } from '@harness/formats/documents/workflow/option-path'
import { freeSlug, slugOf } from '@harness/formats/documents/workflow/slug'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { languageOf, spokenLanguage } from '@harness/formats/text/language-of'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { Asked } from '../../engine/registration.ts'
import { readInside } from '../../machine/disk/inside.ts'

/** What the operator asks of a new spec. */
export interface AskedSpec extends Pick<SpecInput, 'idea' | 'depth' | 'scan'> {
  /** Null for `docs/harness`. */
  readonly outputDir: string | null
}

export const askedSpec = (asked: Asked): AskedSpec => asked as unknown as AskedSpec

const defaultFolder = 'docs/harness'

export async function specInput(
  { config, repoRoot, clock }: Pick<RunOutside, 'config' | 'repoRoot' | 'clock'>,
  { idea, depth, scan, outputDir }: AskedSpec,
): Promise<Omit<SpecInput, 'runId'>> {
  guardIdea(idea)
  const folder = outputFolder(outputDir, spokenLanguage(languageOf(idea)))
  const settings = specRoles.map((role) => {
    const { tier, limits } = roleAgent(config.agent, role, specDuties[role].tier)
    return [role, { tier, limits }] as const
  })
  return {
    baseBranch: config.baseBranch,
    idea,
    depth,
    scan,
    docsPath: freeFolder(repoRoot, folder, slugOf(idea, isoTime(clock.now()).slice(0, 10))),
    claudeMd: (await readInside(repoRoot, 'CLAUDE.md'))?.toString('utf8') ?? null,
    roles: Object.fromEntries(settings) as SpecInput['roles'],
  }
}

/** Throws if there is nothing to make a spec of, or no place for it. */
export function guardAsked({ idea, outputDir }: Pick<AskedSpec, 'idea' | 'outputDir'>): void {
  guardIdea(idea)
  outputFolder(outputDir, spokenLanguage(languageOf(idea)))
}

function guardIdea(idea: string): void {
  const { emptyIdea } = specVoice.words.en.refusals
  if (idea.trim() === '')
    throw new UserError('usage', emptyIdea.said, {
      next: emptyIdea.next('harness spec "share notes by link"'),
    })
}

function outputFolder(outputDir: string | null, language: Language): string {
  if (outputDir === null) return defaultFolder
  const valid = validatePath(outputDir, 'output_dir')
  if (valid.ok) return valid.path
  throw new UserError('path-refused', optionPathRefusal(valid, workflowVoice.words[language]), {
    next: specVoice.words[language].refusals.nameFolder('--output-dir <folder>'),
  })
}

/** A folder that is there already is left alone: the next one has a number. */
const freeFolder = (repoRoot: string, folder: string, slug: string): string =>
  `${folder}/${freeSlug(slug, (one) => existsSync(join(repoRoot, folder, one)))}/`
