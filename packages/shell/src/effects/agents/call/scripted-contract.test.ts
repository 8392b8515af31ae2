import { describeProvider } from '@harness/agent-runner/test-support/provider.contract'
import { scriptedUnderTest } from '@harness/agent-runner/test-support/scripted-scenario'
import { unconfined } from '../../../test-support/unconfined.ts'
import { runInLane } from './run-in-lane.ts'

describeProvider(scriptedUnderTest(runInLane({ repoRoot: '/', sandbox: unconfined })))
