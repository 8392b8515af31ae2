/** Owns people whose every answer is drawn from the seed, and whose patience has an end. */

import type { AskHuman } from '@harness/core/effects/ask-human'
import { choiceOf } from '@harness/core/kernel/gate'
import { grant, letStand, refuse } from '@harness/core/kernel/gate-choices'
import { minuteMs } from '@harness/core/kernel/minute'
import { baseChoice } from '@harness/core/work/base-gate'
import { byHand, putBack } from '@harness/core/work/by-hand'
import { weakenedGate } from '@harness/core/work/judged-tests-state'
import type { Rest } from '@harness/shell/engine/loop/run-loop'
import type { Manners, Reply } from '../engine/manners.ts'
import type { Stage } from '../engine/scenario.ts'
import { commitByPerson } from './disturbances.ts'
import type { Site } from './ground.ts'

export interface PeopleOptions {
  readonly attended: boolean
  /** Phases that people name when they resume. */
  readonly phases: readonly string[]
}

export function moodyPeople(stage: Stage, site: Site, { attended, phases }: PeopleOptions): Manners {
  const { tally } = stage
  const mood = stage.random.about('people')
  const firmness = mood.pick([0.1, 0.3, 0.6])
  let grantsLeft = mood.int(1, 6)
  let resumesLeft = mood.int(2, 8)

  return {
    repliesTo(question) {
      const luck = stage.random.about(`${question.id} replies`)
      const yes = (): string =>
        choiceOf(question.gate, letStand) !== undefined && luck.chance(0.4) ? letStand : grant
      const isAboutBase = choiceOf(question.gate, baseChoice.goOn) !== undefined
      const isDoubt = choiceOf(question.gate, byHand) !== undefined
      const isAboutTests = question.gate.name === weakenedGate
      const answer = (): string => (grantsLeft <= 0 || luck.chance(firmness) ? refuse : yes())
      const reply = (): Reply => ({
        where: attended && luck.chance(0.6) ? 'terminal' : 'inbox',
        choice: isAboutBase
          ? luck.pick(Object.values(baseChoice))
          : isAboutTests
            ? luck.pick([letStand, 'fix'])
            : isDoubt
              ? luck.pick([byHand, putBack])
              : answer(),
        afterMs: luck.int(0, 90) * minuteMs,
      })
      if (luck.chance(0.15)) {
        tally.note('person never answers')
        return []
      }
      const drawn = reply()
      const first: Reply =
        drawn.where === 'terminal' && luck.chance(0.2) ? { ...drawn, choice: 'later' } : drawn
      if (first.choice === grant || first.choice === letStand) grantsLeft--
      tally.note(`person answers ${first.choice} at the ${first.where}`)
      if (!luck.chance(0.25)) return [first]
      tally.note('person answers twice')
      return [first, { ...reply(), where: 'inbox', afterMs: first.afterMs + luck.pick([0, 0, 1, 2, 1000]) }]
    },
    prepare: (question) => repairFor(question, stage, site),
    resume(rest) {
      if (resumesLeft <= 0) return null
      resumesLeft--
      const luck = stage.random.about(`resume ${resumesLeft}`)
      if (luck.chance(0.05)) return null
      if (site.frozen !== null && luck.chance(0.8)) {
        tally.note('person unfreezes the repository')
        site.frozen = null
      }
      if (planMissing(rest) && luck.chance(0.8)) {
        tally.note('person brings the plan back')
        commitByPerson(
          stage,
          site,
          (files) => ({ ...files, [site.planPath]: 'again' }),
          `Bring the plan back`,
        )
      }
      const names = rest.type === 'ended' && rest.end.exitCode === 0 ? 0.6 : 0.15
      const until = luck.chance(names) ? luck.pick(phases) : null
      if (until !== null) tally.note(`person resumes with --phase ${until}`)
      return { until, afterMs: luck.int(0, 120) * minuteMs }
    },
  }
}

const planMissing = (rest: Rest): boolean => rest.type === 'ended' && rest.end.reason.includes('plan-missing')

/** Most people fix what a gate complains about before they grant it. */
function repairFor(question: AskHuman, stage: Stage, site: Site): void {
  const luck = stage.random.about(`${question.id} fixing`)
  if (!luck.chance(0.7)) return
  if (question.gate.name === 'merge-refused' || question.gate.name === 'completion-refused')
    site.checkoutInTheWay = false
}
