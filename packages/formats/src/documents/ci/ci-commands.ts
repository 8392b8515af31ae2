/**
 * Reads what the CI of a repository runs, one command each: the workflows and actions of GitHub, and the scripts of other CIs.
 * Expressions that the file itself settles are filled in. Pure.
 */
import { yamlObjectIn } from '../../text/yaml-object.ts'
import type { CiFile } from './ci-command.ts'
import { githubCommands, isGithubFile } from './github-commands.ts'
import { isScriptFile, scriptCommands } from './script-commands.ts'

const noCi: CiFile = { commands: [], calls: [], variants: [] }

export const isCiFile = (path: string): boolean => isGithubFile(path) || isScriptFile(path)

export function ciCommands(text: string, file: string): CiFile {
  const value = yamlObjectIn(text)
  if (value === null) return noCi
  return isGithubFile(file) ? githubCommands(value, file) : { ...noCi, commands: scriptCommands(value, file) }
}
