import type { BaseChecked, CheckBase } from '@harness/core/effects/check-base'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import type { Checker } from '../engine/checker.ts'
import { provenKey, type Site } from '../world/ground.ts'

/** Held against what truly happened: a check that is said to be known to pass on a tree has passed on exactly that tree. */
export function knownBase<State, Event extends AnyEvent>(site: Site): Checker<State, Event> {
  const asked = new Map<string, CheckBase>()
  return {
    name: 'known base',
    durable(event) {
      const seen: AnyEvent = event
      if (isRunEvent(seen, 'CommandIssued') && seen.command.type === 'CheckBase')
        asked.set(seen.command.id, seen.command as CheckBase)
      if (seen.type !== 'BaseChecked') return null
      const { known, tree, commandId } = seen as BaseChecked
      const checks = asked.get(commandId)?.checks ?? []
      const wrong = known.find((name) =>
        checks.every((check) => check.name !== name || !site.proven.has(provenKey(tree, name, check.run))),
      )
      return wrong === undefined ? null : `${wrong} is said to pass on ${tree}, and never did`
    },
  }
}
