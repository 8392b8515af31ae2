/** Reads what CIs run whose files have lists of shell commands under known names: GitLab, CircleCI, Travis and others. Pure. */
import { isObject } from '../../text/is-object.ts'
import type { CiCommand } from './ci-command.ts'
import { commandLines } from './command-lines.ts'

const files =
  /^(?:\.gitlab-ci\.yml|\.gitlab\/ci\/[^/]+\.ya?ml|\.circleci\/config\.yml|\.travis\.yml|\.?azure-pipelines(?:\/[^/]+)?\.ya?ml|\.cirrus\.yml|\.woodpecker\.ya?ml|\.woodpecker\/[^/]+\.ya?ml|\.drone\.yml|\.buildkite\/[^/]+\.ya?ml|bitbucket-pipelines\.yml|\.?appveyor\.yml)$/

export const isScriptFile = (path: string): boolean => files.test(path)

const holdsCommands = /^(?:script|bash|pwsh|commands?|run|[a-z]+_script)$/
const folderNames = ['working_directory', 'workingDirectory']
/** These only group; the job is the name around or below them. */
const isGroup = /^(?:jobs|steps|tasks|stages|pipelines|include|matrix|run|default|\d+)$/

export const scriptCommands = (
  value: Readonly<Record<string, unknown>>,
  file: string,
): readonly CiCommand[] => within(value, file, null)

function within(value: unknown, file: string, job: string | null): readonly CiCommand[] {
  if (Array.isArray(value)) return value.flatMap((each) => within(each, file, job))
  if (!isObject(value)) return []
  const folder = folderNames.map((name) => value[name]).find((it) => typeof it === 'string') ?? ''
  return Object.entries(value).flatMap(([name, inner]) => {
    const texts = textsOf(inner)
    if (holdsCommands.test(name) && texts !== null) {
      const from = job === null ? file : `${file}, job ${job}`
      return commandLines(texts.join('\n'), String(folder)).map((run) => ({ run, from }))
    }
    return within(inner, file, isGroup.test(name) ? job : (job ?? name))
  })
}

/** Null if the value is neither a text nor a list that has some. */
function textsOf(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return null
  const texts = value.filter((each) => typeof each === 'string')
  return texts.length === 0 ? null : texts
}
