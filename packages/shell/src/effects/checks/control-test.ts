/**
 * Runs the control test of a check in a layer of its own: it must fail. If it passes, the product keeps tests from failing,
 * and what the check showed proves nothing.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import { type ControlPlan, planControl } from '@harness/core/work/control-test'
import { withBlobs } from '../../machine/git/blobs.ts'
import { gitOk } from '../../machine/git/git.ts'
import { pathText } from '../../machine/git/path-text.ts'
import type { Room } from '../rooms/in-room.ts'
import type { CheckPorts } from './check-ports.ts'
import { linesOfChecks } from './lines-of-checks.ts'
import { runCheck } from './run-check.ts'

/** Why the check proves nothing; null if the control test failed as it must, or if there can be none. */
export async function controlProblem(
  check: Check,
  number: number,
  command: RunChecks,
  room: Room,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<string | null> {
  const { commit } = command
  const repository = room.record.path
  const { lines } = await linesOfChecks(repository, commit, [check])
  const plans = planControl(lines, await namesOf(repository, ['ls-tree', '-r', '--full-tree', commit]))
  const chosen = plans.length === 0 ? null : await choose(plans, command, repository)
  if (chosen === null) return null
  const { plan, text } = chosen
  const isPassing = await room.layer(async (layer) => {
    const file = join(layer.written, plan.at)
    await mkdir(dirname(file), { recursive: true })
    // The original may be a link: nothing is written through it.
    await rm(file, { force: true })
    await writeFile(file, text)
    const control = { ...check, name: `${check.name}-control`, run: plan.run }
    return (await runCheck(control, number, command, room, layer, signal, ports)).exitCode === 0
  })
  return isPassing
    ? `A test that must fail passed in ${plan.at}: the product, or what its tests load, keeps tests from failing.`
    : null
}

interface Chosen {
  readonly plan: ControlPlan
  readonly text: string
}

/** How many tests are read to find the one that loads most of the change. */
const mostRead = 40

async function choose(
  plans: readonly ControlPlan[],
  { baseCommit, commit }: RunChecks,
  repository: string,
): Promise<Chosen | null> {
  const changed =
    baseCommit === undefined || baseCommit === commit
      ? []
      : await namesOf(repository, ['diff-tree', '-r', '--no-renames', baseCommit, commit])
  const stems = new Set(changed.map((path) => basename(path).replace(/\..*$/, '')))
  const first = [...plans].sort(
    (one, other) => Number(changed.includes(other.at)) - Number(changed.includes(one.at)),
  )
  const some = first.slice(0, mostRead)
  return withBlobs(
    repository,
    some.map(({ at }) => `${commit}:${at}`),
    async (blobs) => {
      let best: (Chosen & { readonly loads: number }) | null = null
      for (const plan of some) {
        const original = (await blobs.get(`${commit}:${plan.at}`)?.bytes())?.toString('utf8')
        if (original === undefined) continue
        const loads = [...stems].filter((stem) => original.includes(stem)).length
        if (best !== null && best.loads >= loads) continue
        best = { plan, loads, text: plan.text(original, isModule(plan.at, original)) }
      }
      return best
    },
  )
}

const isModule = (path: string, text: string): boolean =>
  /\.m[jt]s$/.test(path) || (!/\.c[jt]s$/.test(path) && /^\s*(?:import|export)\b/m.test(text))

/** The paths that a listing of git names. */
const namesOf = async (
  repository: string,
  [command = '', ...args]: readonly string[],
): Promise<readonly string[]> =>
  pathText((await gitOk(repository, [command, '--name-only', '-z', ...args])).bytes)
    .split('\0')
    .filter((name) => name !== '')
