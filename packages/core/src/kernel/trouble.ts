import type { AgentErrorKind } from './agent.ts'
import { unreachable } from './invariant.ts'

/**
 * How a failed agent call is treated. Fatal: stop and say what to do. Transient: again, bounded. Ambiguous: once
 * more, then a person. Limited: wait, which is neither a failure nor an attempt.
 */
export type TroubleClass = 'fatal' | 'transient' | 'ambiguous' | 'limited'

export function troubleClassOf(kind: AgentErrorKind): TroubleClass {
  switch (kind) {
    case 'rate_limit':
      return 'limited'
    case 'auth':
    case 'billing':
    case 'invalid':
    case 'budget':
      return 'fatal'
    case 'overloaded':
    case 'network':
      return 'transient'
    case 'context':
    case 'max_turns':
    case 'schema':
    case 'aborted':
    case 'timeout':
    case 'unknown':
      return 'ambiguous'
    default:
      return unreachable(kind, 'agent error kind')
  }
}
