/** The config of a repository that a test made, as a command would load it. */
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { findConfig, parseConfig } from '../effects/documents/load-config.ts'

export async function configIn(repoRoot: string): Promise<HarnessConfig> {
  const source = await findConfig(repoRoot)
  if (source?.type !== 'json') throw new Error(`There is no harness.config.json in ${repoRoot}.`)
  return parseConfig(source, {}).config
}
