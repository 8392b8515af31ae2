import { describe, expect, it } from 'vitest'
import { describeProblem } from '../text/format-problem.ts'
import { parseConfigValue } from './parse-config.ts'

const read = (workflow: unknown) =>
  parseConfigValue({ checks: [{ name: 'test', run: 'npm test' }], workflow }, 'harness.config.json')
const workflowOf = (workflow: unknown) => {
  const result = read(workflow)
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.value.workflow
}
const problemsOf = (workflow: unknown): string => {
  const result = read(workflow)
  return result.ok ? '' : result.problems.map(describeProblem).join('\n')
}

describe('the workflow section', () => {
  it('WF-16 asks a person for mode and models, and looks for commands, if it is left out', () => {
    expect(workflowOf(undefined)).toEqual({
      mode: null,
      modelConfig: null,
      models: {
        claude: { opus: 'opus', sonnet: 'sonnet', haiku: 'haiku' },
        codex: {},
        acp: {},
        scripted: {},
      },
      conventions: 'ask',
      maxRounds: 3,
      maxFiles: 20,
      todoBlocking: false,
      outputDir: 'docs/harness',
      userLang: null,
      commands: {},
      checkTimeoutMs: 600_000,
    })
  })

  it('WF-16 names the models of each grade by provider', () => {
    const { models, modelConfig } = workflowOf({
      modelConfig: 'executor:haiku,advisor:opus',
      models: { claude: { opus: 'claude-x' }, codex: { sonnet: 'gpt-x' } },
    })
    expect(models).toMatchObject({ claude: { opus: 'claude-x', haiku: 'haiku' }, codex: { sonnet: 'gpt-x' } })
    expect(modelConfig).toEqual({ preset: 'custom', executor: 'haiku', advisor: 'opus', evaluator: 'opus' })
    expect(workflowOf({ modelConfig: 'economy' }).modelConfig?.preset).toBe('economy')
  })

  it('WF-03 takes commands as they are written, and null for none', () => {
    expect(
      workflowOf({
        testCmd: 'make test',
        lintCmd: null,
        outputDir: './docs/harness/x/',
        checkTimeoutMinutes: 1,
      }),
    ).toMatchObject({
      commands: { test: 'make test', lint: null },
      outputDir: 'docs/harness/x',
      checkTimeoutMs: 60_000,
    })
  })

  it.each([
    [{ modelConfig: 'cheap' }, 'default, all-opus, balanced, economy'],
    [{ modelConfig: 'executor:gpt' }, 'executor:sonnet'],
    [{ modelConfig: 'executor:opus,executor:haiku' }, 'executor:sonnet'],
    [{ models: { claude: { fable: 'x' } } }, 'unknown field "fable"'],
    [{ outputDir: 'docs/other' }, 'output-dir under docs/ must be docs/harness/...'],
    [{ outputDir: '.harness' }, 'reserved directory name'],
    [{ outputDir: '../x' }, 'a relative path inside the repository'],
    [{ userLang: 'it' }, 'userLang'],
    [{ mode: 'double' }, 'mode'],
    [{ maxRounds: 0 }, 'at least 1'],
    [{ testCmd: ' ' }, 'not blank'],
  ])('WF-16 refuses %j', (workflow, said) => expect(problemsOf(workflow)).toContain(said))
})
