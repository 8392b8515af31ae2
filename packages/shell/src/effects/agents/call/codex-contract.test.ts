import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { codexUnderTest } from '@harness/agent-runner/test-support/codex-scenario'
import { describeProvider } from '@harness/agent-runner/test-support/provider.contract'
import { agentsOfMachine } from '../../../test-support/agent-cell.ts'
import { triedErrors } from '../../../test-support/tried-errors.ts'
import { endAgentTree } from './end-agent-tree.ts'

/** In a cell if this machine has a sandbox. Tests of the provider itself are about agents without one. */
const sandbox = await agentsOfMachine()

describeWith(codexPackage, `the real agent program of Codex${sandbox === null ? '' : ' in a cell'}`, () => {
  const program = codexUnderTest(endAgentTree, sandbox)
  describeProvider(program, triedErrors(program))
})
