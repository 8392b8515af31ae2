/** Owns what each command can end in: for any command one of its events, drawn so that every kind of end comes up. */

import type { MergeLane, MergeRefused } from '@harness/core/effects/merge-lane'
import type { OpenPull } from '@harness/core/effects/open-pull'
import type { RunChecks } from '@harness/core/effects/run-checks'
import { agentErrorKinds, noUsage, type Spending } from '@harness/core/kernel/agent'
import type { Finding } from '@harness/core/kernel/finding'
import { choiceOf } from '@harness/core/kernel/gate'
import { answerTo } from '@harness/core/kernel/gate-answer'
import { grant, letStand, refuse } from '@harness/core/kernel/gate-choices'
import { asCommitHash, asTreeHash } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { needKinds } from '@harness/core/kernel/need'
import type { AgentOutput, Command, Outcome, RunAgent } from '@harness/core/playbooks/every-effect'
import type { Random } from '../engine/random.ts'
import { drawnHandbook } from '../playbooks/handbook/input.ts'
import { missionOutcome, missionOutput } from './mission-outcome.ts'

/** `at` is later than every moment before it, so that what it names is new. */
export function anyOutcome(command: Command, luck: Random, at: number): Outcome {
  const base = { commandId: command.id, at }
  if (luck.chance(0.02) && command.type !== 'AskHuman' && command.type !== 'WakeAt')
    return {
      ...base,
      type: 'CommandFailed',
      code: 'disk-full',
      detail: 'the disk is full',
      next: 'Make room',
    }
  const fresh = { commit: asCommitHash(`commit-${at}`), tree: asTreeHash(`tree-${at}`) }
  const other = asCommitHash(`base-${at}`)
  switch (command.type) {
    case 'OpenLane': {
      const { lane, branch } = command
      return { ...base, ...fresh, type: 'LaneOpened', lane, branch, path: '/lane', baseCommit: fresh.commit }
    }
    case 'RunAgent':
      return agentOutcome(command, luck, base, fresh)
    case 'RunChecks':
      return { ...base, type: 'ChecksFinished', tree: command.tree, evidence: evidenceOf(command, luck) }
    case 'CaptureUi':
      return luck.chance(0.6)
        ? { ...base, type: 'UiCaptured', screens: [] }
        : {
            ...base,
            type: 'UiNotCaptured',
            reason: luck.pick(['no-browser', 'port-taken', 'not-ready', 'died', 'page-failed']),
            detail: '',
            next: '',
          }
    case 'ReadPlan':
      return {
        ...base,
        type: 'PlanRead',
        edit: luck.chance(0.9)
          ? null
          : luck.pick([
              { text: null, digest: null, difference: '' },
              { text: `plan ${at}`, digest: `digest-${at}`, difference: '' },
            ]),
      }
    case 'ReadHandbook':
      return handbookRead(command.known.handbook, luck, base)
    case 'TickBox':
      return luck.chance(0.95)
        ? { ...base, type: 'BoxTicked', promptId: command.promptId, digest: command.known }
        : {
            ...base,
            type: 'TickRefused',
            promptId: command.promptId,
            reason: luck.pick(['gone', 'edited']),
            detail: '',
          }
    case 'MeasureChange':
      return {
        ...base,
        type: 'ChangeMeasured',
        files: [{ path: luck.pick(['src/0.1/a.js', 'other.js']), added: luck.int(0, 9), removed: 0 }],
      }
    case 'WriteHandbook':
      return luck.chance(0.6)
        ? { ...base, type: 'HandbookWritten', files: ['IMPECCABLE_HANDBOOK.md'] }
        : { ...base, type: 'HandbookRefused', problems: ['a path does not exist'] }
    case 'SyncLane':
      return luck.pick<Outcome>([
        { ...base, ...fresh, type: 'LaneSynced', baseCommit: other },
        // Nothing came meanwhile: the lane stays as it was.
        ...Array.from({ length: 6 }, (): Outcome => syncedAsIs(command, base)),
        { ...base, ...fresh, type: 'SyncConflicted', baseCommit: other, files: ['a.js'] },
        { ...base, type: 'BaseRewritten', baseCommit: other },
      ])
    case 'MergeLane':
      return luck.chance(0.7)
        ? mergedAs(command, base, luck)
        : refused(base, luck, [
            'base-moved',
            'checkout-in-the-way',
            'tree-differs',
            'conflict',
            'checks-failed',
          ])
    case 'OpenPull':
      return opened(command, luck, base)
    case 'AwaitCi':
      return luck.pick<Outcome>([
        ...(['passed', 'passed', 'failed', 'absent', 'silent'] as const).map(
          (state): Outcome => ({ ...base, type: 'CiReported', state, jobs: [] }),
        ),
        { ...base, type: 'PullClosed', number: command.pull, url: '' },
        { ...base, ...fresh, type: 'LaneMerged', evidence: [], size: null, by: 'others' },
        forgeFailed(base, luck),
      ])
    case 'MergePull':
      return luck.pick<Outcome>([
        mergedAs(command, base, luck),
        mergedAs(command, base, luck),
        refused(base, luck, ['base-moved', 'not-mergeable', 'not-merged-in-time', 'push-rejected']),
        { ...base, type: 'PullClosed', number: command.pull, url: '' },
        forgeFailed(base, luck),
      ])
    case 'CompletePlan':
      return luck.chance(0.7)
        ? { ...base, type: 'PlanCompleted', path: command.to, commit: fresh.commit }
        : refused(base, luck, ['checkout-in-the-way', 'base-moved'])
    case 'CloseLane':
      return { ...base, type: 'LaneClosed', kept: luck.pick([null, 'not merged']) }
    case 'AskHuman': {
      const letsStand = choiceOf(command.gate, letStand) !== undefined && luck.chance(0.5)
      const choice = letsStand ? letStand : luck.chance(0.7) ? grant : refuse
      return {
        ...base,
        type: 'GateAnswered',
        answer: answerTo(command.gate, { choice, reason: '', by: 'ada' }),
      }
    }
    case 'WakeAt':
      return { ...base, type: 'TimerFired' }
    case 'Freeze':
      return { ...base, type: 'Frozen', reason: command.reason }
    default: {
      const outcome = missionOutcome(command, luck, base)
      invariant(outcome !== null, `${command.type} has no ends here: name them in any-outcome.ts`)
      return outcome
    }
  }
}

