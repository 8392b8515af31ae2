/**
 * `npm run sim -- --seeds N --from S [--playbook P] [--every-boundary] [--verbose]`: runs seeds S to S+N-1 of every
 * playbook, or of one, prints every failure with its seed, and exits with 1 if there was one. The same seed always
 * gives the same run.
 */
import { parseArgs } from 'node:util'
import { describeEvent, describeFailure, describeTally, describeTotals } from './engine/report.ts'
import { openTally } from './engine/tally.ts'
import {
  runSeed,
  runSeedAtEveryBoundary,
  type SeededPlaybook,
  type SeedRun,
  seededPlaybooks,
} from './playbooks/run-seed.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    /** All of them if none is named. */
    playbook: { type: 'string' },
    /** Instead of crashes at random: for each seed, one run for each place of a crash. */
    'every-boundary': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
const seeds = Number(values.seeds)
const from = Number(values.from)
const playbooks = seededPlaybooks.filter((name) => values.playbook === undefined || values.playbook === name)
const areNumbers = Number.isSafeInteger(seeds) && seeds >= 1 && Number.isSafeInteger(from) && from >= 0
if (!areNumbers || playbooks.length === 0) {
  console.error(
    `Usage: npm run sim -- --seeds N --from S [--playbook ${seededPlaybooks.join('|')}] [--every-boundary] [--verbose]; N and S are whole numbers.`,
  )
  process.exit(2)
}

const progressEvery = Math.max(1, Math.floor(seeds / 20))
const tally = openTally()
const totals = { seeds: 0, runs: 0, crashes: 0, events: 0, violations: 0 }
const startedAt = performance.now()

function count(seed: number, playbook: SeededPlaybook, { scenario, result }: SeedRun): void {
  totals.runs++
  totals.crashes += result.crashes
  totals.events += result.events.length
  tally.add(result.tally)
  if (values.verbose) for (const event of result.events) console.log(describeEvent(event))
  if (result.violation === null) return
  totals.violations++
  const options = `--playbook ${playbook}${values['every-boundary'] ? ' --every-boundary' : ''}`
  console.log(describeFailure(seed, scenario, result, options))
}

for (let seed = from; seed < from + seeds; seed++) {
  for (const playbook of playbooks) {
    if (values['every-boundary'])
      for await (const run of runSeedAtEveryBoundary(seed, playbook)) count(seed, playbook, run)
    else count(seed, playbook, await runSeed(seed, playbook))
  }
  totals.seeds++
  if (totals.seeds % progressEvery === 0) {
    const perSecond = Math.round(totals.runs / ((performance.now() - startedAt) / 1000))
    console.log(`up to seed ${seed}: ${describeTotals(totals)} (${perSecond} runs/s)`)
  }
}
console.log(`\nExercised:\n${describeTally(tally)}\n\n${describeTotals(totals)}`)
process.exitCode = totals.violations === 0 ? 0 : 1
