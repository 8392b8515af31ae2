/** Settles what becomes of an unfinished session before a command starts: it is resumed, replaced or ended. */
import { exitCode } from '@harness/core/kernel/exit-code'
import type { Gate } from '@harness/core/kernel/gate'
import { UserError } from '@harness/core/kernel/user-error'
import { workingFiles } from '@harness/core/playbooks/workflow/artifacts'
import type { StepName } from '@harness/core/playbooks/workflow/input'
import { phaseLabel } from '@harness/core/playbooks/workflow/phase-label'
import { type PhaseLabel, phaseLabels, type Words } from '@harness/core/playbooks/workflow/words'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { abandonRun } from '@harness/shell/engine/registered-defaults'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { removeOwn } from '@harness/shell/playbooks/workflow/clean-up'
import { workflowRegistration } from '@harness/shell/playbooks/workflow/registration'
import type { WorkflowAsked } from '@harness/shell/playbooks/workflow/workflow-asked'
import { statusLines } from '@harness/shell/playbooks/workflow/workflow-report'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import type { RunTarget } from '../../line/face.ts'
import { knownName } from '../../line/known-name.ts'
import { askGate } from '../../run/ask/ask-gate.ts'
import { operatorName } from '../../run/operator.ts'
import { type KnownSession, knownSession } from './known-session.ts'

export type Settled =
  | { readonly type: 'start'; readonly asked: Partial<WorkflowAsked> }
  | { readonly type: 'done'; readonly exitCode: number }

const choices = ['resume', 'restart', 'stop'] as const

interface Wanted {
  readonly step: StepName | null
  readonly task: string
}

export async function settleSession(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  { step, task }: Wanted,
): Promise<Settled> {
  const session = await knownSession(context)
  if (step !== null && step !== 'plan') {
    guardStep(session, step)
    return start
  }
  if (task.trim() === '') throw refusal(workflowVoice.words.en.refusals.emptyTask)
  if (session === null) return start
  const named = textOption(given, 'session')
  const choice =
    named === null
      ? await ask(context, given, session)
      : knownName('choice', named, choices, 'harness workflow --help')
  if (choice === null) return { type: 'done', exitCode: exitCode.waitingAtGate }
  if (choice === 'resume') return start
  await end(context, target, session, choice)
  return choice === 'restart' ? start : { type: 'done', exitCode: exitCode.done }
}

const start: Settled = { type: 'start', asked: {} }

/** The phase that each step needs, and what is said if the session is not there yet. */
const needed: Readonly<Record<Exclude<StepName, 'plan'>, PhaseLabel>> = {
  generate: 'plan_done',
  verify: 'generate_done',
  evaluate: 'verify_done',
}

function guardStep(session: KnownSession | null, step: Exclude<StepName, 'plan'>): void {
  const words = workflowVoice.words[session?.state.userLang ?? 'en']
  const said = {
    generate: words.refusals.runPlanFirst,
    verify: words.refusals.runGenerateFirst,
    evaluate: words.refusals.runVerifyFirst,
  }[step]
  const reached = session === null ? -1 : phaseLabels.indexOf(phaseLabel(session.state))
  if (reached < phaseLabels.indexOf(needed[step])) throw refusal(said)
}

const refusal = (message: string): UserError =>
  new UserError('usage', message, { next: 'harness workflow --help' })

async function ask(
  { terminal, json, env }: CommandContext,
  given: Given,
  { state }: KnownSession,
): Promise<(typeof choices)[number] | null> {
  const words = workflowVoice.words[state.userLang]
  const gate = sessionGate(words, statusLines(state, words).join('\n'))
  if (!terminal.canAsk || json || flagOption(given, 'yes')) {
    terminal.note(gate.question)
    terminal.note(words.ends.nextStep('harness workflow --session resume|restart|stop "task"'))
    return null
  }
  const said = await askGate(terminal, gate, operatorName(env), new AbortController().signal)
  return said === null || said === 'interrupted' ? null : (said.choice as (typeof choices)[number])
}

const sessionGate = ({ gates: { session } }: Words, status: string): Gate => ({
  name: 'session',
  question: `${session.header}: ${session.question(`\n${status}\n`)}`,
  detail: '',
  choices: choices.map((name) => ({ name, ...session.choices[name], words: 'none' })),
  digest: null,
  exitCode: exitCode.waitingAtGate,
})

/** The run ends for good, and what it made for itself goes. Its lane and branch stay. */
async function end(
  context: CommandContext,
  { root, stateDir, config }: RunTarget,
  { run, state }: KnownSession,
  reason: string,
): Promise<void> {
  await abandonRun(
    {
      repoRoot: root,
      stateDir,
      config,
      environment: context.env,
      clock: systemClock,
      run,
      by: operatorName(context.env),
      reason,
    },
    workflowRegistration as never,
  )
  await removeOwn(
    { docsPath: state.input.docsPath, removesDocs: false, working: workingFiles },
    { repoRoot: root, stateDir },
    new AbortController().signal,
  )
}
