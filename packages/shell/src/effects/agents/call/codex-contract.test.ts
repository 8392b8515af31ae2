import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { codexUnderTest } from '@harness/agent-runner/test-support/codex-scenario'
import { describeProvider } from '@harness/agent-runner/test-support/provider.contract'
import { endAgentTree } from './end-agent-tree.ts'

describeWith(codexPackage, 'the real agent program of Codex', () =>
  describeProvider(codexUnderTest(endAgentTree)),
)
