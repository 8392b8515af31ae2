/**
 * A new playbook changes one line in each registry (shell, cli, sim) and no other file. It is added to a copy of the
 * packages, and the compiler checks the copy.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CopiedPackages, copyPackages } from './support/copied-packages.ts'

const identityInCore = `
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'

export const asking: PlaybookIdentity = {
  name: 'asking',
  version: 1,
  roles: [{ role: 'judge', mode: 'review', tier: 'evaluator', contract: 'judgment' }],
}
`

const playbookInCore = `
import type { AskHuman } from '../../effects/ask-human.ts'
import { type BudgetLedger, emptyBudget } from '../../kernel/budget-ledger.ts'
import { grantOrRefuse } from '../../kernel/gate-choices.ts'
import { commandId, type RunId } from '../../kernel/ids.ts'
import { definePlaybook, end, perform } from '../../kernel/playbook.ts'
import { asking as identity } from './identity.ts'

export interface Input { readonly runId: RunId }
export interface State { readonly input: Input; readonly answer: string | null; readonly spent: BudgetLedger }

export const asking = definePlaybook<Input, State, AskHuman>({
  ...identity,
  initialState: (input) => ({ input, answer: null, spent: emptyBudget }),
  decide: ({ input, answer }) =>
    answer === null
      ? perform<AskHuman>({
          type: 'AskHuman',
          id: commandId(input.runId, 'ask', 'question', 1),
          gate: { name: 'asks', question: 'Go?', detail: '', choices: grantOrRefuse({ onGrant: 'yes', onRefuse: 'no' }), digest: null, exitCode: 8 },
        })
      : end({ outcome: 'done', exitCode: 0, reason: answer, next: '', resumable: false, report: '' }),
  evolve: (state, event) => (event.type === 'GateAnswered' ? { ...state, answer: event.answer.choice } : state),
})
`

const contractsInFormats = `
import { type Contract } from '../contract.ts'

export const askingContracts: readonly Contract[] = [
  { name: 'judgment', jsonSchema: null, parse: (_structured, text) => ({ ok: true, output: text }) },
]
`

const registrationInShell = `
import { asking as identity } from '@harness/core/playbooks/asking/identity'
import { asking, type Input, type State } from '@harness/core/playbooks/asking/playbook'
import { askingContracts } from '@harness/formats/answers/asking/contracts'
import type { Registration } from '../../engine/registration.ts'

export const askingRegistration: Registration<Input, State> = {
  playbook: asking,
  roles: identity.roles,
  contracts: askingContracts,
  begin: async (_outside, _asked, runId) => ({ runId }),
  report: ({ answer }) => ({ title: 'Go?', phase: answer ?? 'asks' }),
}
`

const entryInShell = `
import { asking as identity } from '@harness/core/playbooks/asking/identity'
import { type AnyRegistration, anyRegistration } from '../../engine/registration.ts'
import type { RegistryEntry } from '../../engine/registry.ts'

export const askingEntry: RegistryEntry<AnyRegistration> = {
  identity,
  from: 'the test',
  load: async () => anyRegistration((await import('./registration.ts')).askingRegistration),
}
`

const entryInCli = `
import { asking as identity } from '@harness/core/playbooks/asking/identity'
import type { State } from '@harness/core/playbooks/asking/playbook'
import type { Registration } from '@harness/shell/engine/registration'
import { askingRegistration } from '@harness/shell/playbooks/asking/registration'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

const registration = askingRegistration as Registration<unknown, State>
export const askingEntry: PlaybookEntry = { identity, from: 'the test', load: async () => anyFace({ registration }) }
`

const scenarioInSim = `
import { asking, type Input, type State } from '@harness/core/playbooks/asking/playbook'
import { asRunId } from '@harness/core/kernel/ids'
import type { Scenario } from '../../engine/scenario.ts'

const runId = asRunId('20260101-000000')
export const randomAsking = (seed: number): Scenario<Input, State> => ({
  name: 'asking ' + seed,
  playbook: asking,
  runId,
  input: { runId },
  until: null,
  attended: true,
  ofEveryRun: () => [],
  open: () => { throw new Error('only compiled here') },
})
`

const added = {
  'core/src/playbooks/asking/identity.ts': identityInCore,
  'core/src/playbooks/asking/playbook.ts': playbookInCore,
  'formats/src/answers/asking/contracts.ts': contractsInFormats,
  'shell/src/playbooks/asking/registration.ts': registrationInShell,
  'shell/src/playbooks/asking/entry.ts': entryInShell,
  'cli/src/playbooks/asking/entry.ts': entryInCli,
  'sim/src/playbooks/asking/random-asking.ts': scenarioInSim,
}

/** The line that each registry gets. */
const lines = {
  'shell/src/playbooks/built-in.ts': "export { askingEntry } from './asking/entry.ts'",
  'sim/src/playbooks/simulated.ts': "export { randomAsking as asking } from './asking/random-asking.ts'",
  'cli/src/playbooks/built-in.ts': "export { askingEntry } from './asking/entry.ts'",
}

describe('a new playbook', () => {
  let copy: CopiedPackages
  beforeAll(() => {
    copy = copyPackages()
  })
  afterAll(() => copy.remove())

  it('changes one line in each registry and no other file, and the copy compiles', async () => {
    copy.add(added)
    for (const [path, line] of Object.entries(lines)) copy.add({ [path]: `${copy.read(path)}${line}\n` })
    const mains = ['cli/src/main.ts', 'sim/src/main.ts', 'shell/src/playbooks/registered.ts']
    expect(await copy.problemsIn([...mains, ...Object.keys(added)])).toEqual([])
    expect([...copy.changed()].sort()).toEqual(Object.keys(lines).sort())
  })
})
