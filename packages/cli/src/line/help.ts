/** Owns what help looks like: the program's fits a screen and is grouped by what people do. */

import { wrapped } from '../terminal/text.ts'
import { type CommandContext, type CommandSpec, commandGroups } from './command.ts'
import { globalOptions, helpOption } from './global-options.ts'

type HelpContext = Pick<CommandContext, 'commands' | 'terminal' | 'version'>

export function programHelp({ commands, terminal, version }: HelpContext): string {
  const { strong, faint } = terminal.colours
  const lines = [
    `harness ${version} delivers planned work with coding agents, safe from any crash.`,
    `${strong('Usage:')} harness <command> [options]`,
    '',
  ]
  for (const group of commandGroups) {
    const own = commands.filter((command) => command.group === group)
    own
      .filter(({ seldom }) => seldom !== true)
      .forEach(({ name, summary }, index) => {
        lines.push(`${strong((index === 0 ? group : '').padEnd(9))}${name.padEnd(12)}${faint(summary)}`)
      })
    const also = own.filter(({ seldom }) => seldom === true).map(({ name }) => name)
    for (const names of alsoLines(also)) lines.push(`${''.padEnd(9)}${names}`)
  }
  lines.push(
    `${strong('Options')}  --repo <dir>, --json, --debug, --help, --version, NO_COLOR, ACCESSIBLE`,
    `${strong('Begin')}    harness demo, then harness init. Each command: harness <command> --help`,
  )
  return `${lines.join('\n')}\n`
}

/** Names between commas; a line ends with a name. */
const alsoLines = (names: readonly string[]): readonly string[] =>
  wrapped(names.join(', '), 71).map((line) => line.replace(/,$/, ''))

/** Columns that a text beside its option needs. */
const leastText = 52

export function commandHelp(spec: CommandSpec, { terminal }: HelpContext): string {
  const { strong } = terminal.colours
  const shown = spec.options.filter((option) => option.hidden !== true)
  const usage = ['harness', spec.name, ...spec.args.map(usageOf), '[options]'].join(' ')
  const columns = Math.min(80, terminal.columns())
  const rows = (entries: readonly (readonly [string, string])[]): string[] => {
    const width = Math.max(...entries.map(([left]) => left.length)) + 2
    // On a narrow terminal the text is below, not beside.
    if (columns - width < leastText)
      return entries.flatMap(([left, right]) => [
        `  ${left}`,
        ...wrapped(right, columns - 6).map((line) => `      ${line}`),
      ])
    return entries.flatMap(([left, right]) => {
      const [first = '', ...more] = wrapped(right, columns - 2 - width)
      return [`  ${left.padEnd(width)}${first}`, ...more.map((line) => `  ${''.padEnd(width)}${line}`)]
    })
  }
  const section = (title: string, entries: readonly (readonly [string, string])[]): string[] =>
    entries.length === 0 ? [] : ['', strong(title), ...rows(entries)]
  return `${[
    `${strong('Usage:')} ${usage}`,
    '',
    ...wrapped(`${sentence(spec.summary)} ${spec.description}`, columns),
    ...section(
      'Arguments',
      spec.args.map(({ name, summary }) => [name, summary]),
    ),
    ...section(
      'Options',
      [...shown, ...globalOptions, helpOption].map(({ flags, summary }) => [flags, summary]),
    ),
    '',
    strong('Examples'),
    ...spec.examples.flatMap(({ run, does }) => [`  ${run}`, `      ${does}`]),
  ].join('\n')}\n`
}

const usageOf = ({ name, required }: CommandSpec['args'][number]): string =>
  required ? `<${name}>` : `[${name}]`

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
