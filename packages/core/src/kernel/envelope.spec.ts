import { expect, it } from 'vitest'
import { renderEnvelope, type Slice, splitEnvelope } from './envelope.ts'

const slice = (stability: Slice['stability']): Slice => ({ label: stability, stability, text: 'Text.' })

it('AG-11 what stays the same for the run is the system part, whatever order the slices come in', () => {
  const slices = (['call', 'run', 'pass', 'product'] as const).map(slice)
  expect(splitEnvelope(slices)).toEqual({
    system: '# product\nText.\n\n# run\nText.\n',
    envelope: '# pass\nText.\n\n# call\nText.\n',
  })
  expect(renderEnvelope(slices)).toBe('# product\nText.\n\n# run\nText.\n\n# pass\nText.\n\n# call\nText.\n')
})

it('AG-11 an agent is always asked something, and nothing is said if there is no system part', () => {
  expect(splitEnvelope([slice('run')]).envelope).toMatch(/^# Task\n./)
  expect(splitEnvelope([slice('call')]).system).toBe('')
  expect(renderEnvelope([slice('call')])).toBe('# call\nText.\n')
})
