import { acpUnderTest, codexAcpPackage } from '@harness/agent-runner/test-support/acp-scenario'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { describeProvider } from '@harness/agent-runner/test-support/provider.contract'
import { agentsOfMachine } from '../../../test-support/agent-cell.ts'
import { endAgentTree } from './end-agent-tree.ts'

/** In a cell if this machine has a sandbox. */
const sandbox = await agentsOfMachine()

describeWith(codexAcpPackage, `codex-acp, a real ACP agent${sandbox === null ? '' : ', in a cell'}`, () =>
  describeProvider(acpUnderTest(endAgentTree, sandbox)),
)
