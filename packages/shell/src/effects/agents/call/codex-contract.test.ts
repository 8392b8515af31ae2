import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { codexUnderTest } from '@harness/agent-runner/test-support/codex-scenario'
import { describeProvider } from '@harness/agent-runner/test-support/provider.contract'
import { anyConfine } from '../../../test-support/agent-cell.ts'
import { endAgentTree } from './end-agent-tree.ts'

/** In a cell if this machine has a sandbox. Tests of the provider itself are about agents without one. */
const confine = await anyConfine()

describeWith(codexPackage, `the real agent program of Codex${confine === null ? '' : ' in a cell'}`, () =>
  describeProvider(codexUnderTest(endAgentTree, confine)),
)
