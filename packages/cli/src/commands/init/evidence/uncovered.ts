/** Finds what the CI runs that no check covers: there a change can pass here and fail there. Pure. */
import type { CiCommand } from '@harness/formats/documents/ci/ci-command'
import type { FoundCheck } from './evidence.ts'
import type { Scripts } from './node-scripts.ts'
import type { Proof } from './proof.ts'
import { allProofs, proofsIn, proves } from './proof-commands.ts'

export interface Uncovered {
  readonly run: string
  /** The jobs that run it. */
  readonly from: readonly string[]
}

export function uncovered(
  ci: readonly CiCommand[],
  checks: readonly Pick<FoundCheck, 'run'>[],
  scripts: Scripts,
  toxCommands: readonly string[],
  hooks: readonly string[],
  paths: ReadonlySet<string>,
): readonly Uncovered[] {
  const own = allProofs(
    checks.map(({ run }) => run),
    scripts,
    paths,
  )
  const all = [...own, ...hooks.map((what) => ({ what, options: [] }))]
  const found = new Map<string, string[]>()
  for (const { run, from } of ci) {
    const missing = proofsIn(run, scripts, paths).some(
      (proof) => !isCovered(proof, all, scripts, toxCommands),
    )
    if (!missing) continue
    const jobs = found.get(run) ?? []
    found.set(run, jobs.includes(from) ? jobs : [...jobs, from])
  }
  return [...found].map(([run, from]) => ({ run, from }))
}

function isCovered(
  proof: Proof,
  all: readonly Proof[],
  scripts: Scripts,
  toxCommands: readonly string[],
  above: readonly string[] = [],
): boolean {
  if (proves(all, proof)) return true
  // `tox` alone runs the tests that a check runs without it.
  if (proof.what === 'tox' && proof.options.every((option) => /^-e (?:py.*)?$/.test(option)))
    return toxCommands.flatMap((line) => proofsIn(line, {})).some((one) => proves(all, one))
  const [, script] = /^script:(.+)$/.exec(proof.what) ?? []
  if (script === undefined || above.includes(script)) return false
  // A script proves no more than what it runs: tests with a measure of coverage around them are the tests.
  const inside = proofsIn(scripts[script] ?? '', scripts)
  return (
    inside.length > 0 && inside.every((one) => isCovered(one, all, scripts, toxCommands, [...above, script]))
  )
}
