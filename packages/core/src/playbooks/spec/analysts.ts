/** Owns the analysts of a deep spec: each works in a lane of its own, waits and stops by itself, and puts its lane away. */
import type { OpenLane } from '../../effects/open-lane.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { forgeRole } from '../../kernel/hurdle.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { failed, halt, recovered, spend } from '../../kernel/retrying.ts'
import { unattended } from '../../kernel/unattended.ts'
import { firstStop, haltWith } from '../../work/attempts.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane, laneAt } from '../../work/lane.ts'
import { wakeAt } from '../../work/wakes.ts'
import { analysisPath, notWritten, writeCall, writtenAt } from './calls.ts'
import type { Command, Outcome } from './effects.ts'
import { type Analyst, analysts, type SpecInput } from './input.ts'
import { analysisSlices } from './slices.ts'
import { type Analysing, freshRetries, type Line } from './state.ts'
import type { SpecWords } from './words.ts'

export const openLines = (): readonly Line[] =>
  analysts.map((analyst) => ({ analyst, step: 'open', retries: freshRetries, hurdle: null, problems: [] }))

export const openLane = (
  { runId, baseBranch }: SpecInput,
  id: Command['id'],
  part: Analyst | null = null,
): OpenLane => {
  const name = part === null ? `spec-${runId}` : `spec-${runId}-${part}`
  return { type: 'OpenLane', id, lane: asLaneName(name), branch: `harness/${name}`, baseBranch }
}

/** A stop counts once no other analyst can go on. */
export function decideAnalyses(state: Analysing, words: SpecWords): Decision<Command> {
  const commands = state.lines.flatMap((line) => wantedBy(state, line, words) ?? [])
  if (commands.length > 0) return perform(...commands)
  const stop = firstStop(state.lines)
  invariant(stop !== null, 'an analyst works, waits, is done or is stopped')
  return end(stop.end)
}

function wantedBy(state: Analysing, line: Line, words: SpecWords): Command | null {
  const { analyst, hurdle } = line
  const { input } = state
  const idFor = (phase: string): Command['id'] => nextId(state, phase, analyst)
  if (hurdle?.type === 'sleep') return wakeAt(idFor('wait'), hurdle)
  if (hurdle !== null) return null
  switch (line.step) {
    case 'open':
      return openLane(input, idFor('open'), analyst)
    case 'analyse': {
      const path = analysisPath(analyst)
      return writeCall(input, path, {
        id: idFor('analyse'),
        role: `spec/${analyst}-analyst`,
        lane: line.lane,
        slices: analysisSlices(state, words, { path, problems: line.problems }),
      })
    }
    case 'close':
      return closeLane(idFor('close'), line.lane, input.baseBranch)
    case 'done':
      return null
  }
}

/** What an outcome of its own commands makes of a line. */
export function evolveLine(line: Line, event: Outcome, words: SpecWords): Line {
  switch (event.type) {
    case 'LaneOpened':
      return line.step === 'open' ? { ...line, step: 'analyse', lane: laneAt(event) } : line
    case 'AgentFinished': {
      if (line.step !== 'analyse') return line
      const path = analysisPath(line.analyst)
      const text = writtenAt(path, event)
      if (text !== null) return { ...recovered(line, 'draft'), step: 'close', problems: [], text }
      return againLine(line, [notWritten(path)], words.ends.noDocument(event.role, path))
    }
    case 'ContractBroken':
      return againLine(line, event.problems, words.ends.noDocument(event.role, analysisPath(line.analyst)))
    case 'AgentFailed':
      return unattended(failed(line, event))
    case 'ForgeFailed':
      return unattended(failed(line, { ...event, role: forgeRole }))
    case 'LaneClosed': {
      if (line.step !== 'close') return line
      const { analyst, retries, hurdle, problems, text } = line
      return { analyst, retries, hurdle, problems, step: 'done', text }
    }
    case 'TimerFired':
      return { ...line, hurdle: null }
    case 'CommandFailed':
      return haltWith(line, event)
    default:
      return line
  }
}

function againLine(line: Line, problems: readonly string[], reason: string): Line {
  return isExhausted(line.retries.draft)
    ? halt({ ...line, problems }, { exitCode: exitCode.contractBroken, reason, next: 'harness resume' })
    : { ...spend(line, 'draft'), problems }
}
