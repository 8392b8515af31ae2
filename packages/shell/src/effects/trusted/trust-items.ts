/**
 * Lists what a repository brings that runs, or speaks to agents: what an operator must trust before the first command
 * that executes it. Everything is read as text.
 */
import type { OwnProgram } from '@harness/core/kernel/event'
import { commandsIn, type NamedText, openingsIn, roleTextsIn } from '@harness/formats/config/config-commands'
import type { TrustItem, TrustKind } from '@harness/formats/records/trust-record'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { extensionLabel } from '../agents/extensions/extension.ts'
import { type ExtensionPlace, findExtensions } from '../agents/extensions/find-extensions.ts'
import { isProgram, scriptText } from '../agents/roles/load-script.ts'
import { hookFile, hookMark, roleFolder } from '../agents/roles/own-files.ts'
import { roleFilesIn } from '../agents/roles/role-files.ts'
import type { LoadedConfig } from '../documents/load-config.ts'
import { digestOf, readProgram } from '../documents/program-files.ts'
import type { TrustedFiles } from '../documents/trusted-files.ts'

/** A question shows so much of each at most, and a record keeps no more. */
export const keptCharacters = 20_000

const itemOf = (kind: TrustKind, { name, text }: NamedText, digest = digestOf(text)): TrustItem => ({
  kind,
  name,
  digest,
  text: text.slice(0, keptCharacters),
})

/** The files of a program. */
export const programItems = (kind: 'program' | 'script', { modules }: OwnProgram): readonly TrustItem[] =>
  Object.entries(modules)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => itemOf(kind, { name, text }))

/** What harness.config.json has the harness run, open and say. */
export const configItems = ({
  config,
  written,
}: Pick<LoadedConfig, 'config' | 'written'>): readonly TrustItem[] => [
  ...commandsIn(config).map((it) => itemOf('command', it)),
  ...openingsIn(written).map((it) => itemOf('opening', it)),
  ...roleTextsIn(config).map((it) => itemOf('role', it)),
]

/** The files of the scripted agent's script. One that is no program holds commands, which run where its agents work. */
export async function scriptItems(
  repoRoot: string,
  { config }: Pick<LoadedConfig, 'config'>,
): Promise<readonly TrustItem[]> {
  const { script } = config.agent
  if (script === null) return []
  // Its absence is told when it is loaded.
  if (!isProgram(script)) {
    const text = await scriptText(repoRoot, script).catch(() => null)
    return text === null ? [] : [scriptItem(script, text)]
  }
  const program = await readProgram(repoRoot, script).catch(() => null)
  return program === null ? [] : programItems('script', program)
}

/** A script that is no program. */
export const scriptItem = (name: string, text: string): TrustItem => itemOf('script', { name, text })

/** Skills, slash commands and tool servers that the config trusts by name. One that cannot be used is told elsewhere. */
export async function extensionItems(
  { config }: Pick<LoadedConfig, 'config'>,
  place: Omit<ExtensionPlace, 'config'>,
): Promise<readonly TrustItem[]> {
  const { found } = await findExtensions(config.agent.trust, { ...place, config })
  return found.map((one) =>
    itemOf('extension', { name: extensionLabel(one), text: `From ${one.from}\n${one.text}` }, one.digest),
  )
}

/** Role texts and hooks in `.harness/`. One that cannot be read is not used either. */
export async function ownFileItems(repoRoot: string): Promise<readonly TrustItem[]> {
  const items: TrustItem[] = []
  for (const file of await roleFilesIn(`${repoRoot}/${roleFolder}`)) {
    const name = `${roleFolder}/${file}`
    const text = name.endsWith('.md') ? await textOf(repoRoot, name) : null
    if (text !== null) items.push(itemOf('role', { name, text }))
  }
  for (const hook of (await readableNamesIn(`${repoRoot}/${hookFolder}`)).toSorted()) {
    const name = hookFile(hook)
    const text = await textOf(repoRoot, name)
    // The mark also says if the file can be run.
    const mark = await hookMark(repoRoot, hook)
    if (text !== null && mark !== null) items.push(itemOf('hook', { name, text }, mark))
  }
  return items
}

const hookFolder = hookFile('').slice(0, -1)

const textOf = async (repoRoot: string, path: string): Promise<string | null> =>
  (await readInside(repoRoot, path).catch(() => null))?.toString('utf8') ?? null

/** One digest over all of it, whatever the order. */
export const contentDigest = (items: readonly TrustItem[]): string =>
  digestOf(JSON.stringify(items.map(({ kind, name, digest }) => [kind, name, digest]).toSorted()))

const filesOf: readonly TrustKind[] = ['script', 'role', 'hook', 'extension']

/** The digests of the files among the items, by their paths; of extensions, by what they are called. */
export const trustedFiles = (items: readonly TrustItem[]): TrustedFiles =>
  Object.fromEntries(
    items.filter(({ kind }) => filesOf.includes(kind)).map(({ name, digest }) => [name, digest]),
  )
