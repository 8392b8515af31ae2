/** Owns the commands of the user's own playbooks: `harness <name>`, as its definition describes it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { OwnDescription } from '@harness/core/playbooks/own/definition'
import type { CommandSpec } from '../../line/command.ts'
import { headlessOption, providerOption, trustOption, verboseOption } from '../../line/shared-options.ts'
import { lookAtTarget } from '../../run/target/look-at-target.ts'
import { targetRepo } from '../../run/target/target-repo.ts'
import { type OpeningContext, openTarget } from '../../run/trust/open-target.ts'

/**
 * None if the repository's config is no program. Only to call a command the config is executed; to list them, none are
 * found either if nothing is known of it.
 */
export async function ownCommands(
  context: OpeningContext,
  purpose: 'call' | 'look' | 'list',
): Promise<readonly CommandSpec[]> {
  try {
    if (!existsSync(join(targetRepo(context), 'harness.config.ts'))) return []
    const { config } = await (purpose === 'call' ? openTarget(context) : lookAtTarget(context))
    return config.playbooks.map(({ description }) => commandOf(description))
  } catch (error) {
    if (error instanceof UserError && (purpose === 'list' || error.code === 'not-a-repository')) return []
    throw error
  }
}

function commandOf(playbook: OwnDescription): CommandSpec {
  const { name, description = 'a playbook of this repository', words = [], options = [] } = playbook
  return {
    name,
    group: 'Deliver',
    own: true,
    summary: description,
    description:
      'A playbook of harness.config.ts. An unfinished run of it is resumed. A run keeps the playbook it started with.',
    args: words.map(({ name: word, about = '', required = false }) => ({
      name: word,
      required,
      summary: about,
      completes: null,
    })),
    options: [
      ...options.map(({ name: option, about = '', value = false }) => ({
        flags: value ? `--${option} <value>` : `--${option}`,
        summary: about,
      })),
      { flags: '--dry-run', summary: 'only say what a new run would do first' },
      providerOption,
      headlessOption,
      // A playbook may have an option of this name, with a meaning of its own.
      ...(options.some((option) => option.name === 'verbose') ? [] : [verboseOption]),
      trustOption,
    ],
    examples: [
      {
        run: ['harness', name, ...words.map(({ name: word }) => `"<${word}>"`)].join(' '),
        does: 'start a run, or resume the unfinished one',
      },
    ],
    load: async () => {
      const { runOwn } = await import('./run-own.ts')
      return (context, given) => runOwn(context, given, playbook)
    },
  }
}
