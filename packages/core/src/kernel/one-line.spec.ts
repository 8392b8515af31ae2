import { expect, it } from 'vitest'
import { oneLine } from './one-line.ts'

it('puts a text on one line', () => expect(oneLine(' Add\n\tsum,  twice. \n')).toBe('Add sum, twice.'))
