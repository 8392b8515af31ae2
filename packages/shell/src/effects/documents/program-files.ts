/**
 * Reads a program of the target repository as text, with every file that it imports, and executes none of it. What was
 * read is what is trusted, and what is run later must be these bytes.
 */
import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { OwnProgram } from '@harness/core/kernel/event'
import { apiAlias } from './api-module.ts'

const inPackage = `${sep}node_modules${sep}`

/**
 * `file` is relative to the repository. Packages in node_modules are left out: who installs them trusts them. An import
 * whose name only shows when the program runs is not found here, and is refused when it is run.
 */
export async function readProgram(repoRoot: string, file: string): Promise<OwnProgram> {
  const { createJiti } = await import('jiti')
  const root = await realpath(repoRoot)
  const resolver = createJiti(join(root, file), { fsCache: false })
  const alias = apiAlias()
  const modules: Record<string, string> = {}
  const paths = [join(root, file)]
  for (const path of paths) {
    const text = await readFile(path, 'utf8')
    modules[path === paths[0] ? file : nameIn(root, path)] = text
    for (const name of importsIn(text)) {
      if (isBuiltin(name) || Object.hasOwn(alias, name)) continue
      const url = resolver.esmResolve(name, { parentURL: pathToFileURL(path).href, try: true })
      const target = url?.startsWith('file:') ? await realpath(fileURLToPath(url)).catch(() => null) : null
      if (target !== null && !target.includes(inPackage) && !paths.includes(target)) paths.push(target)
    }
  }
  return { file, modules }
}

const nameIn = (root: string, path: string): string => relative(root, path).split(sep).join('/')

/** A name in a comment or a text is found, too: one file too many is no harm. */
const importsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]+)\1/g)].map(([, , name = '']) => name)

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/** The text of each file, by its absolute path. */
export async function textsOf(
  repoRoot: string,
  { modules }: OwnProgram,
): Promise<Readonly<Record<string, string>>> {
  const root = await realpath(repoRoot)
  const entries = Object.entries(modules).map(async ([name, text]) => {
    const path = join(root, name)
    return [await realpath(path).catch(() => path), text] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The digest of each file, by its absolute path, for `checkedJiti`. */
export const digestsOf = async (
  repoRoot: string,
  program: OwnProgram,
): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    Object.entries(await textsOf(repoRoot, program)).map(([path, text]) => [path, digestOf(text)]),
  )
