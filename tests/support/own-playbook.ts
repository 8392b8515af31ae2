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

export const ownConfig = (...playbooks: readonly string[]): string =>
  `import { definePlaybook, done, perform } from 'harness-cli'
let calls = 0
export default { checks: [{ name: 'ok', run: 'true' }], agent: { script: 'script.json' }, playbooks: [${playbooks.join(', ')}] }
`

export function ownRepo(...playbooks: readonly string[]): string {
  const root = newRepo()
  write(root, { 'harness.config.ts': ownConfig(...playbooks), 'script.json': script(approves) })
  commit(root)
  return root
}
