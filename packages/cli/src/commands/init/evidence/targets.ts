/** Finds the targets of a Makefile, a justfile or a Taskfile that prove a change, and what each of them runs. Pure. */
import { isObject } from '@harness/formats/text/is-object'
import { yamlObjectIn } from '@harness/formats/text/yaml-object'
import type { FoundCheck, RepoFiles } from './evidence.ts'
import type { Scripts } from './node-scripts.ts'

interface Runner {
  readonly program: 'make' | 'just' | 'task'
  /** The first that is there is the one that the program reads. */
  readonly files: readonly string[]
  /** By target, the commands that it runs. */
  read(text: string): Readonly<Record<string, string>>
}

const runners: readonly Runner[] = [
  {
    program: 'make',
    files: ['GNUmakefile', 'makefile', 'Makefile'],
    read: (text) => ruleLines(text, 'make'),
  },
  {
    program: 'just',
    files: ['justfile', 'Justfile', '.justfile'],
    read: (text) => ruleLines(recipesOnly(text), 'just'),
  },
  {
    program: 'task',
    files: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml'],
    read: tasksIn,
  },
]

export const targetFiles: readonly string[] = runners.flatMap(({ files }) => files)

const wanted: Readonly<Record<string, readonly string[]>> = {
  lint: ['lint', 'clippy'],
  format: ['fmt-check', 'format-check', 'check-fmt', 'check-format', 'fmt:check', 'format:check'],
  types: ['typecheck', 'type-check', 'types'],
  test: ['test', 'check', 'tests', 'test:unit', 'test-unit'],
}

/** The checks that the targets of each of these files are. */
export const targetChecks = (files: RepoFiles): readonly (readonly FoundCheck[])[] =>
  runners.map(({ program, ...runner }) => {
    const read = textOf(runner, files)
    if (read === null) return []
    const targets = runner.read(read.text)
    return Object.entries(wanted).flatMap(([name, names]) => {
      const target = names.find((each) => Object.hasOwn(targets, each))
      return target === undefined
        ? []
        : [{ name, run: `${program} ${target}`, from: `${read.file}, target ${target}` }]
    })
  })

/** What each target runs, as a line, by the name `make lint`. */
export const targetScripts = (files: Pick<RepoFiles, 'texts'>): Scripts =>
  Object.fromEntries(
    runners.flatMap(({ program, ...runner }) => {
      const targets = runner.read(textOf(runner, files)?.text ?? '')
      return Object.entries(targets).map(([name, line]) => [`${program} ${name}`, line])
    }),
  )

function textOf({ files }: Pick<Runner, 'files'>, { texts }: Pick<RepoFiles, 'texts'>) {
  const file = files.find((name) => texts[name] !== undefined)
  return file === undefined ? null : { file, text: texts[file] ?? '' }
}

/** Each line of a recipe has a shell of its own. */
const backAtTop = 'cd -'

/** Rules of make and recipes of just: a name, what it needs, and indented commands. Several targets may share a rule. */
function ruleLines(text: string, program: string): Readonly<Record<string, string>> {
  const rules: Record<string, string> = {}
  let targets: readonly string[] = []
  for (const line of text.replace(/\\\n\s*/g, ' ').split('\n')) {
    const [, recipe] = /^(?:\t| {2,})[@-]*(.+)$/.exec(line) ?? []
    const [, names, needs = ''] = /^([A-Za-z][\w. -]*?)\s*::?(?![:=])([^=]*)$/.exec(line) ?? []
    if (names !== undefined) targets = names.split(/\s+/)
    const added =
      recipe === undefined
        ? needs.split(/\s+/).flatMap((need) => (/^[A-Za-z]/.test(need) ? [`${program} ${need}`] : []))
        : [recipe, ...(/\bcd /.test(recipe) ? [backAtTop] : [])]
    if (names === undefined && recipe === undefined) continue
    for (const target of targets)
      rules[target] = [rules[target] ?? '', ...added].filter((part) => part !== '').join(' && ')
  }
  return rules
}

/** A recipe of just may have parameters and be quiet, and a name may stand for another. */
const recipesOnly = (text: string): string =>
  text
    .replace(/^(?:set|export|import|mod)\s.*$|^\w+\s*:=.*$/gm, '')
    .replace(/^alias\s+([\w-]+)\s*:=\s*([\w-]+)\s*$/gm, '$1: $2')
    .replace(/^@?([A-Za-z][\w-]*)[^:\n]*:(?!=)/gm, '$1:')

function tasksIn(text: string): Readonly<Record<string, string>> {
  const { tasks } = yamlObjectIn(text) ?? {}
  return Object.fromEntries(
    Object.entries(isObject(tasks) ? tasks : {}).map(([name, task]) => {
      const { deps, cmds, cmd } = isObject(task) ? task : { deps: [], cmds: task, cmd: undefined }
      const needs = listOf(deps).map((dep) => `task ${isObject(dep) ? String(dep.task) : String(dep)}`)
      const lines = [...listOf(cmds), ...listOf(cmd)].flatMap((each) => {
        if (!isObject(each)) return [String(each).trim().replaceAll('\n', ' && ')]
        return typeof each.task === 'string' ? [`task ${each.task}`] : listOf(each.cmd).map(String)
      })
      return [name, [...needs, ...lines].join(' && ')]
    }),
  )
}

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : [value].flat()
