/** Finds the skills, slash commands and tool servers that the config trusts by name. Nothing of them is executed. */
import { homedir } from 'node:os'
import { UserError } from '@harness/core/kernel/user-error'
import type { TrustedNames } from '@harness/formats/config/harness-config'
import { serverIn } from '@harness/formats/documents/extensions/mcp-file'
import { digestOfFiles, digestOfServer, type Extension, type ExtensionFiles } from './extension.ts'
import { committedFiles, type FoundFiles, homeFiles, isProblem } from './extension-places.ts'

export interface ExtensionPlace {
  readonly repoRoot: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface FoundExtensions {
  readonly found: readonly Extension[]
  readonly problems: readonly ExtensionProblem[]
}

export interface ExtensionProblem {
  /** In the config. */
  readonly field: string
  readonly name: string
  readonly problem: string
  readonly next: string
}

/** An agent reads the whole of it before it starts. */
const mostTextBytes = 128 * 1024

export async function findExtensions(trust: TrustedNames, place: ExtensionPlace): Promise<FoundExtensions> {
  const found: Extension[] = []
  const problems: ExtensionProblem[] = []
  const add = async (
    field: keyof TrustedNames,
    find: (name: string) => Promise<Extension | string>,
  ): Promise<void> => {
    for (const name of new Set(trust[field])) {
      const one = await find(name)
      if (typeof one === 'string') problems.push(problemOf(field, name, one))
      else found.push(one)
    }
  }
  await add('skills', (name) => skillOf(name, place))
  await add('commands', (name) => commandOf(name, place))
  await add('mcpServers', (name) => serverOf(name, place))
  return { found, problems }
}

const problemOf = (field: keyof TrustedNames, name: string, problem: string): ExtensionProblem => ({
  field: `agent.trust.${field}`,
  name,
  problem,
  next: `Correct and commit it, or remove "${name}" from agent.trust.${field}. Then check with: harness doctor`,
})

/** Throws if one of them cannot be used. */
export function guardExtensions({ problems: [first, ...more] }: FoundExtensions): void {
  if (first === undefined) return
  const rest = more.map(({ field, name, problem }) => `\n${field} "${name}": ${problem}.`).join('')
  throw new UserError(
    'extension-invalid',
    `The config’s ${first.field} "${first.name}" cannot be used: ${first.problem}.${rest}`,
    { next: first.next },
  )
}

async function skillOf(name: string, place: ExtensionPlace): Promise<Extension | string> {
  const at = await firstOf(place, [`.claude/skills/${name}`, `.agents/skills/${name}`])
  if (typeof at === 'string') return at
  if (at === null)
    return `there is no .claude/skills/${name}/SKILL.md in the last commit or in your home (nor in .agents/skills)`
  const main = at.files['SKILL.md']
  if (main === undefined) return `${at.from} has no SKILL.md`
  const others = Object.keys(at.files).filter((file) => file !== 'SKILL.md')
  const list = others.length === 0 ? '' : `\n\nOther files:\n${others.toSorted().join('\n')}`
  return textual('skill', name, at, main.bytes, list, `skills/${name}`)
}

async function commandOf(name: string, place: ExtensionPlace): Promise<Extension | string> {
  const at = await firstOf(place, [`.claude/commands/${name}.md`])
  if (typeof at === 'string') return at
  const main = at?.files['']
  if (at === null || main === undefined)
    return `there is no .claude/commands/${name}.md in the last commit or in your home`
  return textual('command', name, at, main.bytes, '', `commands/${name}.md`)
}

interface FoundAt {
  readonly from: string
  readonly files: ExtensionFiles
}

function textual(
  kind: 'skill' | 'command',
  name: string,
  { from, files }: FoundAt,
  main: Buffer,
  list: string,
  folder: string,
): Extension | string {
  if (main.length > mostTextBytes)
    return `the text in ${from} has ${main.length} bytes, more than the ${mostTextBytes} that an agent is given`
  const placed = Object.entries(files).map(([file, it]) => [file === '' ? folder : `${folder}/${file}`, it])
  const placedFiles: ExtensionFiles = Object.fromEntries(placed)
  return {
    kind,
    name,
    from,
    digest: digestOfFiles(placedFiles),
    text: `${main.toString('utf8')}${list}`,
    files: placedFiles,
    server: null,
  }
}

/** The repository's own before the operator's. A text says what is wrong with the first that is there. */
async function firstOf(
  { repoRoot, environment }: ExtensionPlace,
  paths: readonly string[],
): Promise<FoundAt | string | null> {
  const home = environment.HOME ?? environment.USERPROFILE ?? homedir()
  const places: readonly (readonly [string, () => Promise<FoundFiles>])[] = [
    ...paths.map((path) => [path, () => committedFiles(repoRoot, path)] as const),
    ...paths.map((path) => [`~/${path}`, () => homeFiles(home, path)] as const),
  ]
  for (const [from, look] of places) {
    const found = await look()
    if (isProblem(found)) return found.problem
    if (found !== null) return { from, files: found }
  }
  return null
}

const mcpFile = '.mcp.json'

async function serverOf(name: string, { repoRoot }: ExtensionPlace): Promise<Extension | string> {
  const file = await committedFiles(repoRoot, mcpFile)
  if (isProblem(file)) return file.problem
  const text = file?.['']?.bytes.toString('utf8')
  if (text === undefined) return `there is no ${mcpFile} in the last commit`
  const server = serverIn(text, name)
  if (server === null) return `${mcpFile} has no server of this name`
  if (typeof server === 'string') return `${mcpFile}: ${server}`
  const digest = digestOfServer(server)
  return { kind: 'server', name, from: mcpFile, digest, text: JSON.stringify(server), files: {}, server }
}
