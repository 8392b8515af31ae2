/** Programs that an agent left in its lane, under the names of others: each leaves a mark outside of the lane if it runs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryDir } from './temporary-dir.ts'

interface PlantedPrograms {
  /** The names of those that ran. */
  ran(): readonly string[]
}

/** Each name is planted in `bin` of the lane and at its top. */
export async function plantPrograms(lane: string, names: readonly string[]): Promise<PlantedPrograms> {
  const marks = join(await temporaryDir(), 'marks')
  for (const name of names) {
    for (const path of [join(lane, 'bin', name), join(lane, name)]) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `#!/bin/sh\necho ${name} >> '${marks}'\nexit 1\n`, { mode: 0o755 })
    }
  }
  return { ran: () => (existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : []) }
}

/** What a PATH may begin with that leads into the working folder of a program. */
export const relativeEntries = ['./bin:', 'bin:', ':', '.:'] as const