type Base = Pick<Outcome, 'commandId' | 'at'>
type Standing = Pick<MergeLane, 'commit' | 'tree'>

const spending: Spending = { usage: noUsage, usd: null, durationMs: 1, model: '' }

function agentOutcome(command: RunAgent, luck: Random, base: Base, fresh: Standing): Outcome {
  const { role, contract, commitMessage, startCommit } = command
  const told = { ...base, role, spending }
  const anyError = { kind: luck.pick(agentErrorKinds), message: 'it failed' }
  if (luck.chance(0.12)) return { ...told, type: 'AgentFailed', error: anyError }
  if (contract !== null && luck.chance(0.05))
    return { ...told, type: 'ContractBroken', contract, problems: ['prose'], text: '' }
  const writes = luck.chance(0.85)
  const changes = commitMessage !== null && writes
  const strays = commitMessage === null && luck.chance(0.05)
  return {
    ...told,
    type: 'AgentFinished',
    text: luck.chance(0.9) ? 'It is done.' : '',
    output: outputOf(command, luck),
    providerSession: null,
    // An unchanged lane has the tree it had; nothing here looks at it then.
    ...(changes ? fresh : { commit: startCommit, tree: fresh.tree }),
    changedFiles: changes ? ['src/0.1/a.js'] : [],
    violation: strays ? { files: ['a.js'], patch: 'set-aside/1.patch' } : null,
    ...(changes && luck.chance(0.1)
      ? { suspicions: [{ kind: 'test-removed', file: 'a.test.js', detail: '' }] }
      : {}),
  }
}

