/**
 * `harness init`: looks at the repository, tries the checks it finds in a fresh lane, shows what it would write, and writes it if
 * nothing is in the way.
 */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { innerConfig, jsonConfig } from '@harness/formats/config/config-place'
import { configJsonSchema } from '@harness/formats/config/config-schema'
import { parseConfigValue } from '@harness/formats/config/parse-config'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { hasFailed, type TrialOutcome } from '@harness/shell/engine/trial/try-checks'
import { currentBranch } from '@harness/shell/machine/git/refs'
import { type CommandContext, flagOption, type Given, textOption } from '../line/command.ts'
import { askYesNo } from '../run/ask/ask-yes-no.ts'
import { targetRepo } from '../run/target/target-repo.ts'
import type { Adopted } from './init/adopt-config.ts'
import { chooseAgent, installedAgents } from './init/choose-agent.ts'
import { defaultBranch } from './init/default-branch.ts'
import { configPathOf, draftConfig, draftFiles, plansFolder, type Wishes } from './init/draft-files.ts'
import { readAdopted, stateDirThere, type There, whatIsThere } from './init/existing-config.ts'
import { type FoundWork, findWork } from './init/find-work.ts'
import { hooksHere } from './init/hooks-here.ts'
import { ignoredAmong, lookAtRepo, type RepoLook } from './init/repo-look.ts'
import { type Branches, showDrafts, showWork } from './init/show-work.ts'
import { type Surrounding, surroundings } from './init/surroundings.ts'
import { showTrial, tryWork } from './init/try-work.ts'
import { tellWritten, trustWritten, writeAll } from './init/write-drafts.ts'

export async function init(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const timeoutSec = secondsIn(textOption(given, 'checkTimeout'))
  const root = targetRepo(context)
  const isAdopting = flagOption(given, 'adopt')
  const there = whatIsThere(root)
  if (there.existing !== null && !(isAdopting && there.type === 'incomplete'))
    return tellExisting(context, root, there)
  const mayAsk = terminal.canAsk && !json
  if (!mayAsk && !flagOption(given, 'yes')) await refuseUnasked(context, root)
  const adopted = there.type === 'incomplete' ? await readAdopted(root, there.written) : null
  const chosen =
    adopted?.config.agent === undefined
      ? await chooseAgent(context, textOption(given, 'agent'), mayAsk)
      : { agent: null }
  if (chosen === null) return nothingWritten(context)
  const { agent } = chosen
  const wishes: Wishes = {
    provider: agent,
    timeoutSec,
    isNameTaken: there.type === 'foreign',
    adopted: adopted === null ? {} : { ...stateDirThere(root), ...adopted.config },
  }
  const { look, found, around, branches } = await lookAround(root)
  if (!json) {
    if (there.type === 'foreign')
      terminal.print(`${jsonConfig} belongs to another tool and stays as it is; ours is ${innerConfig}.\n`)
    if (adopted !== null) showAdopted(context, adopted, wishes)
    showWork(terminal, root, found, around, branches)
  }
  const trial = await tryFound(context, given, root, found, mayAsk, (work) => draftConfig(look, work, wishes))
  if (trial === null) return nothingWritten(context)
  const { work, outcome } = trial
  const drafts = draftFiles(look, work, configJsonSchema(), wishes)
  if (!json) {
    showDrafts(terminal, drafts)
    if (outcome !== null) showTrial(context, outcome)
  }
  const consents = !flagOption(given, 'yes')
  if (consents && (await agreesToWrite(context, outcome)) !== true) return nothingWritten(context)
  const { written, kept } = await writeAll(root, drafts, adopted === null ? null : jsonConfig)
  if (consents) await trustWritten(context, root, drafts, written, configPathOf(wishes))
  const failed = hasFailed(outcome)
  if (json) {
    const answer = {
      ok: !failed,
      root,
      written,
      existing: kept,
      checks: work.checks,
      setup: work.setup,
      agent,
      notes: [...around.map(({ says }) => says), ...work.notes],
      uncovered: work.uncovered,
      tried: outcome?.type === 'tried' ? outcome.results : null,
      untried: outcome === null || outcome.type === 'tried' ? null : untriedAnswer(outcome),
      ...(adopted === null ? {} : { read: adopted.read, ignored: adopted.ignored }),
    }
    terminal.print(JSON.stringify(answer, null, 2))
  } else
    tellWritten(context, written, kept, failed, {
      agent,
      lacksAgent: agent === null && adopted === null && installedAgents(context).length === 0,
      isTrusted: consents || context.trust === 'given',
      ignored: await ignoredAmong(root, written),
    })
  return failed ? exitCode.halted : exitCode.done
}

