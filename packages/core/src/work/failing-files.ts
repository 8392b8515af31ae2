/** Finds the files that the output of failed checks names. Whether they may be used is the path validator's to say. */

/** A path with an extension: with a folder in it, or with a line number behind it. */
const named =
  /(?<![\w.@%+/\\:-])((?:file:\/\/)?(?:[A-Za-z]:)?[\w.@+/\\[\]-]{1,300}\.[A-Za-z]\w{0,9})(?=$|[\s:,;)("'`\]>|])(:\d+|\(\d+,|", line \d+)?/gm

/** Installed code and that of the system: no fix belongs there. */
const foreign =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|\.venv|\.cargo)[\\/]|^\/(?:usr|lib|opt|nix|snap)\//

/**
 * In the order of their first appearance, each once. Checks run in folders of their own and print whole paths: one that
 * ends as one of the `known` files does is that file.
 */
export function failingFilesIn(output: string, known: readonly string[] = []): readonly string[] {
  const files = [...output.matchAll(named)].flatMap(([, written = '', line]) => {
    const path = written.replace(/^file:\/\//, '').replace(/^\.\//, '')
    const isPath = /[\\/]/.test(path) || (line !== undefined && path.includes('.'))
    return isPath && !foreign.test(path) ? [inRepository(path, known)] : []
  })
  return [...new Set(files)]
}

function inRepository(path: string, known: readonly string[]): string {
  const isWhole = /^(?:\/|[A-Za-z]:)/.test(path)
  const ends = known.filter((one) => isWhole && path.replaceAll('\\', '/').endsWith(`/${one}`))
  return ends.reduce((longest, one) => (one.length > longest.length ? one : longest), ends[0] ?? path)
}
