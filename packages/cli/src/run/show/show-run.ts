/** Shows a run at a glance: its state, its steps, the report of its playbook, and the place of its work. */

import { existsSync } from 'node:fs'
import type { AskHuman } from '@harness/core/effects/ask-human'
import { isLaneOpened } from '@harness/core/effects/open-lane'
import { isAgentOutcome } from '@harness/core/effects/run-agent'
import { answerAdvice } from '@harness/core/kernel/answer-advice'
import { isOutcome, isRunEvent, type RunEnd } from '@harness/core/kernel/event'
import type { Gate } from '@harness/core/kernel/gate'
import { attemptOf } from '@harness/core/kernel/ids'
import { isNeedGate } from '@harness/core/kernel/need'
import { costText, durationText, momentText, shortCount, tokensIfAny } from '@harness/formats/text/amounts'
import { facts } from '@harness/shell/effects/progress-line'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { pathInRepository } from '@harness/shell/store/layout/repository-names'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import { needFile } from '@harness/shell/store/sidecars/task-files'
import type { CommandContext } from '../../line/command.ts'
import { table } from '../../terminal/table.ts'
import { choiceLine } from '../choice-line.ts'
import { runName } from '../find-run.ts'
import { deniedIn } from '../progress/describe-event.ts'
import type { Chapter } from '../run-story.ts'
import type { StatePlace } from '../target/state-dir.ts'
import { filesOfRun } from './files-of-run.ts'
import { roleColumns, roleRow, roleTotals } from './role-totals.ts'
import { type ShownRun, shownRun } from './shown-run.ts'
import { stepsOf } from './steps.ts'

export async function showRun(context: CommandContext, place: StatePlace, run: KnownRun): Promise<void> {
  const { runs, stateDir } = place
  const { terminal } = context
  const shown = await shownRun(context.playbooks, place, run)
  const holder = await runs.holderOf(run.subject)
  const hasAnswer = await runs.hasAnswer(run)
  const glance = glanceOf(run, place, shown, { held: holder !== null, hasAnswer })
  const { label, heading, sections } = shown.report
  const runDir = folderOfRun(stateDir, run)
  const files = filesOfRun(shown.chapters, { root: place.root, runDir })
  const roles = await roleTotals(runDir, shown.chapters, shown.wantedIn)
  if (context.json) {
    terminal.print(JSON.stringify({ ok: true, ...glance, ...shown.report.fields, roles, files }, null, 2))
    return
  }
  const { strong, faint } = terminal.colours
  const now = Date.now()
  const { spent } = glance
  const say = (label: string, text: string): void =>
    terminal.print(`${strong(label.padEnd(10))}${stripControl(text)}`)
  say(label, heading)
  say('run', `${runName(run)}, begun ${momentText(glance.startedAt, now)}`)
  const works = holder === null ? '' : `, held by process ${holder.record.pid} on ${holder.record.host}`
  const { sleep } = glance
  const waits = sleep === null ? '' : `, until ${momentText(sleep.until, now)}: ${sleep.why}`
  say('state', `${glance.state} at ${glance.phase}${waits}${works}`)
  if (glance.branch !== null) say('branch', glance.branch)
  if (glance.lane !== null)
    say('lane', existsSync(glance.lane) ? glance.lane : `${glance.lane} (gone; made again by harness resume)`)
  say('spent', facts(durationText(glance.tookMs), tokensIfAny(spent.tokens), costText(spent)))
  for (const warning of glance.warnings) say('warning', warning)

  terminal.print('')
  const rows = glance.steps.map((step) => [
    step.command.slice(step.command.indexOf('/') + 1),
    step.role ?? '',
    step.ended ?? (glance.isOver ? 'never ended' : 'under way'),
    step.tookMs === null ? '' : durationText(step.tookMs),
    step.tokens === null ? '' : shortCount(step.tokens),
    step.tokens === null ? '' : costText({ usd: step.usd ?? 0, unpricedCalls: step.usd === null ? 1 : 0 }),
  ])
  terminal.print(
    table(['COMMAND', 'ROLE', 'ENDED AS', 'TOOK', 'TOKENS', 'COST'], rows, terminal.columns(), strong),
  )

  if (roles.length > 0)
    terminal.print(`\n${table(roleColumns, roles.map(roleRow), terminal.columns(), strong)}`)
  for (const { title, lines } of sections.filter((section) => section.lines.length > 0)) {
    terminal.print(`
${strong(title)}`)
    for (const line of lines) terminal.print(stripControl(`  ${line}`))
  }

  if (files.length > 0) terminal.print(`\n${strong('Files')}`)
  for (const { what, path } of files) terminal.print(stripControl(`  ${what}: ${path}`))

  if (glance.context.length > 0) terminal.print(`\n${strong('Context')}`)
  for (const { command, path, leftOut } of glance.context)
    terminal.print(
      stripControl(
        `  ${command.slice(command.indexOf('/') + 1)}: ${path}${leftOut === null ? '' : `, left out: ${leftOut}`}`,
      ),
    )

  if (glance.notes.length > 0) terminal.print(`\n${strong('Notes')}`)
  for (const { command, note } of glance.notes)
    terminal.print(stripControl(`  ${command.slice(command.indexOf('/') + 1)}: ${note}`))

  if (glance.gate !== null) {
    const label = glance.state === 'answered' ? 'Answered' : 'Needs you'
    terminal.print(`\n${strong(label)}  ${stripControl(glance.gate.question)}`)
    terminal.print(`  ${stripControl(glance.gate.detail).replaceAll('\n', '\n  ')}`)
    for (const choice of glance.gate.choices) terminal.print(`  ${stripControl(choiceLine(choice))}`)
    if (glance.needFile !== null) terminal.print(`  the same to pass on: ${glance.needFile}`)
  }
  if (glance.report !== null) terminal.print(`\n${stripControl(glance.report)}`)
  terminal.print(`\n${strong('next:')} ${stripControl(glance.next)}`)
  const call = glance.steps.findLast((step) => step.role !== null)
  if (call !== undefined) {
    const named = call.command.slice(call.command.indexOf('/') + 1)
    terminal.print(faint(`what an agent was told and answered: harness show ${runName(run)} ${named}`))
  }
}

