/** Owns what a list of files that an agent may write means. */

/** Never meant by a pattern: these are the harness's own. */
const ownFolder = '.harness/'

/**
 * An entry is a path, `*.md` for every file that ends so, or one that begins with two stars for all below folders of
 * the name that follows. `!` before a path takes it out of all others.
 */
export const mayWriteFile = (mayWrite: readonly string[], path: string): boolean =>
  !mayWrite.includes(`!${path}`) &&
  mayWrite.some((entry) => {
    if (entry.startsWith('**/')) return !isOwn(path) && `/${path}`.includes(entry.slice(2))
    if (entry.startsWith('*')) return !isOwn(path) && path.toLowerCase().endsWith(entry.slice(1))
    return entry === path
  })

const isOwn = (path: string): boolean => path.startsWith(ownFolder)
