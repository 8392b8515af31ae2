/** Makes repositories with a handbook of a few prompts, and looks into those of the sample that ships. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commit, config, newRepo, type Rule, script, write } from './sample-repo.ts'

/** The sample as it ships. */
export const ferry = fileURLToPath(new URL('../../examples/ferry', import.meta.url))

export interface SmallPrompt {
  readonly id: string
  readonly verb: string
  readonly text?: string
  readonly signal?: 'allow_empty' | 'require_nonempty'
  readonly failureModes?: string
  /** Comma-separated; the whole repository if absent. */
  readonly paths?: string
}

export const boxOf = (root: string, id: string): string | undefined =>
  new RegExp(`### ${id.replace('.', '\\.')} [\\s\\S]*?- \\[(.)\\] COMPLETE`).exec(handbookOf(root))?.[1]

export const handbookOf = (root: string): string => readFileSync(join(root, 'IMPECCABLE_HANDBOOK.md'), 'utf8')

export const worktreesOf = (root: string): readonly string[] =>
  readdirSync(join(root, '.worktrees')).filter((name) => name !== '.gitignore')

const smallText = ({ id, verb, text, ...scope }: SmallPrompt): string => `### ${id} ${verb}

> /impeccable ${verb} ${text ?? `the thing ${id}`}

<!-- scope: paths={${scope.paths ?? '.'}}; symbols={}; budget=loc:50,files:5; expected_signal=${scope.signal ?? 'allow_empty'};
  success="It is there."; failure_modes="${scope.failureModes ?? 'It is not.'}" -->

- [ ] COMPLETE
`

/** Phases as the ids say, with their closes; one check that passes unless an agent makes a file called broken. */
export function smallRepo(
  prompts: readonly SmallPrompt[],
  rules: readonly Rule[],
  closes: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): string {
  const phases = [...new Set(prompts.map(({ id }) => id.split('.')[0] ?? ''))]
  const text = phases.map((phase) =>
    [
      `## Phase ${phase} — Part ${phase}\n`,
      ...prompts.filter(({ id }) => id.startsWith(`${phase}.`)).map(smallText),
      ...(closes[phase] === undefined ? [] : [`${closes[phase]}\n`]),
    ].join('\n'),
  )
  const root = newRepo()
  write(root, {
    'PRODUCT.md': '# Product\n\n## Users\n\nPeople.\n',
    'IMPECCABLE_HANDBOOK.md': `# Handbook\n\n${text.join('\n')}`,
    'harness.config.json': config({
      handbook: {
        verification: {
          always: [{ name: 'check', run: 'test ! -e broken || (echo it is broken >&2; exit 3)' }],
          whereTouched: [],
        },
      },
    }),
    'script.json': script(...rules),
    ...files,
  })
  commit(root, 'Begin')
  return root
}
