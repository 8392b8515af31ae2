/** Finds the strings of a run's records that contain the absolute path of a folder. */
import { recordedIn } from './journal.ts'

/** Agents and checks print what they want: their words are kept as they are. */
const printedByOthers: ReadonlySet<string> = new Set(['text', 'answer', 'outputTail'])

/** As `<event>.<field>: <string>`. */
export const absoluteIn = (runDir: string, folders: readonly string[]): readonly string[] =>
  recordedIn(runDir).flatMap((event) => found(event, (event as { type: string }).type, folders))

function found(value: unknown, where: string, folders: readonly string[]): readonly string[] {
  if (typeof value === 'string')
    return folders.some((folder) => value.includes(folder)) ? [`${where}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    printedByOthers.has(key) ? [] : found(item, `${where}.${key}`, folders),
  )
}
