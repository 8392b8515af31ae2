/** Splits arguments into words and options. It does not know which words and values a command accepts. */
import type { OptionSpec } from './command.ts'
import { globalOptions, helpOption, versionOption } from './global-options.ts'
import { flagsOf } from './option-flags.ts'

export type Said =
  | { readonly type: 'word'; readonly word: string; readonly index: number }
  /** The value is null if the option takes none, or if it is missing. */
  | { readonly type: 'option'; readonly option: OptionSpec; readonly value: string | null }
  | { readonly type: 'unknown'; readonly arg: string }

/** `options` are those of a command. The options of every command are known besides. */
export function scanArgs(args: readonly string[], options: readonly OptionSpec[]): readonly Said[] {
  const known = new Map([...byFlag(options), ...everywhere])
  const said: Said[] = []
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const index = args.length - rest.length - 1
    if (arg === '--') {
      said.push(...rest.map((word, after) => ({ type: 'word' as const, word, index: index + 1 + after })))
      break
    }
    if (isWord(arg)) {
      said.push({ type: 'word', word: arg, index })
      continue
    }
    const { flag, joined } = split(arg)
    const option = known.get(flag)
    if (option !== undefined && flagsOf(option).takesValue) {
      said.push({ type: 'option', option, value: joined ?? takeValue(rest) })
    } else if (option !== undefined && (joined === null || areFlags(flag, joined))) {
      said.push({ type: 'option', option, value: null })
      if (joined !== null) rest.unshift(`-${joined}`)
    } else {
      said.push({ type: 'unknown', arg })
    }
  }
  return said
}

const byFlag = (options: readonly OptionSpec[]): ReadonlyMap<string, OptionSpec> =>
  new Map(
    options.flatMap((option) => {
      const { short, long } = flagsOf(option)
      return [short, long].flatMap((flag) => (flag === null ? [] : [[flag, option] as const]))
    }),
  )

const everywhere = byFlag([...globalOptions, helpOption, versionOption])

/** A negative number is no option. */
const isWord = (arg: string): boolean =>
  !arg.startsWith('-') || arg === '-' || /^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(arg)

/** `--name=value`, and short flags as in `-mtext` and `-yf`. */
function split(arg: string): { readonly flag: string; readonly joined: string | null } {
  const isLong = arg.startsWith('--')
  const end = isLong ? arg.indexOf('=') : 2
  if (end === -1 || end === arg.length) return { flag: arg, joined: null }
  return { flag: arg.slice(0, end), joined: arg.slice(isLong ? end + 1 : end) }
}

/** True for `-y` and `f` of `-yf`. */
const areFlags = (flag: string, joined: string): boolean => !flag.startsWith('--') && /^\w/.test(joined)

/** A value may start with a dash. An option of every command is no value, so that a forgotten one is noticed. */
function takeValue(rest: string[]): string | null {
  const [value = null] = rest
  if (value === null || everywhere.has(value.startsWith('--') ? split(value).flag : value)) return null
  rest.shift()
  return value
}
