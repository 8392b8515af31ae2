/** Owns people who mostly grant what they refused before, once it was changed: else few missions would come to an end. */

import type { AskHuman } from '@harness/core/effects/ask-human'
import { grant } from '@harness/core/kernel/gate-choices'
import { minuteMs } from '@harness/core/kernel/minute'
import type { Manners } from '../../engine/manners.ts'
import type { Stage } from '../../engine/scenario.ts'

const wasRefused = ({ gate }: AskHuman): boolean => gate.detail.includes(' A person refused it before: ')

export const relenting = (manners: Manners, stage: Stage): Manners => ({
  ...manners,
  repliesTo(question) {
    const luck = stage.random.about(`${question.id} relents`)
    if (!wasRefused(question) || luck.chance(0.2)) return manners.repliesTo(question)
    stage.tally.note('person grants what was refused')
    return [{ where: 'inbox', choice: grant, afterMs: luck.int(0, 90) * minuteMs }]
  },
})
