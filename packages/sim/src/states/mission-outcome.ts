/** Owns what a mission's own commands can end in: its documents read and written, smoke tests, hooks, and its roles' answers. */
import type { AgentOutput, Command, Outcome, RunAgent } from '@harness/core/playbooks/every-effect'
import type { PlannedMission } from '@harness/core/playbooks/mission/answers'
import { decisionNames } from '@harness/core/playbooks/mission/decisions'
import { issueSeverities, planVerdicts } from '@harness/core/playbooks/mission/mission-document'
import type { MissionRead, ReadMission } from '@harness/core/playbooks/mission/read-mission'
import type { WriteDocuments } from '@harness/core/playbooks/mission/write-documents'
import type { Random } from '../engine/random.ts'
import { plainPlan } from '../playbooks/mission/input.ts'

type Base = Pick<Outcome, 'commandId' | 'at'>

/** Null if the command is none of a mission's own. */
export function missionOutcome(command: Command, luck: Random, base: Base): Outcome | null {
  switch (command.type) {
    case 'ReadMission':
      return read(command, luck, base)
    case 'WriteDocuments':
      return written(command, luck, base)
    case 'SmokeTest':
      return luck.chance(0.7)
        ? { ...base, type: 'SmokeTested', passed: true, failures: [], outputTail: '' }
        : { ...base, type: 'SmokeTested', passed: false, failures: ['GET /: got 500'], outputTail: '' }
    case 'RunHook':
      return { ...base, type: 'HookRan', problem: luck.pick([null, 'It hangs.']) }
    case 'Notify':
      return { ...base, type: 'Notified', problem: null }
    default:
      return null
  }
}

/** The first time there is a spec, and a plan if a person wrote one; later nothing has changed. */
function read({ known }: ReadMission, luck: Random, base: Base): Outcome {
  const facts = {
    planVerdict: luck.pick([null, 'accept' as const]),
    fired: [],
    hooks: luck.chance(0.5) ? ['pre-worker'] : [],
  }
  const same = { digest: 'digest', changed: null }
  if (known.spec !== null)
    return { ...base, type: 'MissionRead', spec: same, features: same, contract: same, memory: same, facts }
  const plan = luck.chance(0.4) ? documentsOf(plainPlan) : { features: null, contract: null }
  const told = <Content>(content: Content) => ({ digest: 'digest', changed: { content } })
  return {
    ...base,
    type: 'MissionRead',
    spec: told('# A product'),
    features: told(plan.features),
    contract: told(plan.contract),
    memory: told({ summary: '', long: '', identities: {} }),
    facts,
  }
}

/** A person wrote a plan whose first feature is said to be merged: no validator here has seen that it holds. */
export function begunBefore({ id }: ReadMission): MissionRead {
  const { features, contract } = documentsOf(plainPlan)
  const [first, ...others] = features
  const told = <Content>(content: Content) => ({ digest: 'digest', changed: { content } })
  return {
    type: 'MissionRead',
    at: 0,
    commandId: id,
    spec: told('# A product'),
    features: told(first === undefined ? others : [{ ...first, status: 'passed' as const }, ...others]),
    contract: told(contract),
    memory: told({ summary: '', long: '', identities: {} }),
    facts: { planVerdict: 'accept', fired: [], hooks: [] },
  }
}

const documentsOf = ({ contract, features }: PlannedMission) => ({
  contract: contract.map((entry) => ({ ...entry, evidence: '', status: 'TODO' as const, rulings: [] })),
  features: features.map((feature) => ({
    ...feature,
    status: 'todo' as const,
    attempts: 0,
    issues: [],
    notes: '',
    fixes: null,
    sourceIssueId: null,
  })),
})

/** Now and then a person was quicker with a feature. */
function written({ edits }: WriteDocuments, luck: Random, base: Base): Outcome {
  const edit = edits.findIndex(({ type }) => type === 'feature')
  const same = { digest: 'digest', changed: null }
  return {
    ...base,
    type: 'DocumentsWritten',
    features: same,
    contract: same,
    refused: edit >= 0 && luck.chance(0.03) ? [{ edit, detail: 'it was edited' }] : [],
  }
}

/** What the role says in the form it was asked for; null if the form is none of a mission's. */
export function missionOutput(command: RunAgent, luck: Random): AgentOutput | null {
  const ambiguity = luck.chance(0.15) ? 'Today or tomorrow?' : null
  switch (command.contract) {
    case 'mission-plan':
      return {
        kind: 'mission-plan',
        ...(luck.chance(0.8) ? plainPlan : { contract: [], features: [] }),
      }
    case 'plan-review':
      return { kind: 'plan-review', verdict: luck.pick(planVerdicts), notes: ['A claim is missing.'] }
    case 'mission-work':
      return { kind: 'mission-work', summary: 'It is done.', tricks: [], ambiguity }
    case 'validation':
      return { kind: 'validation', ...verdicts(command, luck), ambiguity }
    case 'ruling':
      return {
        kind: 'ruling',
        claim: null,
        decision: 'Tomorrow.',
        reason: 'It is kinder.',
        question: luck.chance(0.3) ? 'Who pays?' : null,
      }
    case 'curation':
      return { kind: 'curation', summary: '', memory: '', promote: [] }
    case 'decision':
      return { kind: 'decision', ...chosen(command, luck) }
    default:
      return null
  }
}

/** About the claims that the role was told of. */
function verdicts({ slices }: RunAgent, luck: Random) {
  const claims = /^CLAIMS=(.*)$/m.exec(slices.map(({ text }) => text).join('\n'))?.[1] ?? ''
  const status = luck.chance(0.6) ? ('PASS' as const) : ('FAIL' as const)
  return {
    claims: claims
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => ({ id, status, evidence: 'it says "done"' })),
    issues: luck.chance(0.2) ? [{ severity: luck.pick(issueSeverities), title: 'Too slow', detail: '' }] : [],
  }
}

/** One of those that were offered, or nonsense. */
function chosen({ slices }: RunAgent, luck: Random) {
  const offered = slices.find(({ label }) => label.startsWith('Decisions'))?.text.match(/^- [^:]+/gm) ?? []
  const pick = luck.chance(0.8) && offered.length > 0 ? luck.pick(offered).slice(2) : luck.pick(decisionNames)
  const [decision = '', subject = null] = pick.split(' ')
  return { decision, subject, reason: 'It seems best.' }
}
