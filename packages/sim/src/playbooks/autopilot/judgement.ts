/** Owns what the journal shows of a change since it was changed last: checks, verification, review, and what people passed over. */
import { passed } from '@harness/core/kernel/evidence'
import type { Plan } from '@harness/core/playbooks/autopilot/documents'
import type { AgentFinished, Event } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import { type Answered, aboutOf, type Issued } from './told.ts'

/** The commit of a lane, as the journal tells. */
interface Standing {
  readonly commit: string
  readonly tree: string
}

const nothing = {
  isProven: false,
  isValid: false,
  isVerified: false,
  isSkipped: false,
  review: null as 'clean' | 'blocking' | null,
  isOverridden: false,
  outcome: null as 'fine' | 'denied' | null,
  isOutcomeOverridden: false,
}

/** If a text quotes something that its agent saw. */
const quotesSeen = (text: string, { quotes }: AgentFinished): boolean =>
  [...text.matchAll(/"([^"]+)"/g)].some(([, quote = '']) => quotes?.missing.includes(quote) === false)

/** A truth without its number, its case and its marks. */
const wordsOf = (truth: string): string =>
  truth
    .replace(/^\s*\d+[.)]\s+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Each change of the lane voids what was shown before. */
export class Judgement {
  shown = { ...nothing }
  /** Suspicious things that the latest executor left, and that no person passed over. */
  suspicions: readonly string[] = []
  head: Standing = { commit: '', tree: '' }
  /** The commit of the lane when the phase started. */
  start: Standing = this.head
  private plan: Plan | null = null
  private specTruths: readonly string[]
  private readonly accepted = new Set<string>()
  private readonly input: AutopilotInput
  private readonly issued: Issued

  constructor(input: AutopilotInput, issued: Issued) {
    this.input = input
    this.issued = issued
    this.specTruths = input.spec.truths
  }

  hear(event: Event): void {
    switch (event.type) {
      case 'LaneOpened':
        this.change(event)
        return
      case 'LaneCommitted':
        this.change(event)
        return
      case 'AgentFinished':
        this.said(event)
        return
      case 'ChecksFinished': {
        const command = this.issued.of(event.commandId)
        if (command?.type !== 'RunChecks' || aboutOf(event.commandId).does !== 'verify') return
        this.shown.isProven =
          command.commit === this.head.commit &&
          event.tree === this.head.tree &&
          this.input.checks.every(({ name, run }) =>
            event.evidence.some(
              (one) => one.check === name && one.run === run && one.tree === event.tree && passed(one),
            ),
          )
        return
      }
      case 'SessionValidated':
        this.shown.isValid = event.problems.length === 0
        return
      case 'DocumentsRead':
        this.plan = event.documents.plan?.changed?.content ?? this.plan
        this.specTruths = event.documents.spec?.changed?.content?.truths ?? this.specTruths
        if (aboutOf(event.commandId).does === 'assess') {
          this.start = this.head
          this.shown = { ...nothing }
          this.suspicions = []
        }
        return
      case 'GateAnswered':
        this.answered(event)
        return
      default:
        return
    }
  }

  /** What is suspicious in a phase that is complete was judged. */
  accept(): void {
    for (const one of this.suspicions) this.accepted.add(one)
    this.suspicions = []
  }

  private change({ commit, tree }: Standing): void {
    this.head = { commit, tree }
    this.shown = { ...nothing }
  }

  private said(event: AgentFinished): void {
    const { answer } = event
    if (event.role === 'autopilot/task-executor') {
      if (event.changedFiles.length > 0) this.change(event)
      else this.shown = { ...nothing }
      this.suspicions = (event.suspicions ?? [])
        .map(({ file, detail }) => `${file}: ${detail}`)
        .filter((one) => !this.accepted.has(one))
    }
    if (event.violation !== null) return
    if (answer.kind === 'verification')
      this.shown.isVerified =
        answer.passed &&
        this.truths().every((wanted) =>
          answer.truths.some(
            ({ truth, holds, evidence }) =>
              holds && wordsOf(truth) === wordsOf(wanted) && quotesSeen(evidence, event),
          ),
        )
    if (answer.kind === 'findings') {
      const isBlocking = answer.findings.some(({ severity }) => severity !== 'suggestion')
      this.shown.review = isBlocking ? 'blocking' : 'clean'
      this.shown.isOverridden = false
    }
    if (answer.kind === 'outcome') {
      const isShown = answer.reasons.length > 0 && answer.reasons.every((reason) => quotesSeen(reason, event))
      const isDenied = answer.verdict === 'NOT_SATISFIED' && answer.confidence === 'high'
      const isVoid = answer.verdict !== 'INCONCLUSIVE' && !isShown
      this.shown.outcome = isVoid ? null : isDenied ? 'denied' : 'fine'
      this.shown.isOutcomeOverridden = false
    }
  }

  /** What a verifier must show: the truths of the plan, else those of the spec, else that each task is done. */
  private truths(): readonly string[] {
    const { truths = [], tasks = [] } = this.plan ?? {}
    if (truths.length > 0) return truths
    return this.specTruths.length > 0 ? this.specTruths : tasks.map(({ title }) => `Done: ${title}`)
  }

  private answered(event: Answered): void {
    const gate = this.issued.gateOf(event)
    const { choice } = event.answer
    if (gate === 'verification-failed' && choice === 'skip-verification') {
      this.shown.isSkipped = true
      this.accept()
    }
    if (gate === 'outcome' && choice === 'override') this.shown.isOutcomeOverridden = true
    else if (choice === 'override') this.shown.isOverridden = true
    if (choice === 'skip-phase') this.head = this.start
  }
}
