import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { AgentErrorKind } from '@harness/core/kernel/agent'
import type { AnyCommand } from '@harness/core/kernel/effect'
import { minuteMs } from '@harness/core/kernel/minute'
import { type Ground, luckOf } from './ground.ts'

/** What the forge answers instead of doing what it is asked; null if it does it. */
export function forgeTrouble(ground: Ground, { id }: AnyCommand): ForgeFailed | null {
  const { stage, weather } = ground
  const luck = luckOf(ground, id)
  const failed = (kind: AgentErrorKind, resetsAt?: number): ForgeFailed => ({
    type: 'ForgeFailed',
    at: stage.wall.now(),
    commandId: id,
    error: { kind, message: `the forge: ${kind}`, ...(resetsAt === undefined ? {} : { resetsAt }) },
  })
  if (weather.strikes('forge does not let us in', luck)) return failed('auth')
  if (weather.strikes('forge is limited', luck))
    return failed('rate_limit', stage.wall.now() + luck.int(1, 60) * minuteMs)
  if (weather.strikes('forge is unreachable', luck)) return failed('network')
  return null
}
