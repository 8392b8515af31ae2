/**
 * Tells what a line of `lanes.setup` reads of the tree that it runs in. A command that is not known to read only what it
 * names may read all: then what it makes belongs to that tree alone.
 */
import { folderIn, type SimpleCommand, simpleCommands } from './shell-words.ts'

export type SetUpStep =
  /** Files or folders, relative to the top. */
  | { readonly kind: 'reads'; readonly paths: readonly string[] }
  | { readonly kind: 'script'; readonly path: string; readonly folder: string; readonly isSourced: boolean }
  | { readonly kind: 'package script'; readonly name: string; readonly folder: string }
  /** Packages are installed, and the scripts that their manifests name for that run. */
  | { readonly kind: 'packages'; readonly folder: string }
  | { readonly kind: 'requirements'; readonly path: string }
  /** A program that an installed package brings. */
  | { readonly kind: 'tool'; readonly folder: string }
  | { readonly kind: 'unknown' }

const unknown: readonly SetUpStep[] = [{ kind: 'unknown' }]
const nothing: readonly SetUpStep[] = []

/** `folder` is the working folder of the line: '' is the top. */
export function setUpSteps(line: string, folder: string): readonly SetUpStep[] {
  const text = withoutComments(line)
  // What follows such a word is no command: a loop over words, a choice, a text.
  if (text === null || /<<|\b(?:for|case|select|function|alias|trap|eval)\b/.test(text)) return unknown
  return simpleCommands(text, folder).flatMap(stepsOf)
}

