/** `harness autopilot status`: how far the session is, and what comes next. */

import { answerAdvice } from '@harness/core/kernel/answer-advice'
import { exitCode } from '@harness/core/kernel/exit-code'
import { stateNameOf } from '@harness/core/playbooks/autopilot/state-name'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { autopilotFields, phaseLines } from '@harness/shell/playbooks/autopilot/autopilot-report'
import type { CommandContext } from '../../line/command.ts'
import { runName } from '../../run/find-run.ts'
import { type KnownSession, latestSession } from './known-session.ts'

export async function autopilotStatus(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const session = await latestSession(context)
  const next = session === null ? 'harness autopilot <spec>' : nextOf(session)
  if (json) {
    const told = session === null ? null : { run: runName(session.run), ...autopilotFields(session.state) }
    terminal.print(JSON.stringify({ ok: true, session: told, next }, null, 2))
    return exitCode.done
  }
  if (session === null) terminal.print('No session was started here yet.')
  else {
    const { state, gates } = session
    const { strong } = terminal.colours
    const show = (text: string): void => terminal.print(stripControl(text))
    const end = state.at.phase === 'over' ? ` (${state.at.result.how})` : ''
    show(`${strong(state.input.specPath)}  ${stateNameOf(state)}${end}, rigor ${state.input.rigor}`)
    for (const line of phaseLines(state)) show(line)
    for (const gate of gates) show(`\n${strong('Needs you')}  ${gate.question}`)
  }
  terminal.print(`next: ${next}`)
  return exitCode.done
}

function nextOf({ run, state, gates, isOver }: KnownSession): string {
  if (isOver) return `harness show ${runName(run)}`
  return gates.length > 0 ? answerAdvice(runName(run), gates) : `harness autopilot ${state.input.specPath}`
}
