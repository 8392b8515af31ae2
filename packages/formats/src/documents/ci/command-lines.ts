/** Splits a script of a CI into its commands. A command in a folder says so: `cd web && npm test`. Pure. */

/** `folder` is where the script starts; empty for the top of the repository. */
export function commandLines(script: string, folder = ''): readonly string[] {
  let here = folder
  return script
    .replace(/\\\r?\n\s*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .flatMap((line) => {
      if (line === '' || line.startsWith('#')) return []
      const [, target] = /^(?:cd|pushd) ["']?([^\s"'&|;]+)["']?$/.exec(line) ?? []
      if (target === undefined) return [here === '' ? line : `cd ${here} && ${line}`]
      here = folderFrom(here, target)
      return []
    })
}

/** Where `cd` leads, as far as the repository goes. */
export function folderFrom(here: string, target: string): string {
  if (target === '-' || /^[~/]/.test(target)) return target === '-' ? '' : target
  const parts = here === '' ? [] : here.split('/')
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
