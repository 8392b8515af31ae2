/** Owns the twin of ValidateSession: a plan that is missing is a problem, and so is a file that a full disk cut short. */
import { inCheckout } from '@harness/core/effects/document-file'
import type { SessionValidated, ValidateSession } from '@harness/core/effects/validate-session'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { type Ground, luckOf } from '../../world/ground.ts'
import type { Twin } from '../../world/twin.ts'

const problem = 'handoff.json: expected a JSON object, found a list'

export const validateSessionTwin: Twin<ValidateSession> = {
  perform: validateSession,
  any: (_command, luck, base) => ({
    ...base,
    type: 'SessionValidated',
    problems: luck.chance(0.2) ? [problem] : [],
  }),
}

async function validateSession(
  ground: Ground,
  { id, plans }: ValidateSession,
  { signal }: Attempt,
): Promise<SessionValidated> {
  const { process, stage, site, weather } = ground
  await process.sleep(20, signal)
  const missing = plans.filter((path) => site.papers?.has(keyOf(inCheckout(path))) !== true)
  return {
    type: 'SessionValidated',
    at: stage.wall.now(),
    commandId: id,
    problems: [
      ...missing.map((path) => `${path}: expected the plan of a phase, found no file`),
      ...(weather.strikes('sidecar disk is full', luckOf(ground, id)) ? [problem] : []),
    ],
  }
}
