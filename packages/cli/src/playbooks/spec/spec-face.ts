/** How the making of a spec is shown. */

import { subjectIn } from '@harness/core/kernel/ids'
import { type Analyst, analysts, specDuties } from '@harness/core/playbooks/spec/input'
import type { SpecState } from '@harness/core/playbooks/spec/state'
import { specRegistration } from '@harness/shell/playbooks/spec/registration'
import type { Face } from '../../line/face.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'

export const specFace: Face<SpecState> = {
  registration: specRegistration,
  openTarget: (context, purpose) => defaultTarget(context, 'harness spec', null, purpose),
  telling: {
    partOf(command) {
      const part = subjectIn(command)
      return analysts.includes(part as Analyst) ? part : null
    },
    // A role writes its artifact; that its lane has no change says nothing.
    readsOnly: (role) => Object.hasOwn(specDuties, role),
  },
}