const untriedAnswer = (outcome: Exclude<TrialOutcome, { type: 'tried' }>) => ({
  why: outcome.why,
  next: outcome.next,
  ...(outcome.type === 'impossible' ? { log: outcome.log } : {}),
})

interface Looked {
  readonly look: RepoLook
  readonly found: FoundWork
  readonly around: readonly Surrounding[]
  readonly branches: Branches
}

async function lookAround(root: string): Promise<Looked> {
  const look = await lookAtRepo(root, await defaultBranch(root))
  const found = withIgnored(findWork(look), look)
  const machine = { node: process.versions.node, hooks: await hooksHere(root), setup: found.setup }
  const branches = { base: look.defaultBranch, here: await currentBranch(root) }
  return { look, found, around: surroundings(look, machine), branches }
}

function withIgnored(found: FoundWork, look: RepoLook): FoundWork {
  if (!look.ignoresDocs) return found
  const note = `Git ignores docs/, so plans go to ${plansFolder(look)}/: what git ignores is in no lane.`
  return { ...found, notes: [note, ...found.notes] }
}

function tellExisting({ terminal, json }: CommandContext, root: string, there: There): number {
  const { existing } = there
  if (there.type === 'broken') throw userErrorOf('config', there.problems)
  if (there.type === 'incomplete')
    throw new UserError(
      'config-invalid',
      `${existing} is already there; nothing was written. It cannot be used as it is:\n${there.why}`,
      { next: 'Keep what can be read of it and add the rest: harness init --adopt' },
    )
  if (json) terminal.print(JSON.stringify({ ok: true, root, written: [], existing }, null, 2))
  else terminal.print(`${existing} is already there; nothing was written. See it with: harness config`)
  return exitCode.done
}

/** Shows what would be written, and that a person or a flag has to agree. */
async function refuseUnasked(context: CommandContext, root: string): Promise<never> {
  if (!context.json) {
    const { look, found, around, branches } = await lookAround(root)
    showWork(context.terminal, root, found, around, branches)
    showDrafts(context.terminal, draftFiles(look, found, configJsonSchema()))
  }
  throw new UserError('needs-yes', 'There is no terminal to ask at, so nothing was written.', {
    next: 'Look at the files, then try the checks and write them with: harness init --yes',
  })
}

function showAdopted({ terminal }: CommandContext, { read, ignored }: Adopted, { adopted }: Wishes): void {
  const { strong } = terminal.colours
  terminal.print(`${strong('Read'.padEnd(12))}${read.join(', ')}`)
  for (const { field, why } of ignored) terminal.print(`${strong('Ignored'.padEnd(12))}${field}: ${why}`)
  const added = ['checks', ...(adopted.stateDir === '.orchestrator' ? ['stateDir'] : [])]
  terminal.print(`${strong('Added'.padEnd(12))}${added.join(', ')}\n`)
}

function secondsIn(text: string | null): number | null {
  if (text === null) return null
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= 86_400) return seconds
  throw new UserError(
    'usage',
    `--check-timeout takes whole seconds from 1 to 86400, not ${JSON.stringify(text)}.`,
    {
      next: 'harness init --check-timeout 900',
    },
  )
}

interface Tried {
  readonly work: FoundWork
  /** Null if nothing was to be tried. */
  readonly outcome: TrialOutcome | null
}

/** Null if the person wants none of it. */
async function tryFound(
  context: CommandContext,
  given: Given,
  root: string,
  work: FoundWork,
  mayAsk: boolean,
  draft: (work: FoundWork) => Readonly<Record<string, unknown>>,
): Promise<Tried | null> {
  if (work.checks.length === 0 || flagOption(given, 'noTrial')) return { work, outcome: null }
  if (mayAsk && !flagOption(given, 'yes')) {
    const question =
      'Try these checks once, in a fresh clone? It runs set-up and checks of this repository; your files stay as they are. (Y/n):'
    const wantsTrial = await askYesNo(context.terminal, question, { onEnter: 'yes' })
    if (wantsTrial === null) return null
    if (!wantsTrial) return { work, outcome: null }
  }
  return tryWork(context, root, work, (each) => {
    const { agent: _agent, ...plain } = draft(each)
    const read = parseConfigValue(plain, jsonConfig, context.env)
    if (!read.ok) throw userErrorOf('config', read.problems)
    return read.value
  })
}

const agreesToWrite = (
  { terminal }: CommandContext,
  outcome: TrialOutcome | null,
): Promise<boolean | null> =>
  hasFailed(outcome)
    ? askYesNo(terminal, 'Write these files although the checks fail in a fresh clone? (y or n):')
    : askYesNo(terminal, 'Write these files? Nothing else is changed. (Y/n):', { onEnter: 'yes' })

function nothingWritten({ terminal }: CommandContext): number {
  terminal.print('Nothing was written.')
  return exitCode.done
}
