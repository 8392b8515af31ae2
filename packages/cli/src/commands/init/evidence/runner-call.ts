/** Tells which targets a command line asks a runner of tasks for, such as make, just, Maven or Composer. Pure. */

export interface RunnerCall {
  /** How the targets are named elsewhere: `make`, `hatch run`. */
  readonly runner: string
  readonly targets: readonly string[]
}

interface Runner {
  readonly calledAs: RegExp
  readonly runner: string
  /** Every word is a target; otherwise only the first is, and the others are its arguments. */
  readonly takesMany: boolean
}

const many = (calledAs: RegExp, runner: string): Runner => ({ calledAs, runner, takesMany: true })
const one = (calledAs: RegExp, runner: string): Runner => ({ calledAs, runner, takesMany: false })

const runners: readonly Runner[] = [
  many(/^make(?= )/, 'make'),
  many(/^just(?= )/, 'just'),
  many(/^(?:go-)?task(?= )/, 'task'),
  many(/^(?:\.\/)?mvnw?(?= )/, 'mvn'),
  many(/^(?:\.\/)?gradlew?(?= )/, 'gradle'),
  many(/^(?:bundle exec )?(?:bin\/)?rake(?= )/, 'rake'),
  many(/^sbt(?= )/, 'sbt'),
  one(/^deno task(?= )/, 'deno task'),
  one(/^hatch run(?= )/, 'hatch run'),
  one(/^pdm run(?= )/, 'pdm run'),
  one(/^pixi run(?= )/, 'pixi run'),
  one(/^mise run(?= )/, 'mise run'),
  one(/^(?:(?:uv|poetry|pdm) run )?poe(?= )/, 'poe'),
  one(/^composer(?: run(?:-script)?)?(?= )/, 'composer'),
]

/** Options whose value is a word of its own. */
const withValue =
  /^(?:-f|--file|--justfile|-t|--taskfile|-pl|--projects|-P|--activate-profiles|-p|--project|-e|--env|-x|--exclude-task|-C|--directory|-d|--dir)$/

/** Null if no such program is called, or it is called without a target. */
export function runnerCall(command: string): RunnerCall | null {
  for (const { calledAs, runner, takesMany } of runners) {
    const [program] = calledAs.exec(command) ?? []
    if (program === undefined) continue
    const words = command.slice(program.length).trim().split(/\s+/)
    const named = words.filter((word, index) => {
      const isValue = withValue.test(words[index - 1] ?? '') || /^\d+$/.test(word)
      return !isValue && !/^[-+'"$]/.test(word) && !/^[A-Za-z_]\w*=/.test(word)
    })
    const targets = takesMany ? named : named.slice(0, 1)
    return targets.length === 0 ? null : { runner, targets }
  }
  return null
}