function glanceOf(
  run: KnownRun,
  { root, stateDir }: StatePlace,
  { report, spent, chapters, gates }: ShownRun,
  { held, hasAnswer }: { readonly held: boolean; readonly hasAnswer: boolean },
) {
  const event = chapters.at(-1)?.event
  const steps = stepsOf(chapters.map((chapter) => chapter.event))
  const startedAt = chapters[0]?.event.at ?? 0
  const ended = isRunEvent(event, 'RunEnded') ? event.end : null
  const gate = gates.at(-1) ?? null
  const need = gate !== null && isNeedGate(gate.gate)
  const answered = gate !== null && !held && hasAnswer
  const sleep = held && ended === null && gate === null ? report.sleep : null
  const lane = chapters.findLast((chapter) => isLaneOpened(chapter.event))?.event
  const name = runName(run)
  return {
    run: name,
    runId: run.runId,
    state:
      ended?.outcome ??
      (answered
        ? 'answered'
        : gate !== null
          ? 'waiting'
          : sleep !== null
            ? 'sleeping'
            : held
              ? 'working'
              : 'interrupted'),
    phase: report.phase,
    sleep,
    branch: report.branch,
    lane:
      lane !== undefined && isLaneOpened(lane) && !report.isOver ? pathInRepository(root, lane.path) : null,
    startedAt,
    tookMs: (event?.at ?? startedAt) - startedAt,
    spent,
    warnings: report.warnings,
    steps,
    context: contextOf(chapters),
    notes: notesOf(chapters),
    gate: gate === null ? null : shownGate(gate),
    needFile: need ? needFile(stateDir, run.subject, run.runId) : null,
    isOver: ended !== null && !ended.resumable,
    report: ended === null || ended.report === '' ? null : ended.report,
    reason: ended?.reason ?? null,
    next: nextOf(name, { answered, gate: gate?.gate ?? null, held, ended }),
    journal: folderOfRun(stateDir, run),
  }
}

const shownGate = ({ id, opening, gate }: AskHuman) => ({
  id,
  attempt: attemptOf(id),
  opening: opening ?? null,
  ...gate,
})

/** What people had left for agents, by the call that was told it. */
const contextOf = (chapters: readonly Chapter[]) =>
  chapters.flatMap(({ event }) =>
    isAgentOutcome(event) ? (event.context ?? []).map((use) => ({ command: event.commandId, ...use })) : [],
  )

/** What the run left, kept or moved aside, by the command that did. */
const notesOf = (chapters: readonly Chapter[]) =>
  chapters.flatMap(({ event }) =>
    isOutcome(event)
      ? [...(event.notes ?? []), ...deniedIn(event)].map((note) => ({ command: event.commandId, note }))
      : [],
  )

function nextOf(
  name: string,
  {
    answered,
    held,
    gate,
    ended,
  }: Record<'answered' | 'held', boolean> & {
    gate: Gate | null
    ended: RunEnd | null
  },
): string {
  if (answered) return `answered; resume it with: harness resume ${name}`
  if (gate !== null) return answerAdvice(name, [gate])
  return ended?.next ?? (held ? `harness logs ${name} -f` : `harness resume ${name}`)
}
