/** Makes journals of any length as a delivery would write them whose checks fail again and again. */

import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { asCommitHash, asRunId, asTreeHash } from '@harness/core/kernel/ids'
import type { Command, Event, Outcome } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import { beginning, folded, recoverRun } from '@harness/shell/store/fold/recover'
import { journalFileName } from '@harness/shell/store/journal/journal-name'
import { encodeReferring } from '@harness/shell/store/journal/record'
import { writeSnapshot } from '@harness/shell/store/journal/snapshot-file'
import { type JournalPosition, journalStart } from '@harness/shell/store/port/run-store'
import { fileTexts } from '@harness/shell/store/texts/file-texts'

const { name: playbook, version: playbookVersion } = delivery

/** Events that come after the last snapshot: with the production policy it is about this old when a process dies. */
const afterSnapshot = 1_000
const recordsPerWrite = 500

/** Writes the journal and a snapshot near its end; both are on disk when it resolves. */
export async function longJournal(dir: string, count: number): Promise<void> {
  mkdirSync(dir, { recursive: true })
  const kept = fileTexts(dir)
  const file = openSync(join(dir, journalFileName), 'w')
  let run = beginning(delivery.initialState(input))
  let at: JournalPosition = journalStart
  const records: string[] = []
  const write = (): void => {
    if (records.length === 0) return
    const bytes = Buffer.from(records.join(''))
    writeSync(file, bytes)
    at = { events: at.events + records.length, bytes: at.bytes + bytes.length, crc: crc32(bytes, at.crc) }
    records.length = 0
  }
  const due: Event[] = [{ type: 'RunStarted', at: startedAt, runId, playbook, playbookVersion, input }]
  for (let n = 1; n <= count; n++) {
    if (due.length === 0) {
      const decision = delivery.decide(run.state)
      if (decision.type === 'end') throw new Error(`The delivery ended: ${decision.end.reason}`)
      due.push(...decision.commands.flatMap((command) => issuedAndEnded(command, n)))
    }
    const event = due.shift()
    if (event === undefined) throw new Error('The delivery wants nothing')
    run = folded(recoverRun(delivery, run, [event]))
    const { line, texts } = encodeReferring(n, event)
    await kept.keep(texts)
    records.push(line)
    if (records.length === recordsPerWrite) write()
    if (n === count - afterSnapshot) {
      write()
      await writeSnapshot(dir, { events: n, playbook, playbookVersion, state: run }, kept, at)
    }
  }
  write()
  fsyncSync(file)
  closeSync(file)
}

const startedAt = 1_767_225_600_000
const runId = asRunId('20260101-000000')
const base = { commit: asCommitHash('0'.repeat(40)), tree: asTreeHash('0'.repeat(40)) }
const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

const input: DeliveryInput = {
  runId,
  plan: {
    id: '0001',
    slug: 'total-with-tax',
    title: 'Total with tax',
    text: `# 0001 Total with tax\n\n## Goal\n${'The total is right to the cent, and a test shows it. '.repeat(12)}\n`,
    path: 'docs/exec-plans/active/0001-total-with-tax.md',
    completedPath: 'docs/exec-plans/completed/0001-total-with-tax.md',
    acceptanceTags: ['receipt/totals'],
  },
  baseBranch: 'main',
  checks: [{ name: 'test', run: 'npm test --silent', timeoutMs: 60_000, claims: [] }],
  review: { maxPasses: 5, ratchetFromPass: 3 },
  retries: { checkFixes: Number.MAX_SAFE_INTEGER },
  roles: {
    implementer: { tier: 'executor', limits },
    reviewer: { tier: 'evaluator', limits },
    'ui-reviewer': { tier: 'evaluator', limits },
    fixer: { tier: 'executor', limits },
    'pr-writer': { tier: 'advisor', limits },
    'merge-checker': { tier: 'verifier', limits },
    'test-judge': { tier: 'verifier', limits },
  },
  budget: { ceilingTokens: 5_000_000, spentBeforeTokens: 0, planTokens: 200_000, hard: false },
  forge: { kind: 'local' },
  ui: null,
  e2e: null,
  until: null,
}

function issuedAndEnded(command: Command, n: number): readonly Event[] {
  const at = startedAt + n * 1_000
  return [{ type: 'CommandIssued', at, command }, outcomeOf(command, n, at + 900)]
}

function outcomeOf(command: Command, n: number, at: number): Outcome {
  const commandId = command.id
  const hash = n.toString(16).padStart(40, 'a')
  switch (command.type) {
    case 'OpenLane': {
      const { lane, branch } = command
      return {
        type: 'LaneOpened',
        at,
        commandId,
        lane,
        path: `/lanes/${lane}`,
        branch,
        baseCommit: base.commit,
        ...base,
      }
    }
    case 'RunAgent':
      return {
        type: 'AgentFinished',
        at,
        commandId,
        role: command.role,
        text: 'Rounded once per receipt instead of once per line, and added a test for it.',
        contract: 'work',
        answer: { kind: 'text' },
        spending: {
          usage: { input: 8_200, output: 640, cacheRead: 6_100, cacheWrite: 2_100 },
          usd: 0.031,
          durationMs: 408,
          model: 'scripted',
        },
        providerSession: null,
        commit: asCommitHash(hash),
        tree: asTreeHash(hash),
        changedFiles: ['src/totals.js', 'test/totals.test.js'],
        violation: null,
      }
    case 'RunChecks': {
      const { tree } = command
      const evidence = command.checks.map(({ name, run, claims }) => ({
        check: name,
        run,
        tree,
        exitCode: 1,
        problem: null,
        outputDigest: hash,
        outputTail: `not ok ${n} - totals\n${'  expected 1190, actual 1189\n'.repeat(12)}`,
        durationMs: 640,
        claims,
      }))
      return { type: 'ChecksFinished', at, commandId, tree, evidence }
    }
    default:
      throw new Error(`The delivery wants ${command.type}`)
  }
}
