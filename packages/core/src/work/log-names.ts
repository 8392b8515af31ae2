/** Owns how the logs of a run are named, relative to its folder. */
import type { CommandId } from '../kernel/ids.ts'

/** `checks` has logs of checks, `ci` those of failed jobs of the forge. `number` counts from 1 in its command. */
export const logName = (folder: 'checks' | 'ci', command: CommandId, number: number, name: string): string =>
  `${folder}/${plain(command.split('/').slice(1).join('-'))}/${number}-${plain(name)}.log`

/** The output of the line of `lanes.setup` that failed last; absent if the latest set-up worked. */
export const setUpLog = 'checks/set-up.log'

const plain = (text: string): string => text.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80)
