/**
 * Finds the open gate that an operator names: by its run, by its own id as harness show prints it, or by its name, as
 * checkpoints are called.
 */
import type { AskHuman } from '@harness/core/command'
import type { CommandId } from '@harness/core/ids'
import { UserError } from '@harness/core/user-error'
import { type KnownRun, knownRuns } from '@harness/shell/runs'
import { findRun, findRunOfCommand, newestOfEach, runName } from './find-run.ts'
import { whyNotWaiting } from './mission/why-not-waiting.ts'
import { wholeStory } from './run-story.ts'
import { asCommandName, matchesCommand } from './show/command-name.ts'
import { openGates } from './show/open-gate.ts'

export interface NamedGate {
  readonly run: KnownRun
  readonly gate: { readonly id: CommandId; readonly question: string }
}

/** `only` the runs of this subject are looked at; null for all of them. */
export async function namedGate(
  root: string,
  stateDir: string,
  named: string,
  only: string | null,
): Promise<NamedGate> {
  const byName = await gateNamed(stateDir, named, only)
  if (byName !== null) return byName
  const missing = await whyNotWaiting(root, named)
  if (missing !== null) throw missing
  const command = asCommandName(named)
  const run = await (command === null ? findRun(stateDir, named) : findRunOfCommand(stateDir, command))
  return { run, gate: await theOpenGate(run, command?.command ?? null) }
}

/** Runs that have ended ask nothing. */
const over: ReadonlySet<string | undefined> = new Set(['done', 'halted', 'blocked'])

async function gateNamed(stateDir: string, named: string, only: string | null): Promise<NamedGate | null> {
  const runs = newestOfEach(await knownRuns(stateDir)).filter(
    ({ subject, summary }) =>
      (only ?? 'mission') === subject && summary?.playbook === 'mission' && !over.has(summary.status),
  )
  for (const run of runs) {
    const gate = (await gatesOf(run)).find((one) => one.gate.name === named)
    if (gate !== undefined) return { run, gate: { id: gate.id, question: gate.gate.question } }
  }
  return null
}

/** None where the run cannot be read: another one may be meant, and if not, naming the run says what is wrong with it. */
async function gatesOf(run: KnownRun): Promise<readonly AskHuman[]> {
  try {
    return openGates((await wholeStory(run)).chapters)
  } catch (error) {
    if (error instanceof UserError) return []
    throw error
  }
}

async function theOpenGate(run: KnownRun, named: string | null): Promise<NamedGate['gate']> {
  const { chapters } = await wholeStory(run)
  const open = openGates(chapters)
  const fitting = named === null ? open : open.filter(({ id }) => matchesCommand(id, named))
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return { id: only.id, question: only.gate.question }
  if (only !== undefined)
    throw new UserError(
      'gate-ambiguous',
      `The run ${runName(run)} has ${open.length} open gates:\n${listed(open)}`,
      {
        next: `Name one of them: harness grant ${only.id}`,
      },
    )
  const which = named === null ? 'has no open gate' : `has no open gate ${named}`
  const [first] = open
  throw new UserError('no-open-gate', `The run ${runName(run)} ${which}.`, {
    next:
      first === undefined
        ? `See how it stands: harness show ${runName(run)}`
        : `Its open gate is ${first.id}`,
  })
}

const listed = (gates: readonly AskHuman[]): string =>
  gates.map(({ id, gate }) => `  ${id}  ${gate.question}`).join('\n')
