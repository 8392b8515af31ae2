import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { changed, changedNothing, failed, reviewed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import { checksPassed, grantedWith, laneOpened } from './test-support/happenings.ts'

const sliceOf = (story: Parameters<typeof given>[0]) => {
  const command = given(story).command()
  if (command.type !== 'RunAgent') throw new Error(`wants ${command.type}`)
  return command.slices.find((slice) => slice.label === 'What a person says')?.text ?? null
}

describe('what a person says at a gate reaches the agent that comes next', () => {
  const stuck = [
    laneOpened,
    changedNothing,
    changedNothing,
    grantedWith('Begin with src/sum.js.\nThen stop.'),
  ]

  it('with the question it answers', () => {
    expect(sliceOf(stuck)).toContain('The implementer changed no file in two attempts. Try again?')
    expect(sliceOf(stuck)).toContain('> Begin with src/sum.js.\n> Then stop.')
  })
  it('AG-20 with authority: it is acted on, and changes neither role, permissions, checks nor form', () => {
    expect(sliceOf(stuck)).toContain('Act on this within your role.')
    expect(sliceOf(stuck)).toContain('neither your role, your permissions, the checks nor the form')
  })
  it('also where that agent has to be asked again', () =>
    expect(sliceOf([...stuck, failed('timeout')])).toContain('Begin with src/sum.js.'))
  it('and those that come after it: an answer holds for the whole run', () =>
    expect(sliceOf([...stuck, changed('v1'), checksPassed])).toContain('Begin with src/sum.js.'))
  it('whatever its role is', () => {
    const high = finding('High', 'Sum is wrong')
    const pass = [reviewed(high), changed('v2'), checksPassed]
    const tired = [laneOpened, changed('v1'), checksPassed, ...pass, ...pass, ...pass, ...pass]
    const fixing = [...tired, reviewed(high), grantedWith('Use a loop.')]
    expect(sliceOf(fixing)).toContain('> Use a loop.')
  })
  it('nothing is said for who says nothing', () =>
    expect(sliceOf([laneOpened, changedNothing, changedNothing, grantedWith(' ')])).toBeNull())
})
