/**
 * Owns sitting beside a run while it works: its progress on the terminal, its gates put to the person at hand, Ctrl-C,
 * and what is said when it lets go.
 */

import { existsSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isGateAnswered } from '@harness/core/effects/ask-human'
import { answerAdvice } from '@harness/core/kernel/answer-advice'
import type { RunEnd } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { Gate } from '@harness/core/kernel/gate'
import { costText, tokensIfAny } from '@harness/formats/text/amounts'
import type { AskPerson } from '@harness/shell/effects/people/ask-person'
import type { AttendedOptions, ToldResult } from '@harness/shell/engine/registration'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import type { CommandContext } from '../../line/command.ts'
import type { Face, RunTarget } from '../../line/face.ts'
import { askGate } from '../ask/ask-gate.ts'
import { operatorName } from '../operator.ts'
import type { Progress } from '../progress/progress.ts'
import { runProgress } from '../progress/run-progress.ts'
import { attendNotices } from './attend-notices.ts'

export interface Attendance {
  /** The phase after which the run pauses; null to go on to the end. */
  readonly until: string | null
  /** The operator wants no questions, even at a terminal. */
  readonly headless: boolean
  /** The operator wants to read what agents do as they do it. */
  readonly verbose?: boolean
}

export async function attendRun<State extends SpendingState>(
  context: CommandContext,
  target: RunTarget,
  attendance: Attendance,
  face: Face<State>,
  start: (options: AttendedOptions<State>) => Promise<ToldResult>,
): Promise<number> {
  const { terminal, json, env } = context
  const { verbose = false } = attendance
  const progress = runProgress(face, { terminal, now: () => systemClock.now(), aside: json, verbose })
  const stop = new AbortController()
  let signals = 0
  let working: string | null = null
  let name = ''
  const asks = terminal.canAsk && !json && !attendance.headless
  const notices = attendNotices(context, target, asks)
  const letGo = (): void => {
    if (++signals > 1) context.abandon(exitCode.interrupted)
    progress.pause()
    terminal.note('Stopping; the run can be resumed. Once more ends this process at once.')
    stop.abort()
  }
  const prompts = openPrompts(context, progress, letGo)
  const ignore = context.onSignal(letGo)
  try {
    const result = await start({
      repoRoot: target.root,
      stateDir: target.stateDir,
      config: target.config,
      ...(target.trusted === undefined ? {} : { trusted: target.trusted }),
      environment: env,
      rolesDir: context.rolesDir,
      clock: systemClock,
      ask: asks ? prompts.ask : null,
      onEvent(event, state) {
        if (isGateAnswered(event)) prompts.close()
        notices.hear(name, event)
        progress.onEvent(event, state)
      },
      onAgent: progress.onAgent,
      onPlace(runDir) {
        working = relative(target.root, runDir)
        name = `${basename(dirname(runDir))}-${basename(runDir)}`
        context.onRun?.(name)
      },
      onNote: (note) => terminal.note(stripControl(`Note: ${note}`)),
      stop: stop.signal,
      until: attendance.until,
    })
    working = null
    context.onResult?.(result)
    progress.close()
    tellResult(context, result, face.openProgress !== undefined)
    await notices.rested(result)
    return result.exitCode
  } finally {
    notices.close()
    progress.close()
    ignore()
    if (working !== null && existsSync(join(target.root, working)))
      terminal.note(`The journal of the run is in ${working}.`)
  }
}

/** A question is taken back when its gate is answered elsewhere. */
function openPrompts(
  { terminal, env }: CommandContext,
  progress: Pick<Progress, 'pause'>,
  letGo: () => void,
): { readonly ask: AskPerson; close(): void } {
  let answered = new AbortController()
  return {
    async ask(gate, signal) {
      answered = new AbortController()
      progress.pause()
      const either = AbortSignal.any([signal, answered.signal])
      const said = await askGate(terminal, gate, operatorName(env), either)
      if (said !== 'interrupted') return said
      letGo()
      return null
    },
    close: () => answered.abort(),
  }
}

interface Closing {
  readonly outcome: RunEnd['outcome'] | 'waiting' | 'interrupted'
  readonly reason: string
  readonly next: string
  /** What a run that waits asks. */
  readonly gates?: readonly Pick<Gate, 'name' | 'digest' | 'choices'>[]
}

/** `briefly`: only how it ended goes to standard output. */
export function tellResult({ terminal, json }: CommandContext, result: ToldResult, briefly = false): void {
  const name = `${result.subject}-${result.runId}`
  const closing = closingOf(result, name)
  if (json) {
    terminal.print(
      JSON.stringify(
        {
          ok: result.exitCode === exitCode.done,
          run: name,
          runId: result.runId,
          branch: result.branch,
          ...result.fields,
          tokensTotal: result.tokensTotal,
          usd: result.unpricedCalls > 0 ? null : result.usd,
          logPath: result.logPath,
          exitCode: result.exitCode,
          ...closing,
        },
        null,
        2,
      ),
    )
    return
  }
  const { good, warn, bad, strong, faint } = terminal.colours
  const paint = closing.outcome === 'done' ? good : result.exitCode === exitCode.halted ? bad : warn
  const reason = stripControl(closing.reason)
  const ended = `${paint(`${closing.outcome}:`)} ${briefly ? reason.replace(/\s+/g, ' ') : reason}`
  terminal.print(briefly ? ended : `\n${ended}`)
  const say = briefly ? terminal.note : terminal.print
  const about = [name, result.branch, tokensIfAny(result.tokensTotal), costText(result), result.logPath]
  say(faint(about.filter((it) => it !== null).join(' · ')))
  say(`${strong('next:')} ${stripControl(closing.next)}`)
}

function closingOf({ rest }: ToldResult, name: string): Closing {
  switch (rest.type) {
    case 'ended':
      return { outcome: rest.end.outcome, reason: rest.end.reason, next: rest.end.next }
    case 'waiting':
      return {
        outcome: 'waiting',
        reason: rest.gates.map((gate) => gate.question).join(' '),
        gates: rest.gates.map(({ name: gate, digest, choices }) => ({ name: gate, digest, choices })),
        next: `${answerAdvice(name, rest.gates)}; all about it: harness show ${name}`,
      }
    case 'interrupted':
      return rest.reason === 'frozen'
        ? {
            outcome: 'interrupted',
            reason: 'This repository was frozen while the run worked.',
            next: `When the reason is gone: harness doctor, then harness resume ${name}`,
          }
        : { outcome: 'interrupted', reason: 'The run was stopped.', next: `harness resume ${name}` }
  }
}
