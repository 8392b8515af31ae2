/** `harness workflow` without arguments: how far the session is, and its next step. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { phaseLabel } from '@harness/core/playbooks/workflow/phase-label'
import type { PhaseLabel } from '@harness/core/playbooks/workflow/words'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { statusLines, workflowFields } from '@harness/shell/playbooks/workflow/workflow-report'
import type { CommandContext } from '../../line/command.ts'
import { answerAdvice } from '../../run/answer-advice.ts'
import { runName } from '../../run/find-run.ts'
import { type KnownSession, knownSession } from './known-session.ts'

export async function workflowStatus(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const session = await knownSession(context)
  if (session === null) {
    const next = 'harness workflow "task"'
    if (json) terminal.print(JSON.stringify({ ok: true, session: null, next }, null, 2))
    else
      terminal.print(`${workflowVoice.words.en.ends.noSession} ${workflowVoice.words.en.ends.nextStep(next)}`)
    return exitCode.done
  }
  const { state, run } = session
  const next = nextCommand(session)
  if (json) {
    const told = { run: runName(run), ...workflowFields(state) }
    terminal.print(JSON.stringify({ ok: true, session: told, next }, null, 2))
    return exitCode.done
  }
  const words = workflowVoice.words[state.userLang]
  terminal.print('[harness]')
  for (const line of statusLines(state, words)) terminal.print(stripControl(`  ${line}`))
  terminal.print(words.ends.nextStep(next))
  return exitCode.done
}

const afterPhase: Partial<Readonly<Record<PhaseLabel, string>>> = {
  plan_done: 'harness workflow generate',
  generate_done: 'harness workflow verify',
  verify_done: 'harness workflow evaluate',
}

/** An open gate is answered. A run that rests between two steps continues with the next one. Any other is resumed. */
function nextCommand({ state, run, gates }: KnownSession): string {
  if (gates.length > 0) return answerAdvice(runName(run), gates)
  const step = state.at.phase === 'rest' ? afterPhase[phaseLabel(state)] : undefined
  return step ?? `harness resume ${runName(run)}`
}
