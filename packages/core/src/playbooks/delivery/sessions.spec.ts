import { expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { changed, reviewed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import { checksFailed, checksPassed, laneOpened } from './test-support/happenings.ts'

const sessionAfter = (...story: Parameters<typeof given>[0]) => {
  const command = given(story).command()
  return command.type === 'RunAgent' ? [command.role, command.session] : [command.type]
}

it('AG-13 implementer and fixers of a delivery continue one session, and reviewers have their own', () => {
  const implemented = [laneOpened, changed('v1')]
  expect(sessionAfter(laneOpened)).toEqual(['implementer', 'writer'])
  expect(sessionAfter(...implemented, checksFailed)).toEqual(['fixer', 'writer'])
  expect(sessionAfter(...implemented, checksPassed)).toEqual(['reviewer', undefined])
  expect(sessionAfter(...implemented, checksPassed, reviewed(finding('High', 'Sum is wrong')))).toEqual([
    'fixer',
    'writer',
  ])
})
