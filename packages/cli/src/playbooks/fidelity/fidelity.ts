/** `harness fidelity`: holds the product against its spec, or records that a person accepts the latest report. */
import { UserError } from '@harness/core/kernel/user-error'
import { startFidelity } from '@harness/shell/playbooks/fidelity/start-fidelity'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { operatorName } from '../../run/operator.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { fidelityFace } from './fidelity-face.ts'

export async function fidelity(context: CommandContext, given: Given): Promise<number> {
  const asked = { specPath: given.args[0] ?? null, accepts: acceptanceIn(context, given) }
  const target = await defaultTarget(context, 'harness fidelity', textOption(given, 'provider'))
  const attendance = {
    until: null,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  return attendRun(context, target, attendance, fidelityFace, (options) =>
    startFidelity({ ...options, asked }),
  )
}

function acceptanceIn({ env }: CommandContext, given: Given) {
  const reason = textOption(given, 'message')?.trim() ?? ''
  const accepts = flagOption(given, 'accept')
  if (accepts && reason !== '') return { by: operatorName(env), reason }
  if (!accepts && reason === '') return null
  throw new UserError(
    'usage',
    accepts ? '--accept needs the reason.' : '-m says why a report is accepted, and nothing is.',
    { next: 'Accept the latest report: harness fidelity --accept -m "why"' },
  )
}
