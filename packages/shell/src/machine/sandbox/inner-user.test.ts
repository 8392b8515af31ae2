import { expect, test } from 'vitest'
import { withInnerUser } from './inner-user.ts'

test('TR-01 the inner user takes the place of the users with its number or name', () => {
  const text = 'root:x:0:0::/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\nharness:x:7:7::/:/bin/sh\n'
  expect(withInnerUser(text, 'harness:x:1000:1000::/root:/bin/sh')).toBe(
    'root:x:0:0::/root:/bin/sh\nharness:x:1000:1000::/root:/bin/sh\n',
  )
})