function outputOf(command: RunAgent, luck: Random): AgentOutput {
  const { contract, commitMessage } = command
  if (commitMessage !== null && luck.chance(0.05))
    return {
      kind: 'need',
      need: { kind: luck.pick([null, ...needKinds]), what: 'a key', why: luck.pick(['', 'law']), how: '' },
    }
  const ofMission = missionOutput(command, luck)
  if (ofMission !== null) return ofMission
  switch (contract) {
    case 'verdict':
      return luck.chance(0.5)
        ? { kind: 'verdict', pass: true, failures: [] }
        : { kind: 'verdict', pass: false, failures: ['It is a menu.'] }
    case 'prompt-report':
      return { kind: 'prompt-report', summary: '', findings: luck.chance(0.5) ? [] : ['It is open.'] }
    case 'final-critique':
      return { kind: 'final-critique', findings: drawnFindings(luck), issues: [] }
    case 'critique':
      if (luck.chance(0.2)) return { kind: 'text' }
      return reviewOf(luck)
    case 'handbook-plan':
      return { kind: 'handbook-plan', plan: { determinismNotes: [], phases: [] } }
    case 'pull-text':
      return { kind: 'pull-text', summary: 'It adds.', risks: '' }
    case null:
      return { kind: 'text' }
    default:
      return reviewOf(luck)
  }
}

function reviewOf(luck: Random): AgentOutput {
  const findings = drawnFindings(luck)
  return { kind: 'review', findings, sentinel: findings.length === 0 && luck.chance(0.9) }
}

/** Few, so that what was fixed comes back now and then. */
const drawnFindings = (luck: Random): readonly Finding[] =>
  (['Off by one', 'Too loud', 'Name is odd'] as const)
    .filter(() => luck.chance(0.25))
    .map((title) => ({
      severity: title === 'Name is odd' ? 'Low' : 'High',
      title,
      detail: '',
      file: 'a.js',
      line: null,
    }))

const evidenceOf = ({ checks, tree }: RunChecks, luck: Random) => {
  const ends = luck.pick(['passes', 'passes', 'passes', 'passes', 'fails', 'never ran'])
  return ends === 'never ran'
    ? []
    : checks.map(({ name, run, claims }) => ({
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
      }))
}

function handbookRead(known: string | null, luck: Random, base: Base): Outcome {
  const unchanged = { digest: known ?? '', changed: null }
  if (known !== null && luck.chance(0.95))
    return { ...base, type: 'HandbookRead', handbook: unchanged, product: unchanged, design: unchanged }
  const { handbook, product, design } = drawnHandbook(luck)
  const read = <Content>(content: Content) => ({ digest: `digest-${base.at}`, changed: { content } })
  return {
    ...base,
    type: 'HandbookRead',
    handbook: read(handbook),
    product: read(product),
    design: read(design),
  }
}

const syncedAsIs = (
  { startCommit, baseCommit }: Extract<Command, { type: 'SyncLane' }>,
  base: Base,
): Outcome => ({ ...base, type: 'LaneSynced', baseCommit, commit: startCommit, tree: treeOf(startCommit) })

/** Commits and trees are drawn together, so that one names the other. */
const treeOf = (commit: string) => asTreeHash(commit.replace('commit', 'tree'))

const mergedAs = ({ commit, tree }: Standing, base: Base, luck: Random): Outcome => ({
  ...base,
  type: 'LaneMerged',
  commit,
  tree,
  evidence: [],
  size: null,
  by: luck.pick(['harness', 'others']),
})

const refused = (base: Base, luck: Random, reasons: readonly MergeRefused['reason'][]): Outcome => ({
  ...base,
  type: 'MergeRefused',
  reason: luck.pick(reasons),
  detail: '',
})

const forgeFailed = (base: Base, luck: Random): Outcome => ({
  ...base,
  type: 'ForgeFailed',
  error: { kind: luck.pick(agentErrorKinds), message: 'it failed' },
})

const opened = ({ commit }: OpenPull, luck: Random, base: Base): Outcome =>
  luck.pick<Outcome>([
    ...Array.from(
      { length: 5 },
      (): Outcome => ({ ...base, type: 'PullOpened', number: 1, url: '', created: true }),
    ),
    { ...base, type: 'PullClosed', number: 1, url: '' },
    { ...base, type: 'LaneMerged', commit, tree: treeOf(commit), evidence: [], size: null, by: 'others' },
    refused(base, luck, ['push-rejected']),
    forgeFailed(base, luck),
  ])
