import { machineOptions } from '@harness/agent-runner/providers/machine-options'
import { selectProvider } from '@harness/agent-runner/providers/select-provider'
import { sdkFolders } from '@harness/agent-runner/test-support/agent-sdks'
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import { missionIdentity } from '@harness/core/playbooks/mission/state/identity'
import { contractNamed } from '@harness/formats/answers/contract'
import { deliveryContracts } from '@harness/formats/answers/delivery/contracts'
import { handbookContracts } from '@harness/formats/answers/handbook/contracts'
import { generationContracts } from '@harness/formats/answers/handbook-generation/contracts'
import { missionContracts } from '@harness/formats/answers/mission/contracts'
import { testRulings } from '@harness/formats/answers/test-rulings'
import { expect, test } from 'vitest'
import { answerSlice } from './answer-slice.ts'
import { endAgentTree } from './end-agent-tree.ts'

const roles = [
  [deliveryIdentity, [...deliveryContracts, testRulings]],
  [handbookIdentity, [...handbookContracts, testRulings]],
  [generationIdentity, generationContracts],
  [missionIdentity, [...missionContracts, testRulings]],
] as const

const anAgent = {
  command: [process.execPath],
  env: [],
  hosts: [],
  files: [],
  sessions: [],
  auth: null,
  modes: {},
} as const
const machine = {
  env: {},
  folders: sdkFolders,
  acp: anAgent,
  sandbox: null,
  endTree: endAgentTree,
  now: Date.now,
}
const scripted = {
  script: { rules: [] },
  runInLane: () => Promise.reject(new Error('it runs nothing')),
  now: Date.now,
}

test.each([
  ['scripted', 'the schema below'],
  ['acp', 'the schema below'],
  ['claude', 'the schema that you are given'],
  ['codex', 'the schema that you are given'],
] as const)('AG-18 %s: each role is asked for one form, the schema that is sent', (name, which) => {
  const provider = selectProvider(name, { scripted, ...machineOptions(machine) })
  for (const [identity, contracts] of roles)
    for (const { role, contract: named } of identity.roles) {
      const contract = contractNamed(named, contracts)
      if (contract === undefined) throw new Error(`no contract ${named}`)
      const [slice] = answerSlice(contract, provider)
      expect(slice, role).toMatchObject({ label: 'Your answer', stability: 'product' })
      if (contract.jsonSchema === null) expect(slice?.text, role).not.toContain('JSON')
      else expect(slice?.text, role).toContain(which)
    }
})
