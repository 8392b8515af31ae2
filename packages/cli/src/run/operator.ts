/** Says in whose name a word is given: the journal keeps it beside the word. */
import { userInfo } from 'node:os'
import type { Environment } from '../line/command.ts'

export function operatorName(env: Environment): string {
  const named = env.USER || env.LOGNAME || env.USERNAME
  if (named) return named
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}
