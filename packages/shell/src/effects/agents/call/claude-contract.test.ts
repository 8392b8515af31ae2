import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { claudeUnderTest } from '@harness/agent-runner/test-support/claude-scenario'
import { describeProvider } from '@harness/agent-runner/test-support/provider.contract'
import { agentsOfMachine } from '../../../test-support/agent-cell.ts'
import { triedErrors } from '../../../test-support/tried-errors.ts'
import { endAgentTree } from './end-agent-tree.ts'

/** In a cell if this machine has a sandbox. Tests of the provider itself are about agents without one. */
const sandbox = await agentsOfMachine()

describeWith(claudePackage, `the real agent program of Claude${sandbox === null ? '' : ' in a cell'}`, () => {
  const program = claudeUnderTest(endAgentTree, sandbox)
  describeProvider(program, triedErrors(program))
})
