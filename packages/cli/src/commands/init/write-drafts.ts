/** Writes what init has shown, and says what comes next. Nothing that exists is overwritten, but for a config that is adopted. */
import { dirname, join } from 'node:path'
import { parseConfig } from '@harness/shell/effects/documents/load-config'
import { configItems, scriptItem } from '@harness/shell/effects/trusted/trust-items'
import { makeDir } from '@harness/shell/machine/disk/durable-dir'
import { durableCreate, durableReplace } from '@harness/shell/machine/disk/durable-write'
import type { CommandContext } from '../../line/command.ts'
import { grantTrust } from '../../run/trust/require-trust.ts'
import type { DraftFile } from './draft-files.ts'

/** `replaces` is the only file that may be there already. */
export async function writeAll(root: string, drafts: readonly DraftFile[], replaces: string | null) {
  const written: string[] = []
  const kept: string[] = []
  for (const { path, text } of drafts) {
    await makeDir(dirname(join(root, path)))
    if (path === replaces) await durableReplace(join(root, path), text)
    const isNew = path === replaces || (await durableCreate(join(root, path), text))
    if (isNew) written.push(path)
    else kept.push(path)
  }
  return { written, kept }
}

/** The operator has just seen what was written. Scripts, roles and hooks that were there before are asked about by the first run. */
export async function trustWritten(
  context: CommandContext,
  root: string,
  drafts: readonly DraftFile[],
  written: readonly string[],
  config: string,
): Promise<void> {
  if (!written.includes(config)) return
  const draftOf = (file: string): string => drafts.find(({ path }) => path === file)?.text ?? ''
  const loaded = parseConfig({ type: 'json', file: config, text: draftOf(config) }, context.env)
  const scripts = written.filter((path) => path === loaded.config.agent.script)
  const shown = scripts.map((path) => scriptItem(path, draftOf(path)))
  await grantTrust(context, root, [...configItems(loaded), ...shown])
}

export interface WrittenFor {
  readonly agent: string | null
  /** No agent is installed on this machine. */
  readonly lacksAgent: boolean
  readonly isTrusted: boolean
  /** Files that were written, and that git keeps out of a commit. */
  readonly ignored: readonly string[]
}

export function tellWritten(
  { terminal }: Pick<CommandContext, 'terminal'>,
  written: readonly string[],
  kept: readonly string[],
  hasFailed: boolean,
  { agent, lacksAgent, isTrusted, ignored }: WrittenFor,
): void {
  const { good, bad, warn, strong } = terminal.colours
  for (const path of kept) terminal.print(`kept     ${path} (it was there before)`)
  for (const path of written) terminal.print(`${good('written')}  ${path}`)
  if (ignored.length > 0)
    terminal.print(
      warn(
        `Git ignores ${ignored.join(', ')}: others do not get that, unless you change the rule in .gitignore.`,
      ),
    )
  if (hasFailed)
    terminal.print(
      bad('\nThe checks fail in a fresh clone: fix that before the first run, or nothing can be merged.'),
    )
  const rehearsal = agent === null ? 'harness run       ' : 'harness run 0001 --provider scripted'
  terminal.print(
    [
      '',
      strong('Next'),
      `  git add ${written.filter((path) => !ignored.includes(path)).join(' ')}`,
      '  git commit -m "Work with harness"',
      ...(isTrusted ? [] : ['  harness trust       agree to run these checks and this script']),
      '  harness doctor      what is still missing, if anything',
      `  ${rehearsal}  rehearse a whole delivery, without a token spent`,
      ...(lacksAgent ? ['  harness agents install claude  an agent for the real work; or codex'] : []),
    ].join('\n'),
  )
}
