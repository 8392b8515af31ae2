/**
 * Finds the open gate that an operator names: by its run, by its own id as harness show prints it, or by its name, as
 * checkpoints are called.
 */

import type { AskHuman } from '@harness/core/effects/ask-human'
import { attemptOf, type CommandId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import type { GateWanted, NamedGate, Playbooks } from '../../line/playbooks.ts'
import { asCommandName, matchesCommand } from '../command-name.ts'
import { findRun, findRunOfCommand, runName } from '../find-run.ts'
import { gatelessAdvice } from '../gateless-advice.ts'
import { earlierAttempt } from '../guard-answer.ts'
import { gatesIn } from '../open-gate.ts'
import { wholeStory } from '../run-story.ts'

/** `of` names the playbook that is meant; null for any. */
export async function namedGate({
  of,
  ...wanted
}: Omit<GateWanted, 'only'> & { readonly of: string | null }): Promise<NamedGate> {
  const { context, runs, named } = wanted
  // The run of a user's own playbook is named by its own name: no config is read for it.
  const isOwn = (run: KnownRun): boolean =>
    run.summary !== null && context.playbooks.named(run.summary.playbook) === null
  const own = (await runs.list()).filter(isOwn)
  const isOwnNamed = own.some((run) => [run.subject, run.runId, runName(run)].includes(named))
  for (const { identity, gates } of isOwnNamed ? [] : context.playbooks.entries) {
    if (gates === undefined) continue
    const found = await (await gates())({ ...wanted, only: identity.name === of })
    if (found !== null) return found
  }
  const command = asCommandName(named)
  const run = await (command === null ? findRun(runs, named) : findRunOfCommand(runs, command))
  return { run, gate: await theOpenGate(context.playbooks, runs, run, command?.command ?? null) }
}

async function theOpenGate(
  playbooks: Playbooks,
  runs: RunStore,
  run: KnownRun,
  named: string | null,
): Promise<NamedGate['gate']> {
  const open = gatesIn(await wholeStory(playbooks, runs, run))
  const fitting = named === null ? open : open.filter(({ id }) => matchesCommand(id, named))
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined)
    throw new UserError(
      'gate-ambiguous',
      `The run ${runName(run)} has ${open.length} open gates:\n${listed(open)}`,
      {
        next: `Name one of them: harness grant ${only.id}`,
      },
    )
  const which = named === null ? 'has no open gate' : `has no open gate ${named}`
  const again = named === null ? undefined : open.find(({ id }) => isOtherAttempt(id, named))
  if (named !== null && again !== undefined)
    throw new UserError('gate-changed', earlierAttempt(attemptIn(named), again.id, again.gate.question), {
      next: `See what it asks now: harness show ${runName(run)}`,
    })
  const [first] = open
  throw new UserError('no-open-gate', `The run ${runName(run)} ${which}.`, {
    next:
      first === undefined
        ? gatelessAdvice(runName(run), (await runs.holderOf(run.subject)) !== null, run.summary?.status)
        : `Its open gate is ${first.id}`,
  })
}

const attemptIn = (named: string): string => named.slice(named.lastIndexOf('/') + 1)

const isOtherAttempt = (id: CommandId, named: string): boolean =>
  matchesCommand(id, `${named.slice(0, named.lastIndexOf('/'))}/${attemptOf(id)}`)

const listed = (gates: readonly AskHuman[]): string =>
  gates.map(({ id, gate }) => `  ${id}  ${gate.question}`).join('\n')
