import { definePlaybook, done, fenced, halted, perform, subjectOf } from 'harness-cli'

interface Spike {
  readonly question: string
  readonly approaches: readonly string[]
  /** What each prototyper said, by approach. */
  readonly tried: Readonly<Record<string, string>>
  readonly verdict: { readonly best: string; readonly why: string } | null
  readonly keep: string | null
  readonly merged: boolean
  readonly closed: readonly string[]
}

/** Tries approaches side by side, lets a judge compare them, and keeps the one that a person chooses. */
const spike = definePlaybook({
  name: 'spike',
  version: 1,
  description: 'try several approaches side by side, judge them, keep one',
  words: [{ name: 'question', about: 'what is to be found out', required: true }],
  roles: {
    prototyper: { mode: 'exec', prompt: 'You build a small prototype. Keep to the approach you are told.' },
    judge: {
      mode: 'review',
      tier: 'evaluator',
      contract: 'verdict',
      prompt: 'You compare prototypes. Change nothing.',
    },
  },
  contracts: {
    verdict: {
      type: 'object',
      properties: { best: { type: 'string' }, why: { type: 'string' } },
      required: ['best', 'why'],
      additionalProperties: false,
    },
  },
  config: {
    type: 'object',
    properties: {
      approaches: { type: 'array', items: { type: 'string' }, default: ['simple', 'fast', 'small'] },
    },
  },
  initialState: ({ words, config }): Spike => ({
    question: words.question ?? '',
    approaches: config.approaches as string[],
    tried: {},
    verdict: null,
    keep: null,
    merged: false,
    closed: [],
  }),
  decide({ question, approaches, tried, verdict, keep, merged, closed }, run) {
    const untried = approaches.filter((one) => !(one in tried))
    if (untried.length > 0)
      return perform(
        ...untried.map((lane) =>
          run.runAgent('prototyper', { lane, tell: `${question}\nYour approach: ${lane}.` }),
        ),
      )
    if (verdict === null) {
      const seen = approaches
        .map((one) => `${one}, branch ${run.lane(one)?.branch}: ${tried[one]}`)
        .join('\n')
      return perform(
        run.runAgent('judge', {
          lane: 'judge',
          tell: { Question: question, Prototypes: fenced('what they said', seen) },
        }),
      )
    }
    if (keep === null)
      return perform(
        run.ask({
          name: 'keep',
          question: 'Which approach do you keep?',
          detail: `The judge says ${verdict.best}: ${verdict.why}`,
          choices: {
            ...Object.fromEntries(approaches.map((one) => [one, `${one} is merged`])),
            none: 'nothing is merged',
          },
        }),
      )
    if (keep !== 'none' && !merged) return perform(run.mergeLane(keep, `Keep the ${keep} approach`))
    const open = [...approaches, 'judge'].filter((lane) => !closed.includes(lane))
    if (open.length > 0) return perform(...open.map((lane) => run.closeLane(lane)))
    return merged ? done(`Kept ${keep}.`) : halted('No approach was kept.')
  },
  evolve(state, event) {
    const about = subjectOf(event)
    switch (event.type) {
      case 'AgentFinished':
        return event.role === 'judge'
          ? { ...state, verdict: event.answer as Spike['verdict'] }
          : { ...state, tried: { ...state.tried, [about]: event.text } }
      case 'GateAnswered':
        return { ...state, keep: event.answer.choice }
      case 'LaneMerged':
        return { ...state, merged: true }
      case 'LaneClosed':
        return { ...state, closed: [...state.closed, about] }
      default:
        return state
    }
  },
  report: ({ question, tried, verdict, keep }) => ({
    title: question,
    phase: keep !== null ? 'keep' : verdict !== null ? 'choose' : 'try',
    sections: [{ title: 'Prototypes', lines: Object.entries(tried).map(([one, said]) => `${one}: ${said}`) }],
    fields: { verdict, keep },
  }),
})

export default {
  checks: [{ name: 'test', run: 'npm test' }],
  agent: { provider: 'scripted', script: 'harness.script.yaml' },
  spike: { approaches: ['loop', 'regex', 'table'] },
  playbooks: [spike],
}
