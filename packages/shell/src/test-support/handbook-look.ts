/** Test support: rules for the workers of a handbook, and what its files look like afterwards. */
import { isAgentFinished } from '@harness/core/effects/run-agent'
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { Rule } from './sample-handbook.ts'
import type { TargetRepo } from './target-repo.ts'

export const worker = (match: string, path: string, text = 'made\n'): Rule => ({
  role: 'prompt-worker',
  match,
  do: [{ write: { path, text } }],
  reply: `Wrote ${path}.`,
})
export const scope = (paths: string, signal = 'allow_empty'): string =>
  `paths={${paths}}; symbols={}; budget=loc:5±0,files:1; expected_signal=${signal}; success="It holds."; failure_modes="It was not looked at."`
export const box = (repo: TargetRepo, id: string): string => {
  const text = repo.read('IMPECCABLE_HANDBOOK.md')
  return /^- \[.\]/m.exec(text.slice(text.indexOf(`### ${id}`)))?.[0] ?? 'none'
}
export const halt = (repo: TargetRepo): string => repo.read('.impeccable-halt.md')
export const sidecar = (repo: TargetRepo) => JSON.parse(repo.read('.impeccable-state.json'))
export const lines = (repo: TargetRepo, file: string): readonly unknown[] =>
  repo
    .read(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
export const isAgentFor =
  (subject: string) =>
  (event: AnyEvent): boolean =>
    isAgentFinished(event) && event.commandId.split('/')[2] === subject
export const once = (when: (event: AnyEvent) => boolean, deed: () => void) => {
  let done = false
  return (event: AnyEvent): void => {
    if (done || !when(event)) return
    done = true
    deed()
  }
}
