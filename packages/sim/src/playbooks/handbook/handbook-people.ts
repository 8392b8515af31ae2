/** Owns what people do to a handbook while it is driven: they untick, tick, edit and take away, and stop the run. */
import { letStand } from '@harness/core/kernel/gate-choices'
import { minuteMs } from '@harness/core/kernel/minute'
import type { Handbook, HandbookPrompt, PhaseClose } from '@harness/core/playbooks/handbook/handbook-document'
import { baseChoice, baseGate } from '@harness/core/work/base-gate'
import { byHand, putBack } from '@harness/core/work/by-hand'
import { weakenedGate } from '@harness/core/work/judged-tests-state'
import type { Manners } from '../../engine/manners.ts'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import type { Site } from '../../world/ground.ts'
import { type Deed, each, meddlingWith } from '../../world/meddling.ts'
import type { Disturb } from '../../world/twin.ts'
import { boxesEditedByOthers } from './peoples-word.ts'

/** What a person says to boxes that no record explains, to a red base, and to weakened tests. */
export function repliesToDoubt(stage: Stage): Manners['repliesTo'] {
  return ({ id, gate }) => {
    const luck = stage.random.about(`${id} replies`)
    if (luck.chance(0.1)) return []
    const ofDoubt = gate.name === weakenedGate ? [letStand, 'fix'] : [byHand, putBack]
    const choice = luck.pick(gate.name === baseGate ? Object.values(baseChoice) : ofDoubt)
    stage.tally.note(`person answers ${choice}`)
    return [{ where: 'inbox', choice, afterMs: luck.int(0, 90) * minuteMs }]
  }
}

type CloseBox = NonNullable<PhaseClose['box']>

/** Turns the box of one close that stands so. */
const turns =
  (from: CloseBox, to: CloseBox) =>
  (handbook: Handbook, luck: Random): Handbook => {
    const such = handbook.phases.filter(({ close }) => close?.box === from)
    if (such.length === 0) return handbook
    const { number } = luck.pick(such)
    const phases = handbook.phases.map((phase) =>
      phase.number === number && phase.close !== null
        ? { ...phase, close: { ...phase.close, box: to } }
        : phase,
    )
    return { ...handbook, phases }
  }

type Edit = (prompts: readonly HandbookPrompt[], luck: Random, key: string) => readonly HandbookPrompt[]

const change = (prompts: readonly HandbookPrompt[], of: HandbookPrompt, more: Partial<HandbookPrompt>) =>
  prompts.map((one) => (one === of ? { ...one, ...more } : one))

const edits: Readonly<Record<string, Edit>> = {
  'unticks a box': (prompts, luck) => {
    const done = prompts.filter(({ box }) => box === 'done')
    return done.length === 0 ? prompts : change(prompts, luck.pick(done), { box: 'open' })
  },
  'ticks a box': (prompts, luck) => {
    const open = prompts.filter(({ box }) => box === 'open')
    return open.length === 0 ? prompts : change(prompts, luck.pick(open), { box: 'done' })
  },
  'edits a prompt': (prompts, luck, key) => {
    const one = luck.pick(prompts)
    return change(prompts, one, { text: `${one.text} (${key})` })
  },
  'takes a prompt away': (prompts, luck) => {
    const gone = luck.pick(prompts)
    return prompts.filter((one) => one !== gone)
  },
}

const closes: Readonly<Record<string, ReturnType<typeof turns>>> = {
  'unticks a close': turns('done', 'open'),
  'ticks a close': turns('open', 'done'),
}

/** `eagerness` is how likely each deed is with each command that begins. */
export function meddling(stage: Stage, site: Site, eagerness: number): Disturb {
  const editing =
    (edit: Edit): Deed =>
    (luck, key) => {
      if (site.shelf === null || site.shelf.handbook.prompts.length < 2) return
      const { handbook } = site.shelf
      site.shelf.handbook = { ...handbook, prompts: edit(handbook.prompts, luck, key) }
      stage.changed({ kind: boxesEditedByOthers, commandId: null, once: null })
    }
  const turning =
    (turn: ReturnType<typeof turns>): Deed =>
    (luck) => {
      if (site.shelf === null) return
      site.shelf.handbook = turn(site.shelf.handbook, luck)
      stage.changed({ kind: boxesEditedByOthers, commandId: null, once: null })
    }
  return meddlingWith(stage, eagerness, { ...each(edits, editing), ...each(closes, turning) })
}
