/** Makes repositories whose harness.config.ts brings a small playbook. */
import { approves, commit, newRepo, script, write } from './sample-repo.ts'

/** A playbook that asks one question. */
export const asks = (more = '') => `definePlaybook({
  name: 'ask',
  version: 1,
  initialState: () => ({ answer: null }),
  decide: (state, run) => state.answer === null
    ? perform(run.ask({ name: 'go', question: 'Go?', choices: { yes: 'it ends', no: 'it ends too' } }))
    : done(state.answer),
  evolve: (state, event) => event.type === 'GateAnswered' ? { answer: event.answer.choice } : state,
  report: () => ({ title: 'Ask', phase: 'ask' }),
  ${more}
})`

const drafts = {
  role: 'writer',
  do: [{ write: { path: 'draft.txt', text: 'draft\n' } }],
  reply: 'Drafted.',
}

export const ownConfig = (...playbooks: readonly string[]): string =>
  `import { definePlaybook, done, perform } from 'harness-cli'
let calls = 0
export default { checks: [{ name: 'ok', run: 'true' }], agent: { script: 'script.json' }, sandbox: 'off', playbooks: [${playbooks.join(', ')}] }
`

export function ownRepo(...playbooks: readonly string[]): string {
  const root = newRepo()
  write(root, { 'harness.config.ts': ownConfig(...playbooks), 'script.json': script(approves, drafts) })
  commit(root)
  return root
}

/** A playbook whose agent works in a lane; a person says whether the lane is merged. */
export const laneAsks = `definePlaybook({
  name: 'draft',
  version: 1,
  roles: { writer: { mode: 'exec', prompt: 'You write.' } },
  initialState: () => ({ drafted: false, choice: null, merged: false }),
  decide: (state, run) => {
    if (!state.drafted) return perform(run.runAgent('writer', { lane: 'draft', tell: 'Write draft.txt.' }))
    if (state.choice === null)
      return perform(run.ask({ name: 'keep', question: 'Keep it?', choices: { keep: 'it is merged', drop: 'it ends' } }))
    if (state.choice === 'drop' || state.merged) return done(state.choice)
    return perform(run.mergeLane('draft', 'Keep the draft'))
  },
  evolve: (state, event) => {
    if (event.type === 'AgentFinished') return { ...state, drafted: true }
    if (event.type === 'GateAnswered') return { ...state, choice: event.answer.choice }
    return event.type === 'LaneMerged' ? { ...state, merged: true } : state
  },
  report: () => ({ title: 'Draft', phase: 'draft' }),
})`
