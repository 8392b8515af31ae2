/** Turns an event of a run into what the operator reads. Pure; what came from agents and repos is made safe to show. */
import type { ChecksFinished } from '@harness/core/effects/run-checks'
import { isOutcome } from '@harness/core/kernel/event'
import { passed } from '@harness/core/kernel/evidence'
import { isGranted, pastOf } from '@harness/core/kernel/gate-answer'
import { phaseOf } from '@harness/core/kernel/ids'
import type { Event, Outcome } from '@harness/core/playbooks/every-effect'
import type { DocumentsWritten } from '@harness/core/playbooks/mission/write-documents'
import { counted, durationText, momentText } from '../../terminal/amounts.ts'
import type { RunSight } from '../views/run-sight.ts'
import { describeAnswer } from './describe-answer.ts'
import { describeBegin } from './describe-begin.ts'
import { facts, line, linesOf, oneLine, type ProgressLine } from './progress-line.ts'
import { underWayAgain } from './under-way-again.ts'

/** How much of a failed check's output is shown. */
const outputLines = 30

/** `startedAt` is when the command that the event ends was issued, as far as known. */
export function describeEvent(event: Event, sight: RunSight, startedAt: number | null): ProgressLine | null {
  const line = lineOf(event, sight, startedAt)
  const said = line === null ? null : { ...line, text: `${partText(event, sight)}${line.text}` }
  const notes = isOutcome(event) ? [...(event.notes ?? []), ...contextLeftOut(event)] : []
  return said === null || notes.length === 0
    ? said
    : { ...said, detail: [...said.detail, ...notes.map((note) => `note: ${oneLine(note)}`)] }
}

/** Where several things go on at once, each line says which one it is about. */
function partText(event: Event, sight: RunSight): string {
  const command =
    event.type === 'CommandIssued' ? event.command.id : isOutcome(event) ? event.commandId : null
  const part = command === null ? null : sight.partOf?.(command)
  return part == null ? '' : `${oneLine(part)}: `
}

/** What people had left for the agent and it was not told. */
const contextLeftOut = (event: Outcome): readonly string[] =>
  ('context' in event ? (event.context ?? []) : []).flatMap(({ path, leftOut }) =>
    leftOut === null ? [] : [`the context ${path} was left out: ${leftOut}`],
  )

