/**
 * A new effect changes no existing file, and a new playbook one line in each registry (shell, cli, sim). Both are added to
 * a copy of the packages, and the compiler checks the copy. It also names an effect without a record or a twin.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CopiedPackages, copyPackages } from './support/copied-packages.ts'

const coinInCore = `
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'

export interface TossCoin extends Ask<'TossCoin', CoinLanded> {
  readonly coins: number
}
export interface CoinLanded extends OutcomeBase {
  readonly type: 'CoinLanded'
  readonly heads: number
}
`

const tossingInCore = `
import type { TossCoin } from '../../effects/toss-coin.ts'
import { asRunId, commandId } from '../../kernel/ids.ts'
import { definePlaybook, end, perform } from '../../kernel/playbook.ts'

export type Command = TossCoin

export const tossing = definePlaybook<{ readonly coins: number }, { readonly coins: number; readonly heads: number | null }, Command>({
  name: 'tossing',
  version: 1,
  initialState: ({ coins }) => ({ coins, heads: null }),
  decide: ({ coins, heads }) =>
    heads === null
      ? perform({ type: 'TossCoin', id: commandId(asRunId('20260101-000000'), 'toss', 'coin', 1), coins })
      : end({ outcome: 'done', exitCode: 0, reason: String(heads), next: '', resumable: false, report: '' }),
  evolve: (state, event) => (event.type === 'CoinLanded' ? { ...state, heads: event.heads } : state),
})
`

const recordInShell = `
import type { TossCoin } from '@harness/core/effects/toss-coin'
import { asRecorded, type Effect } from '../effect.ts'
import { line } from '../progress-line.ts'

export const tossCoinEffect: Effect<TossCoin, { now(): number }> = {
  type: 'TossCoin',
  perform: async ({ id, coins }, _attempt, { now }) => ({ type: 'CoinLanded', at: now(), commandId: id, heads: coins }),
  started: ({ coins }) => line('toss', String(coins)),
  outcomes: {
    CoinLanded: { line: ({ heads }) => line('toss', String(heads)), log: ({ heads }) => String(heads), replay: asRecorded },
  },
}
`

const tossingInShell = (record: string) => `
import type { Command } from '@harness/core/playbooks/tossing/playbook'
import type { Effects } from '../../effects/effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import { tossCoinEffect } from '../../effects/coin/toss-coin.effect.ts'

interface TossingPorts {
  now(): number
  redact(text: string): string
}
export const recordsHere = [tossCoinEffect]
export const tossingEffects: Effects<Command, TossingPorts> = { ${record} }
export const tossingPerformers = (ports: TossingPorts): Performers<Command> => bindEffects(tossingEffects, ports)
`

const twinInSim = `
import type { TossCoin } from '@harness/core/effects/toss-coin'
import type { Twin } from './twin.ts'

export const tossCoinTwin: Twin<TossCoin> = {
  perform: async ({ stage }, { id, coins }) => ({ type: 'CoinLanded', at: stage.wall.now(), commandId: id, heads: coins }),
  any: ({ coins }, luck, base) => ({ ...base, type: 'CoinLanded', heads: luck.int(0, coins) }),
}
`

const tossingInSim = (twin: string) => `
import type { Command } from '@harness/core/playbooks/tossing/playbook'
import { tossCoinTwin } from '../../world/toss-coin.ts'
import type { Twins } from '../../world/twin.ts'

export const twinsHere = [tossCoinTwin]
export const tossingTwins: Twins<Command> = { ${twin} }
`

const withEffect = {
  'core/src/effects/toss-coin.ts': coinInCore,
  'core/src/playbooks/tossing/playbook.ts': tossingInCore,
  'shell/src/effects/coin/toss-coin.effect.ts': recordInShell,
  'shell/src/playbooks/tossing/tossing-effects.ts': tossingInShell('TossCoin: tossCoinEffect'),
  'sim/src/world/toss-coin.ts': twinInSim,
  'sim/src/playbooks/tossing/tossing-twins.ts': tossingInSim('TossCoin: tossCoinTwin'),
}

const lacking = {
  'shell/src/playbooks/tossing/lacks-a-record.ts': tossingInShell(''),
  'sim/src/playbooks/tossing/lacks-a-twin.ts': tossingInSim(''),
}

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
  {
    name: 'judgment',
    form: 'Your answer is one word.',
    jsonSchema: null,
    parse: (_structured, text) => ({ ok: true, output: text }),
  },
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

const withPlaybook = {
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

describe('added to a copy of the packages', () => {
  let copy: CopiedPackages
  beforeAll(() => {
    copy = copyPackages()
  })
  afterAll(() => copy.remove())

  it('an effect and its playbook change no existing file, a registered playbook one line in each registry, and the compiler names a missing record or twin', () => {
    const added = { ...withEffect, ...withPlaybook }
    copy.add({ ...added, ...lacking })
    expect(copy.changed()).toEqual([])
    for (const [path, line] of Object.entries(lines)) copy.add({ [path]: `${copy.read(path)}${line}\n` })
    const mains = ['cli/src/main.ts', 'sim/src/main.ts', 'shell/src/playbooks/registered.ts']
    expect(copy.problemsIn([...mains, ...Object.keys(added), ...Object.keys(lacking)])).toEqual([
      expect.stringMatching(/lacks-a-record\.ts.*Property 'TossCoin' is missing/),
      expect.stringMatching(/lacks-a-twin\.ts.*Property 'TossCoin' is missing/),
    ])
    expect([...copy.changed()].sort()).toEqual(Object.keys(lines).sort())
  })
})
