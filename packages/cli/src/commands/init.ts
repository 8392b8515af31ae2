/** `harness init`: looks at the repository, shows what it would write, and writes it if nothing is in the way. */
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { configJsonSchema } from '@harness/formats/config/config-schema'
import { parseConfig } from '@harness/shell/effects/documents/load-config'
import { configItems, scriptItem } from '@harness/shell/effects/trusted/trust-items'
import { makeDir } from '@harness/shell/machine/disk/durable-dir'
import { durableCreate } from '@harness/shell/machine/disk/durable-write'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { choose } from '../run/ask/ask.ts'
import { targetRepo } from '../run/target/target-repo.ts'
import { grantTrust } from '../run/trust/require-trust.ts'
import { defaultBranch } from './init/default-branch.ts'
import { configPath, type DraftFile, draftFiles } from './init/draft-files.ts'
import { findWork } from './init/find-checks.ts'
import { lookAtRepo } from './init/repo-look.ts'

export async function init(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const root = targetRepo(context)
  const existing = await firstThere(root, [configPath, 'harness.config.ts'])
  if (existing !== null) {
    if (json) terminal.print(JSON.stringify({ ok: true, root, written: [], existing }, null, 2))
    else terminal.print(`${existing} is already there; nothing was written. See it with: harness config`)
    return exitCode.done
  }
  const look = await lookAtRepo(root, await defaultBranch(root))
  const work = findWork(look)
  const drafts = draftFiles(look, work, configJsonSchema())
  if (!json) show(context, root, drafts, work)
  let consents = false
  if (!flagOption(given, 'yes')) {
    if (!terminal.canAsk || json) {
      throw new UserError('needs-yes', 'There is no terminal to ask at, so nothing was written.', {
        next: 'Look at the files, then write them with: harness init --yes',
      })
    }
    const answer = await choose(terminal, 'Write these files?', [
      { value: 'yes', label: 'Yes', hint: 'write them; nothing that exists is changed' },
      { value: 'no', label: 'No', hint: 'leave everything as it is' },
    ])
    if (answer !== 'yes') {
      terminal.print('Nothing was written.')
      return exitCode.done
    }
    consents = true
  }
  const written: string[] = []
  const kept: string[] = []
  for (const { path, text } of drafts) {
    await makeDir(dirname(join(root, path)))
    if (await durableCreate(join(root, path), text)) written.push(path)
    else kept.push(path)
  }
  // The operator has just seen what was written. A script, roles and hooks that were there before are asked about by the
  // first run.
  if (consents && written.includes(configPath)) {
    const draftOf = (file: string) => drafts.find(({ path }) => path === file)?.text ?? ''
    const loaded = parseConfig({ type: 'json', file: configPath, text: draftOf(configPath) }, context.env)
    const scripts = written.filter((path) => path === loaded.config.agent.script)
    const shown = scripts.map((path) => scriptItem(path, draftOf(path)))
    await grantTrust(context, root, [...configItems(loaded), ...shown])
  }
  if (json) {
    terminal.print(
      JSON.stringify(
        { ok: true, root, written, existing: kept, checks: work.checks, setup: work.setup },
        null,
        2,
      ),
    )
    return exitCode.done
  }
  for (const path of kept) terminal.print(`kept     ${path} (it was there before)`)
  for (const path of written) terminal.print(`${terminal.colours.good('written')}  ${path}`)
  terminal.print(
    [
      '',
      terminal.colours.strong('Next'),
      `  git add ${written.join(' ')}`,
      '  git commit -m "Work with harness"',
      '  harness doctor      what is still missing, if anything',
      '  harness run         rehearse a whole delivery, without a token spent',
    ].join('\n'),
  )
  return exitCode.done
}

function show(
  { terminal }: CommandContext,
  root: string,
  drafts: readonly DraftFile[],
  work: ReturnType<typeof findWork>,
): void {
  const { strong, faint, warn } = terminal.colours
  terminal.print(`${strong('Repository')}  ${stripControl(root)}`)
  if (work.packageManager !== null) terminal.print(`${strong('Built with')}  ${work.packageManager}`)
  for (const { name, run, from } of work.checks) {
    terminal.print(`${strong('Check')}       ${name}: ${stripControl(run)} ${faint(`(${from})`)}`)
  }
  if (work.checks.length === 0) {
    terminal.print(
      warn('No test, lint or build command was found: put one into checks, or nothing can be merged.'),
    )
  }
  for (const { path, text, why } of drafts) {
    terminal.print(`\n${strong(path)} ${faint(`(${why})`)}`)
    const lines = stripControl(text).trimEnd().split('\n')
    const shown = lines.length > 60 ? [...lines.slice(0, 8), `… ${lines.length - 8} more lines`] : lines
    terminal.print(shown.map((line) => `  ${line}`).join('\n'))
  }
  terminal.print('')
}

async function firstThere(root: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const found = await lstat(join(root, name)).catch(() => null)
    if (found !== null) return name
  }
  return null
}
