import { expect, it } from 'vitest'
import { knownSecrets } from './known-secrets.ts'
import { createRedactor } from './redactor.ts'

it('AG-09 the secrets of an environment are those named and those that look like one', () => {
  const source = {
    OPENAI_API_KEY: 'first-secret',
    PATH: '/bin:/usr/bin',
    PLAIN: 'second-secret',
    EMPTY_TOKEN: '',
    UNSET_KEY: undefined,
  }
  const secrets = knownSecrets(source, ['PLAIN'])
  expect(secrets.map(({ name }) => name)).toEqual(['OPENAI_API_KEY', 'PLAIN'])
  const redact = createRedactor({ secrets })
  expect(redact('first-secret second-secret /bin:/usr/bin')).toBe(
    '[redacted:OPENAI_API_KEY] [redacted:PLAIN] /bin:/usr/bin',
  )
})
