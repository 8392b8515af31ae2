import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import { claudeUnderTest } from '@harness/agent-runner/test-support/claude-scenario'
import { describeProvider } from '@harness/agent-runner/test-support/provider.contract'
import { endAgentTree } from './end-agent-tree.ts'

describeWith(claudePackage, 'the real agent program of Claude', () =>
  describeProvider(claudeUnderTest(endAgentTree)),
)
