/** Drops the keys that a person typed before a question appeared: they were not meant as its answer. */
import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'

interface Keyboard extends Readable {
  readonly isRaw?: boolean
  setRawMode?(isRaw: boolean): unknown
}

/** The terminal hands over waiting keys in the first turns of the event loop after it is read. */
const quietTurns = 3
const mostTurns = 1_000

/** Does nothing if the input is no terminal: what a program writes there is meant. */
export async function dropTypedKeys(input: Readable): Promise<void> {
  const keyboard = input as Keyboard
  if (keyboard.setRawMode === undefined) return
  const wasRaw = keyboard.isRaw === true
  let quiet = 0
  const drop = (): void => {
    quiet = 0
  }
  // Without raw mode the terminal keeps back a line that has no Enter yet.
  keyboard.setRawMode(true)
  keyboard.on('data', drop)
  keyboard.resume()
  for (let turns = 0; quiet < quietTurns && turns < mostTurns; turns++) {
    quiet++
    await turn()
  }
  keyboard.pause()
  keyboard.off('data', drop)
  keyboard.setRawMode(wasRaw)
}
