/** Makes the completion script for zsh: to be put into a folder of $fpath as _harness, or evaluated. */
import type { CommandSpec, Completes } from '../command.ts'
import {
  type CommandChoices,
  choicesOf,
  globalChoices,
  namesOf,
  type OptionChoice,
  valueOptions,
} from './choices.ts'

export function zshScript(commands: readonly CommandSpec[]): string {
  const choices = choicesOf(commands)
  return `#compdef harness
# Completion of harness for zsh, made by: harness completion zsh
_harness_ids() {
  local -a ids
  ids=(\${(f)"$("\${words[1]}" completion --ids "$1" \${2:+--of} \${2:+"$2"} \${repo:+--repo} \${repo:+"$repo"} 2>/dev/null)"})
  (( \${#ids} )) && compadd -- $ids
}
_harness() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}"
  local command='' first='' repo='' word
  local -i position=0 skip=0 i
  for (( i = 2; i < CURRENT; i++ )); do
    word="\${words[i]}"
    if (( skip )); then
      skip=0
      continue
    fi
    case "$word" in
      --repo) skip=1; repo="\${words[i+1]}" ;;
      ${valueOptions(choices).join('|')}) skip=1 ;;
      -*) ;;
      *)
        if [[ -z $command ]]; then
          command="$word"
        else
          if (( position == 0 )); then first="$word"; fi
          position+=1
        fi
        ;;
    esac
  done
  local -a offers
  case "$command $prev" in
${choices.flatMap(valueCases).join('\n')}
${globalChoices.flatMap(({ long, completes }) => (completes === null ? [] : [`    *' ${long}') ${offering(completes)}; return ;;`])).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case "$command" in
${choices.map((it) => `      ${it.name}) offers=(${it.options.flatMap(described).join(' ')}) ;;`).join('\n')}
      *) offers=(${[...globalChoices.flatMap(described), `'--help:show help'`, `'--version:show the version'`].join(' ')}) ;;
    esac
    _describe -o option offers
    return
  fi
  case "$command $position" in
    ' 0') offers=(${choices.map(({ name, summary }) => quoted(`${name}:${summary.replaceAll(':', '\\:')}`)).join(' ')}); _describe command offers ;;
${choices.flatMap(argumentCases).join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _harness ]]; then
  _harness "$@"
else
  compdef _harness harness
fi
`
}

const valueCases = ({ name, options }: CommandChoices): readonly string[] =>
  options
    .filter((option) => option.takesValue && !globalChoices.some(({ long }) => long === option.long))
    .flatMap((option) =>
      namesOf(option).map((flag) => `    '${name} ${flag}') ${offering(option.completes)}; return ;;`),
    )

const argumentCases = ({ name, args }: CommandChoices): readonly string[] =>
  args.flatMap((completes, index) =>
    completes === null ? [] : [`    '${name} ${index}') ${offering(completes)} ;;`],
  )

const described = (option: OptionChoice): readonly string[] =>
  namesOf(option).map((name) => quoted(`${name}:${option.summary.replaceAll(':', '\\:')}`))

/** A literal word: single quotes within are put outside the quotes for a moment. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function offering(completes: Completes | null): string {
  if (completes === null) return '_message value'
  if (completes === 'folder') return '_files -/'
  if (completes === 'choice') return '_harness_ids choice "$first"'
  if (typeof completes === 'string') return `_harness_ids ${completes}`
  return `compadd -- ${completes.join(' ')}`
}
