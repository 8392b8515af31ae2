/** Makes the completion script for fish. */
import type { CommandSpec, Completes } from '../command.ts'
import { type CommandChoices, choicesOf, globalChoices, type OptionChoice, valueOptions } from './choices.ts'

export function fishScript(commands: readonly CommandSpec[]): string {
  const choices = choicesOf(commands)
  const noneYet = `not __fish_seen_subcommand_from ${choices.map((it) => it.name).join(' ')}`
  return `# Completion of harness for fish, made by: harness completion fish
function __harness_ids
    set -l words (commandline -opc)
    set -l repo
    for i in (seq (count $words))
        test $words[$i] = --repo; and set repo --repo $words[(math $i + 1)]
    end
    $words[1] completion --ids $argv $repo 2>/dev/null
end
function __harness_given
    set -l words (commandline -opc)
    set -e words[1]
    set -l skip 0
    set -l given
    for word in $words
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case ${valueOptions(choices).join(' ')}
                set skip 1
            case '-*'
            case '*'
                set -a given $word
        end
    end
    test (count $given) -gt 1; and printf '%s\\n' $given[2..]
end
complete -c harness -f
${choices.map(({ name, summary }) => `complete -c harness -n ${quoted(noneYet)} -a ${name} -d ${quoted(summary)}`).join('\n')}
${globalChoices.map((option) => optionLine(option, noneYet)).join('\n')}
complete -c harness -n ${quoted(noneYet)} -l version -d 'show the version'
${choices.flatMap(commandLines).join('\n')}
`
}

function commandLines({ name, options, args }: CommandChoices): readonly string[] {
  const here = `__fish_seen_subcommand_from ${name}`
  const offered = args.flatMap((completes, position) => (completes === null ? [] : [{ completes, position }]))
  const when = (position: number): string =>
    offered.length === 1 ? here : `${here}; and test (count (__harness_given)) -eq ${position}`
  return [
    ...options.map((option) => optionLine(option, here)),
    ...offered.map(
      ({ completes, position }) =>
        `complete -c harness -n ${quoted(when(position))} -a ${quoted(offering(completes))}`,
    ),
  ]
}

function optionLine({ short, long, summary, takesValue, completes }: OptionChoice, when: string): string {
  const names = `${short === null ? '' : `-s ${short.slice(1)} `}-l ${long.slice(2)}`
  const value = takesValue ? ` -x${completes === null ? '' : ` -a ${quoted(offering(completes))}`}` : ''
  return `complete -c harness -n ${quoted(when)} ${names}${value} -d ${quoted(summary)}`
}

/** Fish knows two escapes between single quotes. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`

function offering(completes: Completes): string {
  if (completes === 'folder') return '(__fish_complete_directories (commandline -ct))'
  if (completes === 'choice') return '(__harness_ids choice --of (__harness_given)[1])'
  if (typeof completes === 'string') return `(__harness_ids ${completes})`
  return completes.join(' ')
}
