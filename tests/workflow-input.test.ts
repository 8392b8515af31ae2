/** What a workflow refuses before it begins, and the language in which it speaks. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ends, plans, sessionOf, workflowRepo } from './support/workflow-repo.ts'

describe('harness workflow', () => {
  it('WF-04, WF-16 refuses wrong flags with the message of each, and writes nothing', async () => {
    const root = workflowRepo([])
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [['--verifier-model', 'gpt'], 'Invalid --verifier-model value. Allowed: haiku, sonnet, opus.'],
      [['--output-dir', ''], 'output-dir cannot be empty.'],
      [['--output-dir', '\\\\server\\share'], 'UNC paths are not allowed.'],
      [['--output-dir', '/absolute/path'], 'output-dir must be a relative path.'],
      [['--output-dir', 'docs/../../etc'], "output-dir must not contain '..'."],
      [['--output-dir', '.harness'], 'output-dir value starts with a reserved directory name.'],
      [['--output-dir', 'memory/foo'], 'output-dir value starts with a reserved directory name.'],
      [['--output-dir', 'docs/other'], 'output-dir under docs/ must be docs/harness/...'],
      [['--model-config', 'executor:gpt'], '--model-config is "executor:gpt".'],
      [['--in-place', '--merge'], '--merge merges a lane, and --in-place works without one.'],
      [['--max-files', '0'], '--max-files is "0". It must be a whole number from 1 to 10000.'],
    ]
    for (const flag of ['--lint-cmd', '--type-check-cmd', '--scope'])
      expect((await ends(2, root, ['workflow', 'Say hello', flag, ' '])).stderr).toContain(
        `${flag} is empty.`,
      )
    for (const [flags, message] of wrong)
      expect((await ends(2, root, ['workflow', 'Say hello', ...flags])).stderr).toContain(message)
    await ends(2, root, ['workflow', '  '])
    const chinese = await ends(2, root, ['workflow', '让程序向用户问好', '--max-files', '0', '--json'])
    expect(JSON.parse(chinese.stdout).error).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('必须是 1 到 10000 之间的整数。'),
    })
    expect(existsSync(join(root, '.harness'))).toBe(false)
    expect(existsSync(join(root, 'docs'))).toBe(false)
  })

  it('WF-03, WF-16 speaks the language of the task; lines that programs read stay English', async () => {
    const folder = 'work/die-datei-soll-den-benutzer-mit-hello-begrussen'
    const root = workflowRepo([plans(folder)])
    const task = 'Die Datei soll den Benutzer mit hello begrüßen'
    const models = { executor: 'haiku', advisor: 'sonnet', evaluator: 'opus' }
    const { stdout } = await ends(8, root, [
      'workflow',
      task,
      '--yes',
      '--output-dir',
      'work/',
      '--model-config',
      'executor:haiku,advisor:sonnet,evaluator:opus',
      '--verifier-model',
      'sonnet',
    ])
    expect(sessionOf(root)).toMatchObject({
      user_lang: 'de',
      phase: 'plan_done',
      docs_path: `${folder}/`,
      cli_flags: { verifier_model: 'sonnet', output_dir: 'work' },
      model_config: { preset: 'custom', ...models, verifier: 'sonnet' },
    })
    expect(stdout).toContain('✓ spec.md generated — 1 acceptance criteria, 0 edge cases')
    expect(stdout).toContain('Spezifikation: Prüfen Sie die Spezifikation oben.')
    expect(stdout).not.toMatch(/Task started|Plan complete|Review the spec/)
    const wrong = await ends(2, root, ['workflow', 'generate', '--max-files', '0'])
    expect(wrong.stderr).toContain('Erlaubt ist eine ganze Zahl von 1 bis 10000.')
  })
})
