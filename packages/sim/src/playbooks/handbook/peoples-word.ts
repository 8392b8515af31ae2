import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/handbook/effects'
import { closeId, type Handbook } from '@harness/core/playbooks/handbook/handbook-document'
import { programs } from '@harness/core/playbooks/handbook/programs'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import { byHand } from '@harness/core/work/by-hand'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { Site } from '../../world/ground.ts'
import { aboutOf, isOfClose, openKnownHandbook, tickIn } from './known-handbook.ts'

/** What others do to the boxes of a handbook, as the checkers hear of it. */
export const boxesEditedByOthers = 'boxes edited by others'

/** By the name that a person reads: `1.2`, `Phase 1 close`. */
const boxesIn = ({ prompts, phases }: Pick<Handbook, 'prompts' | 'phases'>): ReadonlyMap<string, string> =>
  new Map([
    ...prompts.map(({ id, box }) => [id, box] as const),
    ...phases.flatMap(({ number, close }) =>
      close?.box === undefined ? [] : [[`Phase ${number} close`, close.box] as const],
    ),
  ])

/**
 * Told by the journal and by who edits. A box that others ticked while an unconfined program worked counts
 * only if a person was asked and said that it was done by hand: no run ends before. Every box that is ticked, and that
 * the run did not tick, is listed as by hand at the end.
 */
export function peoplesWord(site: Site, confined: boolean): Checker<HandbookState, Event> {
  const known = openKnownHandbook()
  const working = new Set<CommandId>()
  const doubtful = new Set<string>()
  const ticked = new Set<string>()
  let boxes = boxesIn(site.shelf?.handbook ?? { prompts: [], phases: [] })
  let asked: readonly string[] = []

  const compare = (isByOthers: boolean): void => {
    const isWatched = isByOthers && !confined && working.size > 0
    // A box that others unticked and ticked again is what the run knows.
    const read = boxesIn({ prompts: known.prompts(), phases: known.phases() })
    const now = boxesIn(site.shelf?.handbook ?? { prompts: [], phases: [] })
    for (const name of new Set([...boxes.keys(), ...now.keys()])) {
      const [was, is] = [boxes.get(name), now.get(name)]
      if (is === 'open') doubtful.delete(name)
      else if (is === undefined) doubtful.delete(name)
      else if (isWatched && is !== was && was === 'open' && read.get(name) === 'open') doubtful.add(name)
    }
    boxes = now
  }
  /** The run has a record of it, also if others ticked the box before. */
  const recorded = (id: string): void => {
    ticked.add(id)
    doubtful.delete(/^(\d+)\.close$/.test(id) ? `Phase ${id.split('.')[0]} close` : id)
  }
  const hear = (event: Event): void => {
    known.hear(event)
    if (event.type === 'CommandIssued') {
      const { command } = event
      if (programs.has(command.type)) working.add(command.id)
      if (command.type === 'AskHuman')
        asked = [...doubtful].filter((name) => command.gate.question.includes(`${name} is`))
    }
    if (isOutcome(event)) working.delete(event.commandId)
    if (event.type === 'RunInterrupted' || event.type === 'RunResumed') working.clear()
    if (event.type === 'GateAnswered' && event.answer.choice === byHand)
      for (const name of asked) doubtful.delete(name)
    const tick = tickIn(event)
    if (tick !== null) recorded(tick.promptId)
    // A close that others ticked meanwhile may pass without a tick of the run.
    if (event.type === 'LaneClosed' && isOfClose(event.commandId))
      recorded(closeId(Number(aboutOf(event.commandId).subject.replace('phase-', ''))))
  }
  const listed = (reason: string): Complaint => {
    const names = /By hand: (.*)\.$/.exec(reason)?.[1]?.split(', ') ?? []
    const isListed = (name: string): boolean =>
      names.some((one) => one === name || one.startsWith(`${name} (`))
    const ofPrompts = known.prompts().map(({ id, box }) => ({ id, box, name: id }))
    const ofCloses = known
      .phases()
      .map(({ number, close }) => ({ id: closeId(number), box: close?.box, name: `Phase ${number} close` }))
    const missing = [...ofPrompts, ...ofCloses].find(
      ({ id, box, name }) => box === 'done' && !ticked.has(id) && !doubtful.has(name) && !isListed(name),
    )
    return missing === undefined
      ? null
      : `${missing.name} is ticked, the run did not tick it, and the end does not list it as by hand`
  }
  return {
    name: 'people’s word',
    changed({ kind }) {
      compare(kind === boxesEditedByOthers)
      return null
    },
    processEnded() {
      working.clear()
      return null
    },
    durable(event) {
      hear(event)
      if (event.type !== 'RunEnded' || event.end.outcome === 'paused') return null
      const [name] = [...doubtful].filter((one) => boxes.get(one) !== 'open')
      return name === undefined
        ? listed(event.end.reason)
        : `the run ended, and no person vouched for ${name}, which changed while a program worked`
    },
  }
}
