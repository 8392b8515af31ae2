import { describeProvider } from '../../test-support/provider.contract.ts'
import { runInLane } from '../../test-support/run-in-lane.ts'
import { scriptedUnderTest } from '../../test-support/scripted-scenario.ts'

describeProvider(scriptedUnderTest(runInLane))
