import { describe, expect, test } from 'vitest'
import { wholeShell } from '../runner/agent-shell.ts'
import type { AgentSandbox } from '../runner/confine.ts'
import { claudeShellHere } from './claude/claude-shell.ts'
import { codexShellHere } from './codex/codex-shell.ts'

const cells: AgentSandbox = {
  shellHasProxy: false,
  confine: () => Promise.reject(new Error('no program is started')),
}

describe('AG-16 what commands of an agent can do', () => {
  test('in a cell, all; and what Claude’s leave behind ends with them', async () => {
    expect(await claudeShellHere(cells, 'review', {})).toEqual(wholeShell('cell', true))
    expect(await codexShellHere(cells, [], {})).toEqual(wholeShell('cell', false))
  })

  test.skipIf(process.platform === 'darwin')(
    'without bubblewrap, Claude reviews without a shell and works with an open one',
    async () => {
      const bare = { PATH: '/no/such/place' }
      expect(await claudeShellHere(null, 'review', bare)).toMatchObject({
        runsCommands: false,
        missing: expect.stringContaining('bubblewrap'),
      })
      expect(await claudeShellHere(null, 'exec', bare)).toEqual(wholeShell('nothing', false))
    },
  )

  test('without its own sandbox, Codex runs no commands', async () => {
    expect(await codexShellHere(null, ['/no/such/place'], {})).toMatchObject({ runsCommands: false })
  })
})
