/** Files a person's answer with the run whose gate is open, and resumes the run if no process holds it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutcome } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { answerTo, pastOf } from '@harness/core/kernel/gate-answer'
import { UserError } from '@harness/core/kernel/user-error'
import { type AnswerWord, answerWord } from '@harness/formats/records/inbox-word'
import { guardPlace } from '@harness/shell/engine/conduct/guard-place'
import { secretsOf } from '@harness/shell/engine/conduct/secrets-of'
import { createRedactor } from '@harness/shell/machine/redaction/redactor'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import { otherVersionIn } from '@harness/shell/store/trust/other-version'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { identitiesOf, type Playbooks } from '../../line/playbooks.ts'
import { runName } from '../find-run.ts'
import { guardAnswer } from '../guard-answer.ts'
import { gatesIn } from '../open-gate.ts'
import { operatorName } from '../operator.ts'
import { wholeStory } from '../run-story.ts'
import { lookAtTarget } from '../target/look-at-target.ts'
import { type StatePlace, statePlace } from '../target/state-dir.ts'
import { drivenRun } from '../trust/executed-run.ts'
import { attendRun } from './attend-run.ts'
import { namedGate } from './named-gate.ts'
import { resumeRun } from './resume-run.ts'

/** The holder looks at its inbox at least once a second. */
const patienceMs = 10_000
const lookAgainMs = 100

export async function answerGate(
  context: CommandContext,
  given: Given,
  chosen: string,
  { of = null }: { readonly of?: string | null } = {},
): Promise<number> {
  const { terminal, json, env } = context
  const { root, stateDir, runs } = await statePlace(context)
  const { run, gate } = await namedGate({
    context,
    root,
    stateDir,
    runs,
    named: given.args[0] ?? '',
    of,
  })
  const name = runName(run)
  const by = operatorName(env)
  const typed = textOption(given, 'message') ?? ''
  guardAnswer(gate, given, { choice: chosen, reason: typed, by })
  const goesOn = !flagOption(given, 'noResume')
  const place = { root, stateDir, runs }
  const resumes = goesOn && (await runs.holderOf(run.subject)) === null
  if (resumes) await guardRun(context.playbooks, place, run)
  // Asked before the answer is filed: what must not be run leaves the gate open.
  const opened = resumes ? await drivenRun(context, place, run) : null
  const answer = answerTo(gate.gate, { choice: chosen, reason: await redactedReason(context, typed), by })
  const word = answerWord(gate, answer, Date.now())
  await runs.answer(run, word)
  const what = `${pastOf(chosen)}: ${stripControl(gate.gate.question)}`

  const holder = await runs.holderOf(run.subject)
  const tell = (taken: boolean, then: string): number => {
    const { digest } = gate.gate
    const told = { ok: true, run: name, gate: gate.id, choice: chosen, digest, taken }
    if (json) terminal.print(JSON.stringify(told, null, 2))
    else terminal.print(`${what}\n${then}`)
    return exitCode.done
  }
  if (holder !== null) {
    const { pid, host } = holder.record
    return (await isTaken(context.playbooks, runs, run, word))
      ? tell(true, `Process ${pid} on ${host} resumes it; follow it with: harness logs ${name} -f`)
      : tell(false, `Process ${pid} on ${host} has not heard it yet; it will. See: harness runs`)
  }
  if (opened === null) return tell(false, `Resume it with: harness resume ${name}`)
  if (!json) terminal.print(`${what}\nResuming ${name}\n`)
  const { face, target } = opened
  const attendance = { until: null, headless: false }
  return attendRun(context, target, attendance, face, (options) => resumeRun(face, options, run))
}

/** Throws before the answer is written if the run cannot be resumed here. */
async function guardRun(
  playbooks: Playbooks,
  { root, stateDir, runs }: StatePlace,
  run: KnownRun,
): Promise<void> {
  const other = await otherVersionIn(runs, run, identitiesOf(playbooks))
  if (other !== null) throw other
  await guardPlace({ repoRoot: root, stateDir, runs, run })
  const { face, last } = await wholeStory(playbooks, runs, run)
  await face.registration.guard?.(last.state, { repoRoot: root, runs, run })
}

/** The text is kept in the run's inbox and then in its journal: what must not be seen there is not said. */
async function redactedReason(context: CommandContext, reason: string): Promise<string> {
  if (reason === '') return reason
  const { root, config } = await lookAtTarget(context)
  const secrets = await secretsOf({ repoRoot: root, config, environment: context.env })
  return createRedactor({ secrets })(reason)
}

/** False if the holder has not heard the answer in time. Throws if the run refused it. */
async function isTaken(
  playbooks: Playbooks,
  runs: RunStore,
  run: KnownRun,
  word: AnswerWord,
): Promise<boolean> {
  const deadline = Date.now() + patienceMs
  const next = `See what it asks now: harness show ${runName(run)}`
  for (;;) {
    const story = await wholeStory(playbooks, runs, run)
    if (story.chapters.some(({ event }) => isOutcome(event) && event.commandId === word.gate)) return true
    const why = await runs.refusalOf(run, word)
    if (why !== null) throw new UserError('answer-refused', `The run refused the answer. ${why}`, { next })
    if (gatesIn(story).every(({ id }) => id !== word.gate))
      throw new UserError('gate-changed', `The run does not ask ${word.gate} any more.`, { next })
    if (Date.now() > deadline || (await runs.holderOf(run.subject)) === null) return false
    await sleep(lookAgainMs)
  }
}
