/** Owns how people meddle with a run: each deed may follow any command that begins, within a minute. */
import type { Random } from '../engine/random.ts'
import type { Stage } from '../engine/scenario.ts'
import type { Disturb } from './twin.ts'

const hourMs = 3_600_000

/** Draws from `luck`; `key` is different for each attempt at a command. */
export type Deed = (luck: Random, key: string) => void

/** The deed that each of these stands for. */
export const each = <Edit>(edits: Readonly<Record<string, Edit>>, deed: (edit: Edit) => Deed) =>
  Object.fromEntries(Object.entries(edits).map(([what, edit]) => [what, deed(edit)]))

/** People also stop the run, interrupt it and set the clock. `eagerness` is how likely each deed is. */
export const meddlingWith =
  (stage: Stage, eagerness: number, deeds: Readonly<Record<string, Deed>>): Disturb =>
  (command, attempt) => {
    const key = `${command.id} ${attempt}`
    const luck = stage.random.about(`${key} people`)
    const all: Readonly<Record<string, Deed>> = {
      ...deeds,
      'stops the run': () => stage.interrupt('stopped'),
      'presses Ctrl-C': () => stage.interrupt('signal'),
      'sets the clock': () => stage.wall.jump(luck.int(-2, 3) * hourMs),
    }
    for (const [what, deed] of Object.entries(all)) {
      if (!luck.chance(eagerness)) continue
      stage.tally.note(`person ${what}`)
      stage.timeline.after(luck.int(0, 60_000), () => deed(luck, key))
    }
  }
