/** Tries the checks that init found in a fresh lane, and shows what came of it. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { durationText } from '@harness/formats/text/amounts'
import { type TrialOutcome, type TriedCheck, tryChecks } from '@harness/shell/engine/trial/try-checks'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { CommandContext } from '../../line/command.ts'
import { openLiveLine } from '../../terminal/live-line.ts'
import type { FoundWork } from './find-work.ts'

const shownLines = 12
const shownOfSetUp = 20

export interface Tried {
  readonly outcome: TrialOutcome
  /** As found, or with a build in front of a test that needs one. */
  readonly work: FoundWork
}

export async function tryWork(
  context: CommandContext,
  root: string,
  work: FoundWork,
  configOf: (work: FoundWork) => HarnessConfig,
): Promise<Tried> {
  const outcome = await tryOnce(context, root, configOf(work))
  const built = outcome.type === 'tried' ? buildFirst(work, outcome.results) : null
  if (built === null || outcome.type !== 'tried') return { outcome, work }
  context.terminal.note(`${built.name} fails alone, so it is tried again after ${built.build}.`)
  const config = configOf(built.work)
  const again = await tryOnce(context, root, {
    ...config,
    checks: config.checks.filter(({ name }) => name === built.name),
  })
  const [result] = again.type === 'tried' ? again.results : []
  if (result?.passed !== true) return { outcome, work }
  const results = outcome.results.filter(({ check }) => check !== built.build && check !== built.name)
  return { outcome: { type: 'tried', results: [...results, result] }, work: built.work }
}

async function tryOnce(context: CommandContext, root: string, config: HarnessConfig): Promise<TrialOutcome> {
  const { terminal, env, rolesDir, json } = context
  const cancel = new AbortController()
  let stoppedBy: NodeJS.Signals = 'SIGINT'
  const listenNoMore = context.onSignal((signal) => {
    stoppedBy = signal
    cancel.abort()
  })
  const { faint, good, bad } = terminal.colours
  const live = terminal.canRepaint && !json ? openLiveLine(terminal.output, terminal.columns, faint) : null
  if (!json)
    terminal.print(`Trying the checks once in a fresh clone of ${config.baseBranch} (Ctrl-C skips this) …`)
  try {
    const outcome = await tryChecks({
      repoRoot: root,
      config,
      environment: env,
      rolesDir,
      signal: cancel.signal,
      onStart: (what) => live?.show(`  running ${what} …`),
      onResult: (result) => {
        live?.clear()
        if (json) return
        const word = result.passed ? good('passed') : bad('failed')
        const how = result.passed ? '' : `, ${result.how}`
        terminal.print(`  ${word}  ${result.check} in ${durationText(result.durationMs)}${how}`)
      },
    })
    return cancel.signal.aborted ? stopped(stoppedBy) : outcome
  } catch (error) {
    if (cancel.signal.aborted) return stopped(stoppedBy)
    throw error
  } finally {
    live?.clear()
    listenNoMore()
  }
}

/** Ctrl-C skips the trial, as was said. Any other signal is meant for the whole command. */
function stopped(signal: NodeJS.Signals): TrialOutcome {
  if (signal === 'SIGINT') return { type: 'untried', why: 'you stopped it', next: null }
  throw new UserError('interrupted', `${signal} ended it while it tried the checks; nothing was written.`, {
    next: 'Give the same command again, or leave out the trial: harness init --no-trial',
    exitCode: exitCode.interrupted,
  })
}

/** A test that fails while the build passes may need what the build makes. */
function buildFirst(work: FoundWork, results: readonly TriedCheck[]) {
  const passes = (name: string): boolean => results.some(({ check, passed }) => check === name && passed)
  const build = work.checks.find(({ name }) => name === 'build' && passes(name))
  const test = work.checks.find(({ name }) => /^(?:test|unit)$/.test(name) && !passes(name))
  if (build === undefined || test === undefined) return null
  const chained = {
    ...test,
    run: `${build.run} && ${test.run}`,
    from: `${test.from}; it fails without the build`,
  }
  const checks = work.checks
    .filter((check) => check !== build)
    .map((check) => (check === test ? chained : check))
  return { name: test.name, build: build.name, work: { ...work, checks } }
}

/** What the operator has to know about it. */
export function showTrial({ terminal }: Pick<CommandContext, 'terminal'>, outcome: TrialOutcome): void {
  const { bad, warn } = terminal.colours
  if (outcome.type !== 'tried') {
    const told =
      outcome.type === 'impossible'
        ? bad('\nYour checks cannot run in a fresh clone: ')
        : warn('The checks were not tried: ')
    const [why = '', how, ...output] = stripControl(outcome.why).trimEnd().split('\n')
    terminal.print(
      [`${told}${why}`, ...(how === undefined ? [] : [how]), ...output.slice(-shownOfSetUp)].join('\n  '),
    )
    if (outcome.type === 'impossible' && outcome.log !== null) terminal.print(`  whole log: ${outcome.log}`)
    if (outcome.next !== null) terminal.print(`next: ${stripControl(outcome.next)}`)
    return
  }
  for (const { check, run, how, tail, log } of outcome.results.filter(({ passed }) => !passed)) {
    terminal.print(bad(`\nYour check ${check} fails in a fresh clone: ${stripControl(how)}`))
    terminal.print(`  $ ${stripControl(run)}`)
    const lines = stripControl(tail).trimEnd().split('\n').slice(-shownLines)
    terminal.print(lines.map((line) => `  ${line}`).join('\n'))
    if (log !== null) terminal.print(`  whole log: ${log}`)
  }
}
