/**
 * Opens the target repository for a command that executes something of it. What the repository brings is shown to the
 * operator first, unless they agreed to exactly that before. What was read here is what is executed.
 */
import {
  configMissing,
  findConfig,
  parseConfig,
  runConfig,
} from '@harness/shell/effects/documents/load-config'
import { readProgram } from '@harness/shell/effects/documents/program-files'
import {
  configItems,
  extensionItems,
  ownFileItems,
  programItems,
  scriptItems,
  trustedFiles,
} from '@harness/shell/effects/trusted/trust-items'
import { type LookingContext, type Target, targetOf, withProvider } from '../target/look-at-target.ts'
import { targetRepo } from '../target/target-repo.ts'
import { keepValue, requireTrust, type TrustContext } from './require-trust.ts'

export type OpeningContext = LookingContext & TrustContext

/** Throws unless the operator trusts what the repository brings. `provider` counts more than the config and the environment. */
export async function openTarget(context: OpeningContext, provider: string | null = null): Promise<Target> {
  const root = targetRepo(context)
  const env = withProvider(context.env, provider)
  const source = await findConfig(root)
  if (source === null) throw configMissing(root)
  const beside = await ownFileItems(root)
  if (source.type === 'json') {
    const loaded = parseConfig(source, env)
    const items = [
      ...configItems(loaded),
      ...(await scriptItems(root, loaded)),
      ...(await extensionItems(loaded, { repoRoot: root, environment: env })),
      ...beside,
    ]
    await requireTrust(context, root, items)
    return targetOf(context, root, loaded, trustedFiles(items))
  }
  const program = await readProgram(root, source.file)
  const known = [...programItems('program', program), ...beside]
  await requireTrust(context, root, known)
  const loaded = await runConfig(root, program, env)
  const named = [
    ...(await scriptItems(root, loaded)),
    ...(await extensionItems(loaded, { repoRoot: root, environment: env })),
  ]
  const items = [...known, ...named]
  // Only the config says which script and which skills there are, so that they are asked about on their own.
  if (named.length > 0) await requireTrust(context, root, items)
  await keepValue(context, root, loaded.written)
  return targetOf(context, root, loaded, trustedFiles(items))
}
