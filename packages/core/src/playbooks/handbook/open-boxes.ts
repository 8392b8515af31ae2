/** Owns which boxes keep a run from being done: all that the handbook has and that are neither ticked nor deferred. */
import type { Handbook } from './handbook-document.ts'

/** Each by name and line: `prompt 3.1 (line 40)`, `Phase 3 close (line 44)`. */
export const openBoxes = ({ prompts, phases }: Handbook): readonly string[] => [
  ...prompts.flatMap(({ id, box, boxLine }) => (box === 'open' ? [placed(`prompt ${id}`, boxLine)] : [])),
  ...phases.flatMap(({ number, close }) =>
    close?.box === 'open' ? [placed(`Phase ${number} close`, close.line)] : [],
  ),
]

export const placed = (name: string, line: number | undefined): string =>
  line === undefined ? name : `${name} (line ${line})`
