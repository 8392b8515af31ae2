import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChecksFinished, RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import { type Evidence, passed, type TouchedTests, unproven } from '@harness/core/kernel/evidence'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Random } from '../engine/random.ts'
import { commandFailed } from './command-failed.ts'
import { type Ground, luckOf, provenKey } from './ground.ts'
import { type Files, treeHashOf } from './repository.ts'
import { parseSource } from './source-text.ts'
import type { Twin } from './twin.ts'

/** The file whose being there lets clashes show. */
export const featurePath = 'src/feature.js'

/** Only reads, so that a repeated run is as good as the first. Evidence names the tree that was really there. */
async function runChecks(
  ground: Ground,
  command: RunChecks,
  { signal }: Attempt,
): Promise<ChecksFinished | CommandFailed> {
  const { stage, site } = ground
  const lane = site.lanes.find(command.lane)
  if (lane === null) return commandFailed(ground, command, 'lane-gone')
  // In a clean room: what is in the lane itself does not matter.
  const { files, tree } = site.repository.commitOf(command.commit)
  if (tree !== command.tree) return commandFailed(ground, command, 'lane-differs')
  const { checks, known = [] } = command
  const shown =
    known.length > 0 && unproven(checks, known, tree).length === 0
      ? known
      : await runEach(ground, command.id, checks, files, signal)
  const isUnchanged = command.commit === command.baseCommit
  const evidence = isUnchanged ? shown : shown.map((item) => comparedWithBase(ground, command.id, item))
  return { type: 'ChecksFinished', at: stage.wall.now(), commandId: command.id, tree, evidence }
}

const testsOnBase = 3

/** What the base's versions of a test show over the new product. */
const weakened: TouchedTests = {
  files: ['test/sum.test.js'],
  withBase: { exitCode: 1, problem: null, outputTail: 'not ok 1 sums', executed: testsOnBase },
  failOnBase: null,
}

/** What each check shows about the files; nothing of one that never ran. */
export async function runEach(
  ground: Ground,
  id: CommandId,
  checks: readonly Check[],
  files: Files,
  signal: AbortSignal,
): Promise<readonly Evidence[]> {
  const { process, stage, site, weather } = ground
  const luck = luckOf(ground, id)
  const tree = treeHashOf(files)
  const evidence: Evidence[] = []
  for (const check of checks) {
    if (weather.strikes('check never ran', luck)) continue
    const durationMs = stage.random.about(`${id} ${check.name}`).int(1_000, 60_000)
    await process.sleep(durationMs, signal)
    const result = judge(ground, check, files, luck)
    const item = {
      ...result,
      tree,
      durationMs,
      check: check.name,
      run: check.run,
      claims: check.claims,
      ...(check.redOnBase === true ? { redOnBase: true as const } : {}),
      executed: testsOnBase,
    }
    if (passed(item)) site.proven.add(provenKey(tree, check.name, check.run))
    evidence.push(item)
  }
  return evidence
}

/** Only checks of a lane are compared with its base. */
function comparedWithBase({ weather, stage }: Ground, id: CommandId, item: Evidence): Evidence {
  const strikes = (what: string): boolean =>
    weather.strikes('agent removes a test', stage.random.about(`${id} ${item.check} ${what}`))
  return {
    ...item,
    executed: strikes('count') ? testsOnBase - 1 : testsOnBase,
    executedOnBase: testsOnBase,
    ...(passed(item) && strikes('base') ? { tests: weakened } : {}),
  }
}

type Judgement = Pick<Evidence, 'exitCode' | 'problem' | 'outputDigest' | 'outputTail'>

function judge({ weather }: Ground, check: Check, files: Files, luck: Random): Judgement {
  if (weather.strikes('check times out', luck))
    return { exitCode: null, problem: 'timed out', outputDigest: 'none', outputTail: '' }
  const fails = isBroken(check.name, files)
    ? !weather.strikes('flaky check passes', luck)
    : weather.strikes('flaky check fails', luck)
  return fails
    ? { exitCode: 1, problem: null, outputDigest: 'failed', outputTail: `${check.name} failed` }
    : { exitCode: 0, problem: null, outputDigest: 'passed', outputTail: 'ok' }
}

function isBroken(check: string, files: Files): boolean {
  return Object.values(files).some((text) => {
    const { bugs, clashes } = parseSource(text)
    return bugs.includes(check) || (featurePath in files && clashes.includes(check))
  })
}

export const runChecksTwin: Twin<RunChecks> = {
  perform: runChecks,
  any: (command, luck, base) => ({
    ...base,
    type: 'ChecksFinished',
    tree: command.tree,
    evidence: drawnEvidence(command, luck),
  }),
}

function drawnEvidence({ checks, tree }: RunChecks, luck: Random): readonly Evidence[] {
  const ends = luck.pick(['passes', 'passes', 'passes', 'passes', 'fails', 'never ran'])
  return ends === 'never ran'
    ? []
    : checks.map(({ name, run, claims, redOnBase }) => ({
        check: name,
        run,
        tree,
        exitCode: ends === 'passes' ? 0 : 1,
        problem: null,
        outputDigest: '',
        outputTail: '',
        durationMs: 1,
        claims,
        executed: luck.chance(0.1) ? 2 : 3,
        executedOnBase: 3,
        ...(redOnBase === true ? { redOnBase } : {}),
        ...(ends === 'passes' && luck.chance(0.1) ? { tests: weakened } : {}),
      }))
}
