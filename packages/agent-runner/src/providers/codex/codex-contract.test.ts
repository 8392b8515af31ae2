import { describeWith } from '../../test-support/agent-sdks.ts'
import { codexUnderTest } from '../../test-support/codex-scenario.ts'
import { endTree } from '../../test-support/end-tree.ts'
import { describeProvider } from '../../test-support/provider.contract.ts'
import { codexPackage } from './codex-sdk.ts'

describeWith(codexPackage, 'the real agent program of Codex', () => describeProvider(codexUnderTest(endTree)))
