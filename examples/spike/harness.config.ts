import { definePlaybook, done, fenced, halted, perform, subjectOf } from 'harness-cli'

interface Spike {
  readonly question: string
  readonly approaches: readonly string[]
  readonly tried: Readonly<Record<string, string>>
  readonly verdict: { readonly best: string; readonly why: string } | null
  readonly keep: string | null
  readonly merged: boolean
  readonly closed: readonly string[]
}

const text = { type: 'string' }

/** Tries approaches side by side, lets a judge compare them, and keeps the one that a person chooses. */
const spike = definePlaybook({
  name: 'spike',
  version: 1,
  description: 'try several approaches side by side, judge them, keep one',
  words: [{ name: 'question', about: 'what is to be found out', required: true }],
  roles: {
    prototyper: { mode: 'exec', prompt: 'You build a small prototype. Keep to the approach you are told.' },
    judge: { mode: 'review', contract: 'verdict', prompt: 'You compare prototypes. You change nothing.' },
  },
  contracts: {
    verdict: { type: 'object', properties: { best: text, why: text }, required: ['best', 'why'] },
  },
  config: { type: 'object', properties: { approaches: { type: 'array', items: text, default: ['a', 'b'] } } },
  initialState({ words, config }): Spike {
    const approaches = config.approaches as readonly string[]
    const question = words.question ?? ''
    return { question, approaches, tried: {}, verdict: null, keep: null, merged: false, closed: [] }
  },
  decide({ question, approaches, tried, verdict, keep, merged, closed }, run) {
    const build = (lane: string) => ({ lane, tell: `${question}\nYour approach: ${lane}.` })
    const untried = approaches.filter((one) => !(one in tried))
    if (untried.length > 0) return perform(...untried.map((one) => run.runAgent('prototyper', build(one))))
    if (verdict === null) {
      const said = approaches
        .map((one) => `${one} (branch ${run.lane(one)?.branch}): ${tried[one]}`)
        .join('\n')
      const tell = { Question: question, Prototypes: fenced('what their authors say', said) }
      return perform(run.runAgent('judge', { lane: 'judge', tell }))
    }
    if (keep === null) {
      const choices = Object.fromEntries(approaches.map((one) => [one, `${one} is merged`]))
      const detail = `The judge says ${verdict.best}: ${verdict.why}`
      const question = 'Which approach do you keep?'
      return perform(
        run.ask({ name: 'keep', question, detail, choices: { ...choices, none: 'nothing is merged' } }),
      )
    }
    if (keep !== 'none' && !merged) return perform(run.mergeLane(keep, `Keep the ${keep} approach`))
    const open = [...approaches, 'judge'].filter((lane) => !closed.includes(lane))
    if (open.length > 0) return perform(...open.map((lane) => run.closeLane(lane)))
    return merged ? done(`Kept ${keep}.`) : halted('No approach was kept.')
  },
  evolve(state, event) {
    const about = subjectOf(event)
    if (event.type === 'GateAnswered') return { ...state, keep: event.answer.choice }
    if (event.type === 'LaneMerged') return { ...state, merged: true }
    if (event.type === 'LaneClosed') return { ...state, closed: [...state.closed, about] }
    if (event.type !== 'AgentFinished') return state
    if (event.role === 'judge') return { ...state, verdict: event.answer as Spike['verdict'] }
    return { ...state, tried: { ...state.tried, [about]: event.text } }
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
