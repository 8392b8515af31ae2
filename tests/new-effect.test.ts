/**
 * A new effect and the playbook that wants it change no existing file: both are added to a copy of the packages, and the
 * compiler checks the copy. It also names an effect that the playbook has no record or no twin for.
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

const playbookInCore = `
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

const effectsInShell = (record: string) => `
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

const twinsInSim = (twin: string) => `
import type { Command } from '@harness/core/playbooks/tossing/playbook'
import { tossCoinTwin } from '../../world/toss-coin.ts'
import type { Twins } from '../../world/twin.ts'

export const twinsHere = [tossCoinTwin]
export const tossingTwins: Twins<Command> = { ${twin} }
`

const added = (record = 'TossCoin: tossCoinEffect', twin = 'TossCoin: tossCoinTwin') => ({
  'core/src/effects/toss-coin.ts': coinInCore,
  'core/src/playbooks/tossing/playbook.ts': playbookInCore,
  'shell/src/effects/coin/toss-coin.effect.ts': recordInShell,
  'shell/src/playbooks/tossing/tossing-effects.ts': effectsInShell(record),
  'sim/src/world/toss-coin.ts': twinInSim,
  'sim/src/playbooks/tossing/tossing-twins.ts': twinsInSim(twin),
})

describe('a new effect', () => {
  let copy: CopiedPackages
  beforeAll(() => {
    copy = copyPackages()
  })
  afterAll(() => copy.remove())

  it('is one record and one twin: no existing file changes, and the copy compiles', async () => {
    copy.add(added())
    expect(await copy.problemsIn(Object.keys(added()))).toEqual([])
    expect(copy.changed()).toEqual([])
  })

  it('is named by the compiler if its playbook lists no record or no twin for it', async () => {
    copy.add(added('', ''))
    expect(await copy.problemsIn(Object.keys(added()))).toEqual([
      expect.stringMatching(/tossing-effects\.ts.*Property 'TossCoin' is missing/),
      expect.stringMatching(/tossing-twins\.ts.*Property 'TossCoin' is missing/),
    ])
  })
})
