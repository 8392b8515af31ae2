/** Reads the scripts of a package.json. What cannot be read has none: nothing depends on it. */
export interface PackageScript {
  readonly name: string
  readonly run: string
}

export function packageScripts(text: string): readonly PackageScript[] {
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
  } catch {
    return []
  }
  const { scripts } = (manifest ?? {}) as { readonly scripts?: unknown }
  if (typeof scripts !== 'object' || scripts === null) return []
  return Object.entries(scripts).flatMap(([name, run]) => (typeof run === 'string' ? [{ name, run }] : []))
}
