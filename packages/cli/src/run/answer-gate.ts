/** Files a person's answer with the run whose gate is open, and continues with the run if no process holds it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutcome } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { choicesOf, type Gate, type GateAnswer, type GateChoice } from '@harness/core/kernel/gate'
import type { CommandId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { Checkpoint } from '@harness/core/playbooks/mission/input'
import { holderOf } from '@harness/shell/machine/lock/holder'
import { knownSecrets } from '@harness/shell/machine/redaction/known-secrets'
import { createRedactor } from '@harness/shell/machine/redaction/redactor'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { postWord } from '@harness/shell/store/inbox/post-word'
import { otherVersionIn } from '@harness/shell/store/runs/other-version'
import type { KnownRun } from '@harness/shell/store/runs/runs'
import { type CommandContext, type Given, textOption } from '../line/command.ts'
import { attendRun } from './attend-run.ts'
import { runName } from './find-run.ts'
import { namedGate } from './named-gate.ts'
import { onlyPeople } from './only-people.ts'
import { openTarget } from './open-target.ts'
import { operatorName } from './operator.ts'
import { wholeStory } from './run-story.ts'
import { statePlace } from './state-dir.ts'
import { viewOfRun } from './views/view-of-run.ts'

/** The holder looks at its inbox at least once a second. */
const patienceMs = 10_000
const lookAgainMs = 100

export async function answerGate(
  context: CommandContext,
  given: Given,
  chosen: string,
  { ofMission = false }: { readonly ofMission?: boolean } = {},
): Promise<number> {
  const { terminal, json, env } = context
  const { root, stateDir } = await statePlace(context)
  await onlyPeople(env, stateDir)
  const { run, gate } = await namedGate({
    root,
    stateDir,
    named: given.args[0] ?? '',
    ofMission,
    checkpoints: () => configuredCheckpoints(context),
  })
  const name = runName(run)
  const { decision, only, name: choice } = choiceOf(gate.gate, chosen, given)
  const goesOn = given.options.resume !== false
  if (goesOn && (await holderOf(run.leaseDir)) === null) await guardRun(run, root)
  const reason = await redactedReason(context, textOption(given, 'message') ?? '')
  const by = operatorName(env)
  const answer: GateAnswer = { decision, reason, by, ...(only === undefined ? {} : { only }) }
  await postWord(run.dir, { type: 'answer', gate: gate.id, answer, at: Date.now() })
  const what = `${decision === 'let-stand' ? 'let stand' : decision}: ${stripControl(gate.gate.question)}`

  const holder = await holderOf(run.leaseDir)
  const tell = (taken: boolean, then: string): number => {
    const told = { ok: true, run: name, gate: gate.id, choice, decision, taken }
    if (json) terminal.print(JSON.stringify(told, null, 2))
    else terminal.print(`${what}\n${then}`)
    return exitCode.done
  }
  if (holder !== null) {
    const { pid, host } = holder.record
    return (await isTaken(run, gate.id))
      ? tell(true, `Process ${pid} on ${host} resumes it; follow it with: harness logs ${name} -f`)
      : tell(false, `Process ${pid} on ${host} has not heard it yet; it will. See: harness runs`)
  }
  if (!goesOn) return tell(false, `Resume it with: harness resume ${name}`)
  if (!json) terminal.print(`${what}\nResuming ${name}\n`)
  const target = await openTarget(context)
  const attendance = { until: null, headless: false }
  const view = await viewOfRun(run)
  return attendRun(context, target, attendance, view, (options) => view.resume(options, run))
}

/** Throws before anything is written if the gate does not offer the choice, or the choice needs words. */
function choiceOf(gate: Gate, chosen: string, given: Given): GateChoice {
  const named = given.args[0] ?? '<run>'
  const choices = choicesOf(gate)
  const choice = choices.find(({ name }) => name === chosen)
  if (choice === undefined) {
    const offered = choices.map(({ name }) => name).join(', ')
    throw new UserError(
      'choice-unknown',
      `The gate ${gate.name} does not offer ${JSON.stringify(chosen)}. Its choices: ${offered}.`,
      { next: `harness answer ${named} <${choices.map(({ name }) => name).join('|')}> -m "why"` },
    )
  }
  if (choice.words === 'required' && (textOption(given, 'message') ?? '').trim() === '')
    throw new UserError('usage', `The choice ${choice.name} needs a reason: the run records it.`, {
      next: `harness answer ${named} ${choice.name} -m "why"`,
    })
  return choice
}

/** Throws before anything is written if the run cannot be resumed here. */
async function guardRun(run: KnownRun, root: string): Promise<void> {
  const other = await otherVersionIn(run.dir)
  if (other !== null) throw other
  const { view, last } = await wholeStory(run)
  await view.guard?.(last.state, root)
}

/** None if the config cannot be read: what is wrong with it is no answer to which gate was meant. */
async function configuredCheckpoints(context: CommandContext): Promise<readonly Checkpoint[]> {
  try {
    return (await openTarget(context)).config.mission.checkpoints
  } catch (error) {
    if (error instanceof UserError) return []
    throw error
  }
}

/** The word is in the run's inbox and then in its journal: what must not be seen there is not said. */
async function redactedReason(context: CommandContext, reason: string): Promise<string> {
  if (reason === '') return reason
  const { config } = await openTarget(context)
  return createRedactor({ secrets: knownSecrets(context.env, config.redact.env) })(reason)
}

async function isTaken(run: KnownRun, gate: CommandId): Promise<boolean> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { chapters } = await wholeStory(run)
    if (chapters.some(({ event }) => isOutcome(event) && event.commandId === gate)) return true
    if (Date.now() > deadline || (await holderOf(run.leaseDir)) === null) return false
    await sleep(lookAgainMs)
  }
}
