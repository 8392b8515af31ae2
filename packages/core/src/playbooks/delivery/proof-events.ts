/** What a delivery makes of what the machine showed: checks, end-to-end tests and pictures of the product. */
import type { UiNotCaptured } from '../../effects/capture-ui.ts'
import type { ChecksFinished } from '../../effects/run-checks.ts'
import { type Evidence, passed, unproven } from '../../kernel/evidence.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import type { Finding } from '../../kernel/finding.ts'
import { ask, halt, recovered, spendOrAsk } from '../../kernel/retrying.ts'
import { haltWith } from '../../work/attempts.ts'
import { failedLogs } from '../../work/failed-logs.ts'
import { blockingFindings } from '../../work/findings-ledger.ts'
import { failureOf } from '../../work/report-sections.ts'
import { toFixFindings, withPass } from './agent-finished.ts'
import { checksKeepFailingGate, uiNotSeenGate } from './gates.ts'
import { afterPreflight, afterUi, checksOf, toFix, toPlan, toPreflight } from './loop.ts'
import { withLogs } from './materials.ts'
import { type Checking, type DeliveryState, uiNotSeen, type VerifyingEndToEnd } from './state.ts'

export function checksFinished(state: DeliveryState, event: ChecksFinished): DeliveryState {
  if (state.phase === 'checks') return checked({ ...state, evidence: event.evidence }, state.lane, event)
  return state.phase === 'e2e' ? verified(state, event) : state
}

function checked(state: Checking, lane: Checking['lane'], event: ChecksFinished): DeliveryState {
  if (unproven(checksOf(state), state.evidence, lane.tree).length === 0) {
    const proven = recovered(state, 'checkFix')
    return state.after === 'preflight' ? afterPreflight(proven, lane) : toPlan(proven, lane, 'review')
  }
  const missing = state.evidence.find(isCommandMissing)
  if (missing !== undefined)
    return halt(state, {
      exitCode: exitCode.halted,
      reason: `The command of the check ${missing.check} was not found: ${missing.run}`,
      next: commandAdvice(state.input.plan.id),
    })
  const failed = state.evidence.filter((item) => !passed(item)).map((item) => item.check)
  const fixing = toFix(state, lane, { type: 'checks', ...withLogs(failedLogs(event)) })
  return spendOrAsk(fixing, 'checkFix', checksKeepFailingGate(fixing, failed))
}

/** A shell's own word for a command that is not there: no change to the product can fix that. */
const commandNotFound = 127

/**
 * A program that the check itself names: no fixer can install that. What only a script of the product calls may be the
 * fault of the change, and goes to the fixer.
 */
function isCommandMissing({ exitCode: code, run, outputTail }: Evidence): boolean {
  if (code !== commandNotFound) return false
  const named = /(?:^|[\s:])([^\s:]+): (?:command )?not found/.exec(outputTail)?.[1]
  return named === undefined || run.split(/[\s;&|()]+/).includes(named)
}

const commandAdvice = (planId: string): string =>
  `Install it in the lane (lanes.setup) or on this machine, then: harness resume. If the config names it wrongly, fix that and start again: harness refuse ${planId} -m "why", then harness run ${planId}`

function verified(state: VerifyingEndToEnd, event: ChecksFinished): DeliveryState {
  const { e2e, lane } = state
  const { evidence: shown } = event
  const evidence = [...state.evidence.filter(({ check }) => check !== e2e.check.name), ...shown]
  const known = { ...state, evidence }
  const failed = shown.filter((item) => !passed(item))
  if (failed.some((item) => item.exitCode === commandNotFound))
    return halt(known, {
      exitCode: exitCode.halted,
      reason: `The end-to-end command was not found: ${e2e.check.run}`,
      next: commandAdvice(state.input.plan.id),
    })
  const judged = withPass(known, lane, 'e2e', failed.map(failure))
  if (unproven([e2e.check], evidence, lane.tree).length > 0)
    return toFixFindings(judged, lane, withLogs(failedLogs(event)))
  return state.after === 'preflight' ? afterPreflight(judged, lane) : toPreflight(judged, lane)
}

const failure = (item: Evidence): Finding => ({
  severity: 'High',
  title: 'The end-to-end tests fail',
  detail: `${item.run}: ${failureOf(item)}\n${item.outputTail}`,
  file: null,
  line: null,
})

export function uiNotCaptured(state: DeliveryState, event: UiNotCaptured): DeliveryState {
  if (state.phase !== 'capture-ui') return state
  const { lane, ui } = state
  const note = `The user interface was not looked at: ${event.detail}`
  switch (event.reason) {
    case 'no-browser':
      return (ui.required && !isLetStand(state)) || blockingFindings(state.findings, 'review-ui').length > 0
        ? ask(state, uiNotSeenGate(event.detail, event.next))
        : afterUi({ ...state, notes: [...state.notes, note] }, lane)
    case 'port-taken':
    case 'command-missing':
      return haltWith(state, event)
    default: {
      const finding: Finding = {
        severity: 'High',
        title: 'The product cannot be looked at',
        detail: event.detail,
        file: null,
        line: null,
      }
      const judged = withPass(state, lane, 'review-ui', [finding])
      return blockingFindings(judged.findings, 'review-ui').length > 0
        ? toFixFindings(judged, lane)
        : afterUi(judged, lane)
    }
  }
}

const isLetStand = ({ waivers }: DeliveryState): boolean =>
  waivers.some(({ finding }) => finding.title === uiNotSeen.title)
