/** Makes a loader that runs files of the repository only if they are the bytes that were read before. */
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import type { Jiti } from 'jiti'
import { apiAlias, apiFolder } from './api-module.ts'
import { digestOf } from './program-files.ts'

/**
 * `digests` are those of `digestsOf`. Loading another file of the repository throws. Packages in node_modules and the
 * harness's own files are loaded as they are, and so is CommonJS, which jiti hands to Node unchanged.
 */
export async function checkedJiti(
  path: string,
  digests: Readonly<Record<string, string>>,
  moduleCache: boolean,
): Promise<Jiti> {
  const { createJiti } = await import('jiti')
  const alias = apiAlias()
  const plain = createJiti(path, { fsCache: false, alias })
  const ours = apiFolder()
  const isChecked = (file: string): boolean =>
    !file.includes(`${sep}node_modules${sep}`) && (ours === null || !file.startsWith(ours + sep))
  return createJiti(path, {
    fsCache: false,
    moduleCache,
    alias,
    transform: (options) => {
      const file = realpathSync(options.filename ?? path)
      if (isChecked(file) && digests[file] !== digestOf(options.source))
        throw new Error(Object.hasOwn(digests, file) ? changedWhile(file) : unseen(file))
      return { code: plain.transform(options) }
    },
  })
}

/** `file` takes part in the text, so that the thread of `programValue` can say the same. */
export const changedWhile = (file: string): string =>
  `${file} changed while it was loaded; give the command again`

export const unseen = (file: string): string =>
  `it loads ${file}, which only shows when it runs; import that file by its plain name`
