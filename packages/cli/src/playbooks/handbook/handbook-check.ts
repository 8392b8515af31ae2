/** Checks whether the handbook of the repository, if it has one, could be run: the same preflight as its start. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { handbookFile } from '@harness/core/playbooks/handbook/handbook-document'
import { describeLint } from '@harness/formats/documents/handbook/describe-lint'
import { counted } from '@harness/formats/text/amounts'
import { handbookProviders, preflight } from '@harness/shell/playbooks/handbook/preflight'
import type { CommandContext } from '../../line/command.ts'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'

const id = 'handbook'

export async function handbookChecks(context: CommandContext, root: string): Promise<readonly Diagnosis[]> {
  if (!existsSync(join(root, handbookFile))) return []
  try {
    const { config, isProviderChosen } = await defaultTarget(context, 'harness handbook', null, 'look')
    const providers = isProviderChosen ? handbookProviders(config.agent) : []
    const looked = await preflight({ repoRoot: root, config, environment: context.env, providers })
    const { prompts } = looked.documents.handbook
    const commands = looked.verification.always.map(({ run }) => run).join(', ')
    const told = looked.findings.map((finding) => {
      const said = describeLint(finding)
      if (finding.severity === 'note') return ok(id, said)
      const tell = finding.severity === 'error' ? fail : warn
      return tell(id, said, 'Correct what is named, then check again with: harness handbook lint')
    })
    const isRight = told.every(({ status }) => status === 'ok')
    return [
      ...told,
      ...(isRight ? [ok(id, `${counted(prompts.length, 'prompt')}, verified by ${commands}`)] : []),
    ]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [fail(id, error.message, error.next)]
  }
}
