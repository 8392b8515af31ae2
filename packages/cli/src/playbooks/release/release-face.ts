/** How a release gate is shown. */
import type { ReleaseState } from '@harness/core/playbooks/release/state'
import { releaseRegistration } from '@harness/shell/playbooks/release/registration'
import type { Face } from '../../line/face.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'

export const releaseFace: Face<ReleaseState> = {
  registration: releaseRegistration,
  openTarget: (context, purpose) => defaultTarget(context, 'harness release-gate', null, purpose),
}