/** Null if a comment cannot be told from a quoted text. */
function withoutComments(text: string): string | null {
  const lines = text.split('\n').map((line) => {
    if (/^\s*#/.test(line)) return ''
    const at = line.search(/\s#/)
    if (at === -1) return line
    return /['"\\]/.test(line) ? null : line.slice(0, at)
  })
  return lines.includes(null) ? null : lines.join('\n')
}

const prefixes: ReadonlySet<string> = new Set(
  '! { } if then else elif fi do done while until time exec env nice nohup command export $'.split(' '),
)
/** Variables that decide which programs run, or what these load. */
const steering =
  /^(?:PATH|ENV|BASH_ENV|SHELL|IFS|CDPATH|NODE_.*|LD_.*|PYTHON.*|RUBY.*|PERL.*|GIT_.*|npm_config_.*|NPM_CONFIG_.*|YARN_.*|PIP_.*)=/
const assignment = /^\w+=/

function stepsOf({ words, folder }: SimpleCommand): readonly SetUpStep[] {
  if (folder === null) return unknown
  const inner = words.flatMap((word) => substituted(word, folder))
  const start = words.findIndex((word) => !prefixes.has(word) && !assignment.test(word))
  const before = start === -1 ? words : words.slice(0, start)
  if (
    words[0] === 'export'
      ? words.some((word) => steering.test(word))
      : before.some((word) => steering.test(word))
  )
    return unknown
  if (start === -1) return inner
  return [...inner, ...commandSteps(words[start] ?? '', words.slice(start + 1), folder)]
}

/** The commands in a quoted `$(…)`. Others are commands of their own already. */
function substituted(word: string, folder: string): readonly SetUpStep[] {
  if (!word.includes('$(') && !word.includes('`')) return nothing
  const rest = word.replace(/\$\([^()`]*\)/g, '')
  if (/\$\(|`/.test(rest)) return unknown
  return [...word.matchAll(/\$\(([^()`]*)\)/g)].flatMap(([, line = '']) => setUpSteps(line, folder))
}

const quiet: ReadonlySet<string> = new Set(
  'mkdir touch echo printf true false : cd pushd popd exit set unset umask sleep wait pwd rm rmdir chmod date id uname corepack'.split(
    ' ',
  ),
)
const readers: ReadonlySet<string> = new Set(
  'cat cp mv head tail cut sort uniq wc diff cmp sha256sum md5sum tee'.split(' '),
)
const shells = /^(?:ba|da|z|k)?sh$/
const tools: ReadonlySet<string> = new Set(['husky', 'patch-package', 'lefthook', 'only-allow', 'is-ci'])

function commandSteps(program: string, args: readonly string[], folder: string): readonly SetUpStep[] {
  if (quiet.has(program)) return nothing
  if (readers.has(program)) return readsOf(args, folder)
  if (program === 'ln') return args.some((word) => /^-\w*s/.test(word)) ? nothing : readsOf(args, folder)
  if (program === 'test' || program === '[' || program === '[[') return tested(args, folder)
  if (program === '.' || program === 'source') return script(args[0] ?? '', folder, true)
  if (shells.test(program)) return shellSteps(args, folder)
  if (program.includes('/')) return script(program, folder, false)
  if (tools.has(program))
    return args.every((word) => /^\w+$/.test(word)) ? [{ kind: 'tool', folder }] : unknown
  if (program === 'npx') return npx(args, folder)
  if (program in managers) return packageSteps(program, args, folder)
  if (/^python[\d.]*$/.test(program) && args[0] === '-m') return moduleSteps(args.slice(1), folder)
  if (/^pip[\d.]*$/.test(program)) return pipSteps(args, folder)
  return isHarmless(`${program} ${args.join(' ')}`) ? nothing : unknown
}

const isHarmless = (call: string): boolean =>
  /^(?:git submodule (?:update|init|sync)\b(?!.* -c )|go mod download$|cargo fetch(?: --locked)?$)/.test(call)

/** Paths that are hidden behind a pattern or a variable may be any. */
function readsOf(args: readonly string[], folder: string): readonly SetUpStep[] {
  if (args.some((word) => /^-.*=/.test(word))) return unknown
  const paths: string[] = []
  for (const word of args.filter((one) => !one.startsWith('-') && !one.startsWith('/'))) {
    const path = /[$*?[{~`]/.test(word) ? null : folderIn(folder, word)
    if (path === null || path === '') return unknown
    paths.push(path)
  }
  return [{ kind: 'reads', paths }]
}

function tested(args: readonly string[], folder: string): readonly SetUpStep[] {
  const asksForFiles = args.some((word) => /^-(?:[a-hkprstuwxGLNOS]|nt|ot|ef)$/.test(word))
  return asksForFiles
    ? readsOf(
        args.filter((word) => !/^(?:\]\]?|!|=|!=|==)$/.test(word)),
        folder,
      )
    : nothing
}

function script(word: string, folder: string, isSourced: boolean): readonly SetUpStep[] {
  const path = /[$*?[{~`]/.test(word) ? null : folderIn(folder, word)
  return path === null || path === '' ? unknown : [{ kind: 'script', path, folder, isSourced }]
}

function shellSteps(args: readonly string[], folder: string): readonly SetUpStep[] {
  const at = args.findIndex((word) => !/^-[eux]+$/.test(word))
  const [first = '', second] = args.slice(at === -1 ? args.length : at)
  if (/^-[eux]*c$/.test(first)) return second === undefined ? unknown : setUpSteps(second, folder)
  return first === '' || first.startsWith('-') ? unknown : script(first, folder, false)
}

function npx(args: readonly string[], folder: string): readonly SetUpStep[] {
  const [tool = '', ...rest] = args.filter((word) => !/^(?:--no-install|--no|--yes|-y)$/.test(word))
  return tools.has(tool) && rest.every((word) => /^\w+$/.test(word)) ? [{ kind: 'tool', folder }] : unknown
}

/** How each manager calls an installation. */
const managers: Readonly<Record<string, RegExp>> = {
  npm: /^(?:ci|install|i|clean-install)$/,
  pnpm: /^(?:install|i)$/,
  yarn: /^install$/,
  bun: /^(?:install|i)$/,
}
const elsewhere =
  /^(?:--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F|--userconfig|--globalconfig|--script-shell|--node-options|--config|-c)(?:=|$)/

function packageSteps(program: string, args: readonly string[], folder: string): readonly SetUpStep[] {
  const [verb = 'install', ...rest] = args.filter((word) => !word.startsWith('-'))
  if (args.some((word) => elsewhere.test(word) || word.includes('$'))) return unknown
  if (verb === 'run' || verb === 'run-script') {
    const [name] = rest
    return name === undefined || /[*/]/.test(name) ? unknown : [{ kind: 'package script', name, folder }]
  }
  const isInstall = managers[program]?.test(verb) === true && !(program === 'npm' && args.length === 0)
  // A package may be a folder of the tree.
  return isInstall &&
    rest.every((word) => /^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.^~-]+)?$/.test(word) && !word.startsWith('.'))
    ? [{ kind: 'packages', folder }]
    : unknown
}

function moduleSteps([name, ...args]: readonly string[], folder: string): readonly SetUpStep[] {
  if (name === 'pip') return pipSteps(args, folder)
  return name === 'venv' || name === 'ensurepip' ? nothing : unknown
}

function pipSteps([verb, ...args]: readonly string[], folder: string): readonly SetUpStep[] {
  if (verb !== 'install') return unknown
  return args.flatMap((word, index): readonly SetUpStep[] => {
    if (args[index - 1] === '-r') {
      const path = word.includes('$') ? null : folderIn(folder, word)
      return path === null ? unknown : [{ kind: 'requirements', path }]
    }
    const isPlain = /^(?:-r|-q|-U|--upgrade|--quiet|--no-deps|--require-hashes|--no-cache-dir|--user)$/.test(
      word,
    )
    return isPlain || /^[A-Za-z0-9][\w-]*(?:\[[\w,-]+\])?(?:[=<>!~]=?[\w.*]+)?$/.test(word)
      ? nothing
      : unknown
  })
}
