import { expect, it } from 'vitest'
import { isoTime, timestampOf } from './iso-time.ts'

it.each([0, 1_794_830_400_000, 951_782_399_999, 951_782_400_000, 4_107_542_400_000, -1, 253_402_300_799_999])(
  'spells %s as the calendar does',
  (at) => expect(isoTime(at)).toBe(new Date(at).toISOString()),
)

it('spells a moment as in the name of a run', () =>
  expect(timestampOf(1_794_830_400_000)).toBe('20261116-120000'))
