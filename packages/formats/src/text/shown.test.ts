import { expect, it } from 'vitest'
import { shown } from './shown.ts'

it('DL-01 shows line breaks and tabs as they are written in JSON, and no other control character', () => {
  expect(shown('# Do a thing\nplease\r\n\t')).toBe('"# Do a thing\\nplease\\r\\n\\t"')
  expect(shown('a\u001b[31m\u202e')).toBe('"a�[31m�"')
  expect(shown(' x ')).toBe('" x "')
})
