/**
 * Owns why a plan that could begin is passed over unless it is named: a process works on it, or its last run needs a
 * person first. Looks only; holds nothing.
 */
import { answerAdvice } from '@harness/core/kernel/answer-advice'
import { type ExitCode, exitCode } from '@harness/core/kernel/exit-code'
import { grant, refuse } from '@harness/core/kernel/gate-choices'
import { isAtGate } from '../../store/layout/run-summary.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { damageIn } from '../../store/trust/find-damage.ts'

export interface PassedOver {
  readonly planId: string
  readonly why: string
  readonly next: string
  /** What a command ends with that finds nothing else to do. */
  readonly exitCode: ExitCode
}

/** Null if the plan can be begun or resumed. */
export async function passedOver(stateDir: string, planId: string): Promise<PassedOver | null> {
  const runs = openRunStore(stateDir)
  const holder = await runs.holderOf(planId)
  if (holder !== null) {
    const why = `is held by process ${holder.record.pid} on ${holder.record.host}`
    const next = `Wait for it, or end it: harness stop ${planId}`
    return { planId, why, next, exitCode: exitCode.heldByAnother }
  }
  const [newest] = await runs.list(planId)
  if (newest === undefined) return null
  const { summary } = newest
  const name = `${planId}-${newest.runId}`
  if (summary?.status === 'done') return null
  if (summary?.status === 'blocked') {
    const next = `See why with harness show ${name}; begin it again with: harness run ${planId}`
    return { planId, why: `was blocked by its last run: ${summary.reason}`, next, exitCode: exitCode.halted }
  }
  if (isAtGate(summary) && !(await runs.hasAnswer(newest))) {
    const choices = (summary?.gateChoices ?? [grant, refuse]).map((choice) => ({ name: choice }))
    const next = answerAdvice(name, [{ name: summary?.gate ?? '', choices }])
    const why = `waits for a person: ${summary?.waitingFor}`
    return { planId, why, next, exitCode: summary?.gateExitCode ?? exitCode.escalated }
  }
  const damage = await damageIn(runs, newest)
  if (damage === null) return null
  return { planId, why: `has a damaged run: ${damage.message}`, next: damage.next, exitCode: damage.exitCode }
}
