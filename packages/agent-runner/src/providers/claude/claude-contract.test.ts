import { describeWith } from '../../test-support/agent-sdks.ts'
import { claudeUnderTest } from '../../test-support/claude-scenario.ts'
import { endTree } from '../../test-support/end-tree.ts'
import { describeProvider } from '../../test-support/provider.contract.ts'
import { claudePackage } from './claude-sdk.ts'

describeWith(claudePackage, 'the real agent program of Claude', () =>
  describeProvider(claudeUnderTest(endTree)),
)
