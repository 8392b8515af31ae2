/** Tells which command an action of GitHub stands for, if it proves something about a change. Pure. */
import { isObject } from '../../text/is-object.ts'

type Inputs = Readonly<Record<string, unknown>>

const input = (inputs: Inputs, name: string): string =>
  typeof inputs[name] === 'string' ? ` ${String(inputs[name])}` : ''

/** By the name of an action, what it runs. */
const known: readonly (readonly [RegExp, (inputs: Inputs) => string])[] = [
  [/^golangci\/golangci-lint-action$/, () => 'golangci-lint run'],
  [/^actions-rs\/cargo$/, (given) => `cargo${input(given, 'command')}${input(given, 'args')}`],
  [/^actions-rs\/clippy-check$/, (given) => `cargo clippy${input(given, 'args')}`],
  [/^embarkstudios\/cargo-deny-action$/, () => 'cargo deny check'],
  [/^bnjbvr\/cargo-machete$/, () => 'cargo machete'],
  [/^pre-commit\/action$/, () => 'pre-commit run --all-files'],
  [/^psf\/black$/, () => 'black --check .'],
  [/^isort\/isort-action$/, () => 'isort --check .'],
  [/\/ruff-action$/, (given) => `ruff${input(given, 'args') || ' check'}`],
  [/^crate-ci\/typos$/, () => 'typos'],
  [/^gradle\/gradle-build-action$/, (given) => `./gradlew${input(given, 'arguments')}`],
  [/^ludeeus\/action-shellcheck$/, () => 'shellcheck'],
  [/^codespell-project\/actions-codespell$/, () => 'codespell'],
]

const saysThatItProves = /lint|check|test|format|fmt|spell|lychee|tidy|zizmor/
const otherPurpose =
  /setup|set-up|install|checkout|cache|artifact|report|comment|label|summary|changed|publish|release|deploy|results|checks?-status|wait|skip|title|pull-?request/

/** Null if the step is no action, or none that is known to prove something. Some run a command that they are given. */
export function actionCommand(step: Inputs): string | null {
  if (typeof step.uses !== 'string' || /^(?:\.|\$|docker:)/.test(step.uses)) return null
  const [name = ''] = step.uses.toLowerCase().split('@')
  const inputs = isObject(step.with) ? step.with : {}
  const command = known.find(([action]) => action.test(name))?.[1]
  if (command !== undefined) return command(inputs)
  const given = inputs.run ?? (/retry/.test(name) ? inputs.command : undefined)
  if (typeof given === 'string') return given
  const own = name.split('/').slice(1).join('/')
  return saysThatItProves.test(own) && !otherPurpose.test(own) ? `uses: ${step.uses}` : null
}
