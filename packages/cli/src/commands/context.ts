/** `harness context`: files, lists, archives and shows what people leave for agents. */
import { secretsOf } from '@harness/shell/engine/conduct/secrets-of'
import type { CommandContext, Given } from '../line/command.ts'
import { knownName } from '../line/known-name.ts'
import { lookAtTarget } from '../run/target/look-at-target.ts'
import { addContext } from './context/add-context.ts'
import { archiveContext, pruneContext } from './context/archive-context.ts'
import { listContext } from './context/list-context.ts'
import { renderContext } from './context/render-context.ts'

const contextActions = ['add', 'list', 'archive', 'prune', 'render'] as const

export async function context(command: CommandContext, given: Given): Promise<number> {
  const [named = '', subject] = given.args
  const action = knownName('action', named, contextActions, 'harness context --help')
  const { root, config, folders } = await lookAtTarget(command)
  const place = {
    repoRoot: root,
    contextDir: config.contextDir,
    secrets: await secretsOf({ repoRoot: root, config, environment: command.env }),
  }
  switch (action) {
    case 'add':
      return addContext(command, given, { ...place, folders }, subject ?? null)
    case 'list':
      return listContext(command, place)
    case 'archive':
      return archiveContext(command, place, subject ?? null)
    case 'prune':
      return pruneContext(command, given, place)
    case 'render':
      return renderContext(command, given, { ...place, folders })
  }
}
