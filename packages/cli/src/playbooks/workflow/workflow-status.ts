/** `harness workflow` without arguments: how far the session is, and its next step. */

import { answerAdvice } from '@harness/core/kernel/answer-advice'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { PhaseLabel } from '@harness/core/playbooks/workflow/input'
import { phaseLabel } from '@harness/formats/documents/workflow/phase-label'
import type { ReadSession } from '@harness/formats/documents/workflow/session-file'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { foundSession } from '@harness/shell/playbooks/workflow/found-session'
import { foundLines, statusLines, workflowFields } from '@harness/shell/playbooks/workflow/workflow-report'
import type { CommandContext } from '../../line/command.ts'
import { runName } from '../../run/find-run.ts'
import { statePlace } from '../../run/target/state-dir.ts'
import { type KnownSession, knownSession } from './known-session.ts'
import { wordsOf } from './session-words.ts'

export async function workflowStatus(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const session = await knownSession(context)
  if (session === null) return foundStatus(context)
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

/** What another program left here, if anything. It is only looked at. */
async function foundStatus(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const found = await foundSession((await statePlace(context)).root, wordsOf(null, null))
  const session = found?.kind === 'session' ? found.session : null
  const words = wordsOf(null, session)
  const next = nextOfFound(found)
  if (json) {
    terminal.print(JSON.stringify({ ok: true, session: foundFields(found), next }, null, 2))
    return exitCode.done
  }
  if (session !== null) {
    terminal.print('[harness]')
    for (const line of foundLines(session, words)) terminal.print(stripControl(`  ${line}`))
  } else
    terminal.print(
      stripControl(
        found?.kind === 'foreign' ? words.gates.conflict.question(found.skill) : words.ends.noSession,
      ),
    )
  terminal.print(words.ends.nextStep(next))
  return exitCode.done
}

/** `run` is null: no journal tells of it. */
function foundFields(found: ReadSession | null): Readonly<Record<string, unknown>> | null {
  if (found === null) return null
  if (found.kind === 'foreign') return { run: null, skill: found.skill }
  const { task, phase, result, slug, docs_path, round } = found.session
  const { version } = found
  return { run: null, skill: 'workflow', version, task, phase, result, slug, docsPath: docs_path, round }
}

function nextOfFound(found: ReadSession | null): string {
  if (found === null) return 'harness workflow "task"'
  if (found.kind === 'foreign') return 'harness workflow --session restart|stop "task"'
  const { phase } = found.session
  if (phase === 'completed') return 'harness workflow "task"'
  if (found.version === 1) return 'harness workflow --session resume|stop "task"'
  return afterPhase[phase] ?? 'harness workflow --session resume|restart|stop "task"'
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
