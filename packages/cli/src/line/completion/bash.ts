/** Makes the completion script for bash 3.2 and later; needs nothing but bash itself. */
import type { CommandSpec, Completes } from '../command.ts'
import { type CommandChoices, choicesOf, globalChoices, namesOf, valueOptions } from './choices.ts'

export function bashScript(commands: readonly CommandSpec[]): string {
  const choices = choicesOf(commands)
  return `# Completion of harness for bash, made by: harness completion bash
_harness_ids() {
  "\${COMP_WORDS[0]}" completion --ids "$1" \${2:+--of "$2"} \${repo:+--repo "$repo"} 2>/dev/null
}
_harness() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local command='' first='' position=0 skip=0 repo='' offer='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if ((skip)); then
      skip=0
      continue
    fi
    case "$word" in
      --repo) skip=1; repo="\${COMP_WORDS[i+1]}" ;;
      ${valueOptions(choices)
        .filter((flag) => flag !== '--repo')
        .join('|')}) skip=1 ;;
      -*) ;;
      *)
        if [[ -z $command ]]; then
          command="$word"
        else
          if ((position == 0)); then first="$word"; fi
          position=$((position + 1))
        fi
        ;;
    esac
  done
  case "$command $prev" in
${choices.flatMap(valueCases).join('\n')}
${globalChoices.flatMap(({ long, completes }) => (completes === null ? [] : [`    *' ${long}') ${offering(completes)} ;;`])).join('\n')}
    *)
      if [[ $cur == -* ]]; then
        case "$command" in
${choices.map((it) => `          ${it.name}) offer='${it.options.flatMap(namesOf).join(' ')}' ;;`).join('\n')}
          *) offer='${[...globalChoices.flatMap(namesOf), '--help', '--version'].join(' ')}' ;;
        esac
      else
        case "$command $position" in
          ' 0') offer='${choices.map((it) => it.name).join(' ')}' ;;
${choices.flatMap(argumentCases).join('\n')}
        esac
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$offer" -- "$cur"))
}
complete -F _harness harness
`
}

const valueCases = ({ name, options }: CommandChoices): readonly string[] =>
  options
    .filter((option) => !globalChoices.some(({ long }) => long === option.long))
    .flatMap((option) =>
      option.takesValue
        ? namesOf(option).map(
            (flag) =>
              `    '${name} ${flag}') ${option.completes === null ? 'return' : offering(option.completes)} ;;`,
          )
        : [],
    )

const argumentCases = ({ name, args }: CommandChoices): readonly string[] =>
  args.flatMap((completes, index) =>
    completes === null ? [] : [`          '${name} ${index}') ${offering(completes)} ;;`],
  )

function offering(completes: Completes): string {
  if (completes === 'folder') return 'COMPREPLY=($(compgen -d -- "$cur")); return'
  if (completes === 'choice') return 'offer="$(_harness_ids choice "$first")"'
  if (typeof completes === 'string') return `offer="$(_harness_ids ${completes})"`
  return `offer='${completes.join(' ')}'`
}
