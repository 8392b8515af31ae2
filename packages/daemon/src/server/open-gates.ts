/** Finds the gates at which runs wait for a person. Any playbook's: the journal has the question and the choices. */
import { type AskHuman, isAskHuman } from '@harness/core/effects/ask-human'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import { isAtGate } from '@harness/shell/store/layout/run-summary'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'

export interface OpenGate {
  readonly run: KnownRun
  readonly asked: AskHuman
}

export async function openGates(
  runs: RunStore,
  isOwn: (run: KnownRun) => boolean,
): Promise<readonly OpenGate[]> {
  const gates: OpenGate[] = []
  for (const subject of await runs.subjects()) {
    const [newest] = await runs.list(subject)
    if (newest !== undefined && isAtGate(newest.summary) && isOwn(newest))
      gates.push(...(await gatesOf(runs, newest)))
  }
  return gates
}

export async function gatesOf(runs: RunStore, run: KnownRun): Promise<readonly OpenGate[]> {
  const journal = await runs.read(run)
  return unanswered(journal?.events ?? []).map((asked) => ({ run, asked }))
}

function unanswered(events: readonly AnyEvent[]): readonly AskHuman[] {
  const open = new Map<string, AskHuman>()
  for (const event of events) {
    if (isRunEvent(event, 'CommandIssued') && isAskHuman(event.command))
      open.set(event.command.id, event.command)
    else if (isOutcome(event)) open.delete(event.commandId)
    else if (isRunEvent(event, 'RunEnded') && !event.end.resumable) open.clear()
  }
  return [...open.values()]
}

export const shownGate = ({ run, asked }: OpenGate) => ({
  run: `${run.subject}-${run.runId}`,
  playbook: run.summary?.playbook ?? null,
  gate: asked.id,
  name: asked.gate.name,
  question: asked.gate.question,
  detail: asked.gate.detail,
  digest: asked.gate.digest,
  choices: asked.gate.choices,
  since: run.summary?.updatedAt ?? null,
})
