/** Looks at a repository's config for commands that report on it: its mistakes, and whether it is trusted. */
import type { UserError } from '@harness/core/kernel/user-error'
import { type TrustItem, trustChanges } from '@harness/formats/records/trust-record'
import { cannotRun, configMissing, findConfig } from '@harness/shell/effects/documents/load-config'
import { readProgram } from '@harness/shell/effects/documents/program-files'
import { syntaxProblem } from '@harness/shell/effects/documents/program-syntax'
import { refuseNotify } from '@harness/shell/effects/people/notices/notify-line'
import {
  configItems,
  extensionItems,
  ownFileItems,
  programItems,
  scriptItems,
} from '@harness/shell/effects/trusted/trust-items'
import { readTrust, type TrustFile } from '@harness/shell/store/trusted/trust-file'
import { type LookingContext, lookAtTarget, type Target } from '../target/look-at-target.ts'
import { targetRepo } from '../target/target-repo.ts'
import { isTrusted } from './require-trust.ts'
import { changeLine } from './show-changes.ts'

export interface ExaminedConfig {
  /** Goes by the value that was trusted last if the config is a program; null if none was. */
  readonly target: Target | null
  /** A program that cannot be parsed, or a setting that no run would start with; null if neither is found. */
  readonly broken: UserError | null
  /** True if the config is a program that is not trusted as it is now: its value is not known. */
  readonly isUnknown: boolean
  /** What a command that executes would ask about first; null if it would ask nothing. */
  readonly untrusted: string | null
}

/** Executes nothing. Throws if there is no config, or harness.config.json has a mistake. */
export async function examineConfig(context: LookingContext): Promise<ExaminedConfig> {
  const root = targetRepo(context)
  const source = await findConfig(root)
  if (source === null) throw configMissing(root)
  const file = readTrust(context.env, root)
  const beside = await ownFileItems(root)
  const place = { repoRoot: root, environment: context.env }
  if (source.type === 'json') {
    const target = await lookAtTarget(context)
    const items = [
      ...configItems(target),
      ...(await scriptItems(root, target)),
      ...(await extensionItems(target, place)),
      ...beside,
    ]
    return {
      target,
      broken: notifyProblem(target, context),
      isUnknown: false,
      untrusted: untrustedIn(file, items),
    }
  }
  const program = await readProgram(root, source.file)
  const files = programItems('program', program)
  const problem = await syntaxProblem(root, program)
  const target = (file.record?.value ?? null) === null ? null : await lookAtTarget(context)
  const named =
    target === null ? [] : [...(await scriptItems(root, target)), ...(await extensionItems(target, place))]
  return {
    target,
    broken: problem === null ? notifyProblem(target, context) : cannotRun(problem),
    isUnknown: !isTrusted(file, files),
    untrusted: untrustedIn(file, [...files, ...beside, ...named]),
  }
}

function notifyProblem(target: Target | null, { env }: LookingContext): UserError | null {
  if (target === null) return null
  const { mission, notify, sandbox } = target.config
  const place = { repoRoot: target.root, writable: sandbox.write, environment: env }
  return (
    refuseNotify(mission.notify, place, 'mission.notify') ?? refuseNotify(notify.run, place, 'notify.run')
  )
}

function untrustedIn(file: TrustFile, items: readonly TrustItem[]): string | null {
  if (isTrusted(file, items)) return null
  if (file.damage !== null) return `the record of what you trust (${file.path}) ${file.damage}`
  const [first, ...more] = trustChanges(file.record?.items ?? [], items)
  return `${first === undefined ? 'its parts' : changeLine(first)}${more.length === 0 ? '' : ` (and ${more.length} more)`}`
}
