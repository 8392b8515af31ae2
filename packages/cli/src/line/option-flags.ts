/** Reads the flags of an option: `-m, --message <text>`. */

export interface OptionFlags {
  /** `-m`; null if it has none. */
  readonly short: string | null
  readonly long: string
  readonly takesValue: boolean
}

export function flagsOf({ flags }: { readonly flags: string }): OptionFlags {
  const names = flags.split(/,\s*|\s+/)
  return {
    short: names.find((name) => /^-[^-]/.test(name)) ?? null,
    long: names.find((name) => name.startsWith('--')) ?? '',
    takesValue: flags.includes('<'),
  }
}

/** The key of an option among those given: `olderThan` for `--older-than` or `older-than`. */
export const optionKey = (name: string): string =>
  name.replace(/^--/, '').replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
