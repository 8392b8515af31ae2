import { expect, it } from 'vitest'
import type { Event } from './effects.ts'
import { handbook } from './playbook.ts'
import { progressLines } from './progress.ts'
import { given } from './test-support/given.ts'
import { checksPass, finds, says } from './test-support/happenings.ts'
import { documents, input, phase, prompt } from './test-support/shelf.ts'

it('HB-31 exactly one line per prompt start, per dispatch, per completion', () => {
  const events: Event[] = []
  const close = { commands: ['npm run budget'], prompt: null, box: 'open' as const }
  const shelf = documents([prompt('1.1', 'audit'), prompt('1.2', 'audit'), prompt('3.1', 'polish')], {
    phases: [phase(1, { close }), phase(3)],
  })
  given(
    shelf,
    [finds('1.1'), finds('1.2'), checksPass('phase-1'), says('3.1', 'Nothing to do.'), checksPass()],
    {},
    (event) => events.push(event),
  )
  let state = handbook.initialState(input)
  const lines = events.flatMap((event) => {
    const before = state
    state = handbook.evolve(state, event)
    return progressLines(event, before, state)
  })
  expect(lines).toEqual([
    'start 1.1 audit audit it',
    'start 1.2 audit audit it',
    'dispatch 1.1 work to the prompt-reader (1)',
    'done 1.1',
    'dispatch 1.2 work to the prompt-reader (1)',
    'done 1.2',
    'closed phase 1',
    'start 3.1 polish polish it',
    'dispatch 3.1 work to the prompt-worker (1)',
    'done 3.1 (empty result)',
    'dispatch final final to the prompt-reader (1)',
  ])
})
