/** A skill, a slash command or a tool server that the config trusts by name, as it was found. */
import { createHash } from 'node:crypto'
import type { DescribedServer } from '@harness/formats/documents/extensions/tool-server'

export type ExtensionKind = 'skill' | 'command' | 'server'

export interface Extension {
  readonly kind: ExtensionKind
  readonly name: string
  /** The place of its files: a path in the repository, or one that begins with `~/`. */
  readonly from: string
  readonly digest: string
  /** SKILL.md, the command's text, or the server's entry without secret values: what people are shown of it. */
  readonly text: string
  /** By their names in the folder that agents see; none of a server. */
  readonly files: ExtensionFiles
  /** Null if it is no server. The operator's own is without its values: each call reads it again. */
  readonly server: DescribedServer | null
}

export type ExtensionFiles = Readonly<Record<string, ExtensionFile>>

export interface ExtensionFile {
  readonly bytes: Buffer
  readonly isProgram: boolean
}

/** In which a repository describes its tool servers. */
export const mcpFile = '.mcp.json'

/** By which a run records it and people speak of it. */
export const extensionLabel = ({ kind, name }: Pick<Extension, 'kind' | 'name'>): string =>
  `${kind === 'server' ? 'tool server' : kind} ${name}`

/** Over the names, the rights and the bytes of all files, in the order of their names. */
export function digestOfFiles(files: ExtensionFiles): string {
  const hash = createHash('sha256')
  for (const name of Object.keys(files).toSorted()) {
    const file = files[name]
    if (file === undefined) continue
    hash.update(`${JSON.stringify(name)} ${file.isProgram ? 'program' : 'file'} ${file.bytes.length}\n`)
    hash.update(file.bytes)
  }
  return hash.digest('hex')
}

export const digestOfServer = (server: DescribedServer): string =>
  createHash('sha256').update(JSON.stringify(server)).digest('hex')
