/** Makes a small repository, and scripted agents for every role of a spec. */
import { commit, config, newRepo, type Rule, script, write } from './sample-repo.ts'

export const idea = 'Share notes'
export const specFolder = 'docs/harness/share-notes'
export const draft = `# Share notes\n${[1, 2, 3, 4, 5, 6, 7].map((section) => `## Section ${section}\nText.\n`).join('')}`

const writes = (role: string, path: string, text: string, reply: string): Rule => ({
  role: `spec/${role}`,
  do: [{ write: { path, text } }],
  reply,
})

const drafts = (role: string): Rule =>
  writes(role, `${specFolder}/spec_draft.md`, draft, `draft written — ${specFolder}/spec_draft.md`)

export const interviewer: Rule = {
  role: 'spec/interviewer',
  json: { questions: [{ text: 'Who may read?', why: 'rights', options: [] }] },
}
export const analyst = drafts('analyst')
export const critic = writes(
  'critic',
  `${specFolder}/critic_findings.md`,
  '[M1] No limit\n',
  'critic_findings written — Critical=0, Major=1, Minor=0',
)

const analyses = ['product', 'technical', 'risk', 'test'].map((view) => {
  const path = `.harness/spec/analysis_${view}.md`
  return writes(`${view}-analyst`, path, `The ${view} of sharing.\n`, `analysis written — ${path}`)
})

export const deep: readonly Rule[] = [
  interviewer,
  ...analyses,
  drafts('synthesizer'),
  critic,
  drafts('reviser'),
]

export function specRepo(...rules: readonly Rule[]): string {
  const root = newRepo()
  write(root, { 'harness.config.json': config(), 'script.json': script(...rules) })
  commit(root, 'Begin')
  return root
}
