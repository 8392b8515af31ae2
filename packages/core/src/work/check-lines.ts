/** Follows what checks run: their own lines, and the package scripts that these call. */
import type { Check } from '../kernel/check.ts'
import { type CommandLine, everyCommand } from './entry-files.ts'
import { folderIn } from './shell-words.ts'

type Line = Pick<Check, 'run'>

/** What of a package.json decides about checks. */
export interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  /** Of test and lint tools, by the tool. */
  readonly settings: Readonly<Record<string, string>>
}

/** What is known of the base's manifests, by their folders; null if there is none. */
export type Manifests = ReadonlyMap<string, Manifest | null>

export interface FollowedLines {
  readonly lines: readonly CommandLine[]
  /** Folders whose manifest is not known yet, and may hold more lines. */
  readonly unread: readonly string[]
}

/** The lines that checks run: their own, and those of the package scripts they call, each in its folder. */
export function followedLines(checks: readonly Line[], manifests: Manifests): FollowedLines {
  const lines: CommandLine[] = []
  const unread = new Set<string>()
  const follow = (line: CommandLine): void => {
    if (lines.some(({ run, folder }) => run === line.run && folder === line.folder)) return
    lines.push(line)
    for (const { words, folder } of everyCommand(line.run, line.folder)) {
      const call = words.join(' ')
      if (!callsPackage.test(call)) continue
      for (const place of packageFolders(words, folder)) {
        if (!manifests.has(place)) unread.add(place)
        const scripts = manifests.get(place)?.scripts ?? {}
        for (const name of calledScripts([{ run: call }], scripts))
          follow({ run: String(scripts[name]), folder: place })
      }
    }
  }
  for (const { run } of checks) follow({ run, folder: '' })
  return { lines, unread: [...unread] }
}

const callsPackage = /\b(?:npm|pnpm|yarn|bun|run-[sp]|concurrently)\b|\bnode\b.*\s--run\b/
/** Programs that take the names of several scripts, also with stars. */
const callsSeveral = /\b(?:run-[sp]|npm-run-all2?|concurrently)\s([^;&|]*)/
const folderOptions = /^(?:--prefix|-C|--dir|--cwd|-w|--workspace)(?:=(.*))?$/

/** The folder itself, and each one that an option names. */
function packageFolders(words: readonly string[], folder: string | null): readonly string[] {
  const named = words.flatMap((word, index) => {
    const option = folderOptions.exec(word)
    return option === null ? [] : [folderIn(folder, option[1] ?? words[index + 1] ?? '')]
  })
  return [folder, ...named].filter((place) => place !== null)
}

/** The scripts that these lines call, with what runs before and after them and what they call in turn. */
function calledScripts(lines: readonly Line[], scripts: Manifest['scripts']): readonly string[] {
  const called = new Set<string>()
  const follow = (line: string): void => {
    for (const name of Object.keys(scripts)) {
      if (called.has(name) || !calls(line, name)) continue
      for (const each of [`pre${name}`, name, `post${name}`]) {
        if (!(each in scripts)) continue
        called.add(each)
        follow(String(scripts[each]))
      }
    }
  }
  for (const { run } of lines) follow(run)
  return [...called]
}

function calls(line: string, name: string): boolean {
  const escaped = `(?:${literal(name)}${name === 'test' ? '|t|tst|it|cit|install-test|install-ci-test' : ''})`
  const isOne = new RegExp(
    `\\b(?:npm|pnpm|yarn|bun)(?:\\s+(?:run|run-script|(?:workspace|--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F)\\s+\\S+|-\\S+))*\\s+${escaped}(?=$|[\\s;&|)"'])|\\bnode\\s+--run\\s+${escaped}(?=$|[\\s;&|)"'])`,
  ).test(line)
  const several = callsSeveral.exec(line)?.[1]?.split(/[\s"']+/) ?? []
  return isOne || several.some((word) => patternOf(word.replace(/^npm:/, '')).test(name))
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (word: string): RegExp => new RegExp(`^${literal(word).replace(/(?:\\\*)+/g, '.*')}$`)
