import type { Handbook } from '@harness/core/playbooks/handbook/handbook-document'
import { expect, it } from 'vitest'
import { missingSlashCommands } from './slash-commands.ts'

const none = { skills: [], commands: [], mcpServers: [] }
const prompt = (id: string, text: string, box = 'open') => ({ id, text, box })
const { prompts } = {
  prompts: [
    prompt('1.1', '/impeccable critique the page'),
    prompt('1.2', '/impeccable'),
    prompt('1.3', '/polish it'),
    prompt('1.4', '/old one', 'done'),
    prompt('1.5', '/src/pages is where it is'),
  ],
} as unknown as Handbook

it('AG-15 names each slash command that no agent has, with the line that trusts it', () => {
  expect(missingSlashCommands({ prompts }, none, ['claude'])).toEqual([
    '/impeccable, with which prompt 1.1 and 1 more begin, is no trusted skill or command: agents get the text without it. To trust the skill, set "agent": {"trust": {"skills": ["impeccable"]}} in harness.config.json.',
    expect.stringMatching(/^\/polish, with which prompt 1\.3 begins, is no trusted/),
  ])
})

it('AG-15 says nothing of what is trusted, nor if no real agent would work', () => {
  const trust = { ...none, skills: ['impeccable'], commands: ['polish'] }
  expect(missingSlashCommands({ prompts }, trust, ['claude'])).toEqual([])
  expect(missingSlashCommands({ prompts }, none, ['scripted'])).toEqual([])
  expect(missingSlashCommands({ prompts }, none, [])).toEqual([])
})
