import { expect, test } from 'vitest'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { tellWritten } from './write-drafts.ts'

test.each([true, false])(
  'DL-01 what comes next names how an agent is installed, if none is: %s',
  (lacksAgent) => {
    const { terminal, out } = fakeTerminal()
    tellWritten({ terminal }, ['harness.config.json'], [], false, {
      agent: null,
      lacksAgent,
      isTrusted: true,
      ignored: [],
    })
    expect(out().includes('  harness agents install claude  ')).toBe(lacksAgent)
    expect(out()).toMatch(/Next\n {2}git add harness\.config\.json\n/)
  },
)
