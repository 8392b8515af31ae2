/** Checks the config itself, and whether what it runs is trusted. */
import { UserError } from '@harness/core/kernel/user-error'
import { counted } from '@harness/formats/text/amounts'
import type { CommandContext } from '../../line/command.ts'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'
import type { Target } from '../../run/target/look-at-target.ts'
import { type ExaminedConfig, examineConfig } from '../../run/trust/examine-config.ts'

/** The config's own checks, and the target if its settings are known. */
export async function configCheck(
  context: CommandContext,
): Promise<{ readonly diagnoses: readonly Diagnosis[]; readonly target: Target | null }> {
  try {
    const examined = await examineConfig(context)
    return { diagnoses: [settings(examined), trust(examined, context)], target: examined.target }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { diagnoses: [fail('config', error.message, error.next)], target: null }
  }
}

function settings({ target, broken, isUnknown }: ExaminedConfig): Diagnosis {
  if (broken !== null) return fail('config', broken.message, broken.next)
  if (target === null)
    return warn('config', 'harness.config.ts can be parsed; its settings are not known yet', 'harness trust')
  const { checks } = target.config
  const earlier = isUnknown ? ', as it was trusted last' : ''
  return ok('config', `${target.configFile}, ${counted(checks.length, 'check')}${earlier}`)
}

function trust({ untrusted }: ExaminedConfig, context: CommandContext): Diagnosis {
  if (untrusted === null) return ok('trust', 'what this repository brings is trusted')
  if (context.trust === 'given') return ok('trust', `a run would trust it by HARNESS_TRUST: ${untrusted}`)
  return warn('trust', `a run would ask first: ${untrusted}`, 'harness trust')
}