function lineOf(event: Event, sight: RunSight, startedAt: number | null): ProgressLine | null {
  const took = startedAt === null ? null : durationText(event.at - startedAt)
  switch (event.type) {
    case 'RunStarted':
      return line('run', `${oneLine(sight.about)} · run ${sight.subject}-${sight.runId}`)
    case 'RunResumed':
      return describeResumption(sight, event.at)
    case 'RunInterrupted':
      return line('run', interruptions[event.reason], { tone: 'warn' })
    case 'RunEnded':
      return null
    case 'CommandIssued':
      return describeBegin(event, sight)
    case 'LaneOpened':
      return line('lane', facts(`${event.path} on ${event.branch} at ${short(event.commit)}`, took))
    case 'AgentFinished':
      return describeAnswer(event, took, sight)
    case 'AgentFailed':
      return line(
        phaseOf(event.commandId),
        facts(`the ${event.role} failed (${event.error.kind}): ${oneLine(event.error.message)}`, took),
        {
          tone: 'warn',
        },
      )
    case 'ContractBroken':
      return line(phaseOf(event.commandId), `the ${event.role} broke its output contract ${event.contract}`, {
        tone: 'bad',
        detail: event.problems.map(oneLine),
      })
    case 'ChecksFinished':
      return describeChecks(event)
    case 'LaneSynced':
      return line(
        phaseOf(event.commandId),
        facts(`${sight.baseBranch} is in the lane, now at ${short(event.commit)}`, took),
      )
    case 'SyncConflicted':
      return line(
        phaseOf(event.commandId),
        `conflicts with ${sight.baseBranch} in ${counted(event.files.length, 'file')}`,
        {
          tone: 'warn',
          detail: event.files.map(oneLine),
        },
      )
    case 'UiCaptured':
      return line(
        'review-ui',
        facts(`${counted(event.screens.length, 'picture')} of the product taken`, took),
      )
    case 'UiNotCaptured':
      return line('review-ui', `the product could not be looked at: ${oneLine(event.detail)}`, {
        tone: 'warn',
        detail: [`next: ${oneLine(event.next)}`],
      })
    case 'PlanRead':
      if (event.completed !== undefined)
        return line('plan', `was completed by others meanwhile: ${oneLine(event.completed.by)}`, {
          tone: 'warn',
        })
      return event.edit === null ? null : line('plan', 'was edited since the run began', { tone: 'warn' })
    case 'HandbookRead':
    case 'BoxTicked':
    case 'TickRefused':
    case 'ChangeMeasured':
    case 'HookRan':
    case 'Notified':
      return null
    case 'MissionRead':
      return event.notes === undefined ? null : line('documents', 'read')
    case 'DocumentsWritten':
      return describeWriting(event)
    case 'SmokeTested':
      return line('smoke', facts(event.passed ? 'the product answers' : 'the smoke test failed', took), {
        tone: event.passed ? 'good' : 'warn',
        detail: event.failures.map(oneLine),
      })
    case 'HandbookWritten':
      return line('write', event.files.join(', '), { tone: 'good' })
    case 'HandbookRefused':
      return line('write', `${counted(event.problems.length, 'objection')} of the linter`, {
        tone: 'warn',
        detail: event.problems.map(oneLine),
      })
    case 'BaseRewritten':
      return line('preflight', `${sight.baseBranch} was rewritten; now at ${short(event.baseCommit)}`, {
        tone: 'warn',
      })
    case 'PullOpened':
      return line(
        'pull',
        facts(`${event.created ? 'opened' : 'brought up to date'}: ${oneLine(event.url)}`, took),
        {
          tone: 'good',
        },
      )
    case 'PullClosed':
      return line('pull', `closed by a person: ${oneLine(event.url)}`, { tone: 'warn' })
    case 'CiReported':
      return line('ci', facts(ciStates[event.state], took), {
        tone: event.state === 'passed' || event.state === 'absent' ? 'good' : 'warn',
        detail: event.jobs
          .filter(({ state: job }) => job !== 'passed')
          .map((job) => oneLine(`${job.state}: ${job.name} ${job.url}`)),
      })
    case 'ForgeFailed':
      return line(
        phaseOf(event.commandId),
        `the forge failed (${event.error.kind}): ${oneLine(event.error.message)}`,
        {
          tone: 'warn',
        },
      )
    case 'LaneMerged':
      return line('merge', facts(`merged into ${sight.baseBranch} as ${short(event.commit)}`, took), {
        tone: 'good',
      })
    case 'MergeRefused':
      return line('merge', `refused (${event.reason}): ${oneLine(event.detail)}`, { tone: 'warn' })
    case 'PlanCompleted':
      return line('complete', `plan moved to ${oneLine(event.path)}`)
    case 'LaneClosed':
      return line('close', event.kept === null ? 'lane and branch put away' : `kept: ${oneLine(event.kept)}`)
    case 'GateAnswered': {
      const { choice, by, reason } = event.answer
      const why = reason === '' ? '' : `: ${oneLine(reason)}`
      return line('gate', `${pastOf(oneLine(choice))} by ${oneLine(by)}${why}`, {
        tone: isGranted(event.answer) ? 'good' : 'warn',
      })
    }
    case 'TimerFired':
      return line('wait', 'over; going on')
    case 'Frozen':
      return line('freeze', `frozen: ${oneLine(event.reason)}`, { tone: 'bad' })
    case 'CommandFailed':
      return line(phaseOf(event.commandId), oneLine(event.detail), {
        tone: 'bad',
        detail: [`next: ${oneLine(event.next)}`],
      })
  }
}

const ciStates = {
  passed: 'the checks of the forge passed',
  failed: 'a check of the forge failed',
  absent: 'the forge has no checks of its own',
  silent: 'the forge has not reported in time',
} as const

/** A wait that was begun before is not begun again: only this says until when it is. */
const waitText = ({ sleep }: RunSight, now: number): string =>
  sleep === null ? '' : `; waits until ${momentText(sleep.until, now)}: ${oneLine(sleep.why)}`

const interruptions = {
  signal: 'stopped; what was under way is taken up again on resume',
  stopped: 'stopped from outside; what was under way is taken up again on resume',
  frozen: 'halted: the repository is frozen',
} as const

/** What a crash cut short is begun again without being issued again: only this says what it is. */
function describeResumption(sight: RunSight, at: number): ProgressLine {
  const { what, asks } = underWayAgain(sight)
  const text = `taken up again at ${sight.phase}${what === null ? '' : `, with ${what}`}${waitText(sight, at)}`
  return line('run', text, { detail: asks.map((question) => `needs you: ${oneLine(question)}`) })
}

/** What a person did meanwhile stands, and is worth a line. */
const describeWriting = ({ refused, notes }: DocumentsWritten): ProgressLine | null =>
  refused.length === 0
    ? notes === undefined
      ? null
      : line('documents', 'written')
    : line('documents', 'were edited meanwhile; what no longer fits was not written', {
        tone: 'warn',
        detail: refused.map(({ detail }) => oneLine(detail)),
      })

function describeChecks(event: ChecksFinished): ProgressLine {
  const failed = event.evidence.filter((item) => !passed(item))
  const parts = event.evidence.map((item) => {
    const how = passed(item) ? 'passed' : `failed (${item.problem ?? `exit code ${item.exitCode}`})`
    return `${item.check} ${how} in ${durationText(item.durationMs)}`
  })
  return line('checks', parts.join(', '), {
    tone: failed.length === 0 ? 'good' : 'warn',
    detail: failed.flatMap((item) => [
      `$ ${oneLine(item.run)}`,
      ...linesOf(item.outputTail).slice(-outputLines),
    ]),
  })
}

const short = (hash: string): string => hash.slice(0, 12)
