/** `harness status`: on one screen what needs a person, what works, what ended last, and which plan comes next. */

import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { byUrgency, isEligible } from '@harness/core/work/plan-graph'
import { readStatus } from '@harness/daemon/client/read-status'
import { momentText } from '@harness/formats/text/amounts'
import { isFrozen } from '@harness/shell/effects/freeze/freeze'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { repositoryPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import type { CommandContext } from '../line/command.ts'
import { type ListedRun, listRuns, needsPerson, resting } from '../run/list-runs.ts'
import { passedOverOf } from '../run/passed-plans.ts'
import { closedText, spendingOf, spendingText } from '../run/spending-of-repository.ts'
import { planPlaces } from '../run/target/plan-places.ts'
import { statePlace } from '../run/target/state-dir.ts'

const shownRuns = 20
const shownEnded = 3

export async function status(context: CommandContext): Promise<number> {
  const { terminal } = context
  const place = await statePlace(context)
  const { listed } = await listRuns(context.playbooks, place, shownRuns)
  const daemon = (await readStatus(place.stateDir))?.state ?? 'none'
  const frozen = isFrozen(place.stateDir)
  const plans = await plansOrWhyNot(context)
  const now = Date.now()
  const spent = await spendingOf(context, place.stateDir, now)
  const [needs, rests] = [needsPerson, resting].map((states) =>
    listed.filter(({ state }) => states.has(state)),
  )
  const works = listed.filter(({ state }) => state === 'working' || state === 'sleeping')
  const known = new Set([needs, rests, works].flat())
  const ended = listed.filter((run) => !known.has(run)).slice(0, shownEnded)
  if (context.json) {
    terminal.print(
      JSON.stringify({ ok: true, daemon, frozen, needs, works, rests, ended, plans, spent }, null, 2),
    )
    return exitCode.done
  }
  const say = (label: string, text: string): void =>
    terminal.print(`${terminal.colours.strong(label.padEnd(11))}${oneLine(text)}`)
  const sayNext = (label: string, run: ListedRun, text: string): void => {
    say(label, `${run.run}: ${text}`)
    if (run.next !== null)
      terminal.print(`           ${terminal.colours.faint(`next: ${oneLine(run.next)}`)}`)
  }
  for (const run of needs ?? []) sayNext('needs you', run, run.waitingFor ?? run.state)
  if (needs?.length === 0) say('needs you', 'nothing')
  for (const run of works) say('works', `${run.run}: ${workText(run, now)}`)
  for (const run of rests ?? []) sayNext('stopped', run, run.state)
  for (const run of ended)
    say(
      'ended',
      `${run.run}: ${run.state}${run.updatedAt === null ? '' : `, ${momentText(run.updatedAt, now)}`}`,
    )
  say('plans', 'why' in plans ? `cannot be read: ${plans.why} ${plans.next}` : plans.text)
  say('spent', spendingText(spent))
  for (const one of spent.closed) say('limit', closedText(one, now))
  say('daemon', daemon === 'none' ? 'none; start one with: harness daemon start --run' : daemon)
  if (frozen) say('frozen', 'nothing starts; lift it with: harness daemon unfreeze')
  return exitCode.done
}

const oneLine = (text: string): string => stripControl(text).replace(/\s+/g, ' ')

const workText = ({ phase, title, sleepsUntil }: ListedRun, now: number): string =>
  [title, phase, ...(sleepsUntil === null ? [] : [`sleeps until ${momentText(sleepsUntil, now)}`])]
    .filter((part) => part !== null)
    .join(', ')

interface ShownPlans {
  readonly open: number
  readonly completed: number
  readonly blocked: number
  readonly next: { readonly planId: string; readonly title: string } | null
  readonly text: string
}

/** The overview is of every playbook, and some need no config. */
async function plansOrWhyNot(
  context: CommandContext,
): Promise<ShownPlans | { readonly why: string; readonly next: string }> {
  try {
    return await plansOf(context)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { why: error.message, next: error.next }
  }
}

async function plansOf(context: CommandContext): Promise<ShownPlans> {
  const places = await planPlaces(context)
  const graph = await repositoryPlans(places)
  const all = [...graph.plans.values()]
  const completed = all.filter(({ status: stands }) => stands === 'completed').length
  const inOrder = all
    .filter((plan) => isEligible(graph, plan) && !graph.offBase.has(plan.id) && !graph.blocked.has(plan.id))
    .sort(byUrgency)
  const passed = await passedOverOf(places.stateDir, inOrder)
  const first = inOrder.find(({ id }) => !passed.some(({ planId }) => planId === id))
  const counts = { open: all.length - completed, completed, blocked: graph.blocked.size }
  const next = first === undefined ? null : { planId: first.id, title: first.title }
  const after =
    next === null
      ? 'none can start; why: harness next'
      : `next ${next.planId} ${next.title}: harness run ${next.planId}`
  const text = `${counts.open} open, ${counts.completed} completed${counts.blocked === 0 ? '' : `, ${counts.blocked} with mistakes (harness validate)`}; ${after}`
  return { ...counts, next, text }
}
