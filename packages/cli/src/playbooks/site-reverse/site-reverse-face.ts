/** How site-reverse is shown. */
import type { SiteState } from '@harness/core/playbooks/site-reverse/state'
import { siteReverseRegistration } from '@harness/shell/playbooks/site-reverse/registration'
import type { Face } from '../../line/face.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'

export const siteReverseFace: Face<SiteState> = {
  registration: siteReverseRegistration,
  // It answers with an analysis; that its lane has no change says nothing.
  telling: { readsOnly: () => true },
  openTarget: (context, purpose) => defaultTarget(context, 'harness site-reverse', null, purpose),
}
