/** Makes what the generation of a handbook is told. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { handbookFile, skeletonFile } from '@harness/core/playbooks/handbook/handbook-document'
import {
  type GenerationInput,
  plannerDuties,
  plannerRole,
} from '@harness/core/playbooks/handbook-generation/input'
import { roleAgent } from '@harness/formats/config/role-agent'
import { codeDigest } from '../../effects/documents/code-digest.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { readProduct } from '../handbook/handbook-folder.ts'
import { handbookExists } from './handbook-exists.ts'

/** What a planner would be told; refused if there is nothing to plan from, or a handbook is there already. */
export async function generationInput(
  { config, repoRoot }: Pick<RunOutside, 'config' | 'repoRoot'>,
  replace: boolean,
): Promise<Omit<GenerationInput, 'runId'>> {
  if (!replace) guardNone(repoRoot)
  const { tier, limits } = roleAgent(config.agent, plannerRole, plannerDuties.tier)
  return {
    baseBranch: config.baseBranch,
    ...(await readProduct(repoRoot)),
    code: await codeDigest(repoRoot),
    planner: { tier, limits },
    replace,
  }
}

/** Throws if a handbook is there already. */
export function guardNone(repoRoot: string): void {
  const there = [handbookFile, skeletonFile].filter((name) => existsSync(join(repoRoot, name)))
  if (there.length > 0) throw handbookExists(there)
}
