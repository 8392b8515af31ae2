/**
 * What the harness adds to a delivery: the whole command against the sum of its own checks and git calls. The git calls
 * are timed in a delivery of their own, by a `git` that stands before the real one on the search path.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { interleaved, timed } from '../interleaved.ts'
import { call, callWith, programOnPath } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { deliverable } from '../sample-repo.ts'

/** As long as a quick test suite takes. */
const checkSeconds = 2

export async function wholeDelivery({ folder, program }: Ground): Promise<readonly Row[]> {
  let round = 0
  const bin = timingGit(join(folder, 'bin'))
  const ms = await interleaved(
    {
      delivery: () => {
        const root = product(join(folder, `timed-${++round}`))
        return timed(() => call(root, process.execPath, program, 'run', '0001', '--yes'))
      },
      parts: () => {
        const root = product(join(folder, `taken-apart-${++round}`))
        callWith(
          { PATH: `${bin}:${process.env.PATH}` },
          root,
          process.execPath,
          program,
          'run',
          '0001',
          '--yes',
        )
        return checkMs(root) + gitMs(bin)
      },
    },
    { fewest: 3, most: 5, forMs: 20_000 },
  )
  return [
    {
      row: 'delivery of one plan',
      measured: ms.delivery,
      unit: 'ms',
      floor: { what: 'its checks and git calls', value: ms.parts },
      goal: { type: 'ratio', atMost: 1.15 },
      remark: `a scripted agent that takes no time, a check of ${checkSeconds} s; start, journal, recordings, sidecars and processes are what is added`,
    },
  ]
}

const product = (root: string): string =>
  deliverable(root, {
    plans: 1,
    check: `echo ran >> "$HARNESS_LANE_PATH/../../../../../runs.txt"; sleep ${checkSeconds}`,
  })

function checkMs(root: string): number {
  const file = join(root, '../runs.txt')
  const runs = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
  if (runs === 0) throw new Error('the check never ran')
  writeFileSync(file, '')
  return runs * checkSeconds * 1_000
}

/** A git that notes how long the real one took, beside itself. */
function timingGit(bin: string): string {
  mkdirSync(bin, { recursive: true })
  const real = programOnPath('git')
  const log = join(bin, 'git.ms')
  writeFileSync(
    join(bin, 'git'),
    [
      '#!/bin/sh',
      'begin=$(date +%s%N)',
      `'${real}' "$@"`,
      'code=$?',
      'end=$(date +%s%N)',
      // What asking for the time takes is not git's.
      'later=$(date +%s%N)',
      `echo $(( (end - begin - (later - end)) / 1000 )) >> '${log}'`,
      'exit $code\n',
    ].join('\n'),
  )
  chmodSync(join(bin, 'git'), 0o755)
  return bin
}

function gitMs(bin: string): number {
  const log = join(bin, 'git.ms')
  const microseconds = readFileSync(log, 'utf8').trim().split('\n').map(Number)
  writeFileSync(log, '')
  return microseconds.reduce((sum, each) => sum + each, 0) / 1_000
}
