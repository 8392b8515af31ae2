import { noShell, wholeShell } from '@harness/agent-runner/runner/agent-shell'
import { renderSlices } from '@harness/core/kernel/envelope'
import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import { answerForm } from '@harness/formats/answers/answer-form'
import { contractNamed } from '@harness/formats/answers/contract'
import { workflowContracts } from '@harness/formats/answers/workflow/contracts'
import { conventionsSlice } from '@harness/formats/documents/conventions/conventions-slice'
import { extensionsSlice } from '@harness/formats/documents/extensions/extensions-slice'
import { expect, test } from 'vitest'
import { machineText } from './machine-text.ts'

const whoMadeIt = /\b(?:generators?|ai|agents?)\b/i
const withoutFences = (text: string): string => text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')

const conventions = conventionsSlice(
  [
    { path: 'AGENTS.md', text: `Agents: use tabs.\n${'An AI wrote this.\n'.repeat(3_000)}` },
    { path: 'CLAUDE.md', text: null },
  ],
  ['packages/a/AGENTS.md'],
)
const extensions = extensionsSlice(
  [{ kind: 'skill', name: 'agent', description: 'For agents.' }],
  '/agent-extensions',
)

const shells = [wholeShell('cell', true), wholeShell('own', true), wholeShell('nothing', false)]
const machines = [...shells, noShell('nothing')].flatMap((shell) =>
  (['loopback', 'registries', 'host-loopback', 'all'] as const).map((network) => ({ shell, network })),
)

test('WF-13 what the shell tells the evaluator does not say who made the change, outside fences', () => {
  const evaluator = workflowIdentity.roles.find(({ role }) => role === 'workflow/evaluator')
  const contract = contractNamed(evaluator?.contract ?? '', workflowContracts)
  if (evaluator === undefined || contract === undefined || conventions === null || extensions === null)
    throw new Error('there is no evaluator')
  const texts = [
    `Role: ${evaluator.role}`,
    ...machines.map((each) => machineText({ mode: evaluator.mode, hasPorts: true, ...each })),
    renderSlices([conventions, extensions]),
    answerForm(contract, false),
  ]
  expect(renderSlices([conventions])).toMatch(whoMadeIt)
  for (const text of texts) expect(withoutFences(text)).not.toMatch(whoMadeIt)
})
