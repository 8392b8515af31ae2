/** `workflow`: how one task is planned, generated, verified and evaluated. Flags of the command count more. */

import { type Mode, modes, type WorkflowInput } from '@harness/core/playbooks/workflow/input'
import { type GradedModels, grades, parseModelConfig, presetNames } from '@harness/core/work/model-presets'
import { validatePath } from '@harness/core/work/path-validator'
import { type Language, languages } from '@harness/core/work/voice'
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { pathRefusal } from '../text/path-words.ts'
import { shown } from '../text/shown.ts'
import { playbookSection } from './playbook-section.ts'
import { line, minutes, modelName, toMs } from './words.ts'

export interface WorkflowConfig {
  /** Null asks the person. */
  readonly mode: Mode | null
  readonly modelConfig: WorkflowInput['modelConfig']
  readonly models: GradedModels
  readonly conventions: WorkflowInput['conventions']
  readonly maxRounds: number
  readonly maxFiles: number
  readonly todoBlocking: boolean
  readonly outputDir: string
  /** Null if the task tells the language. */
  readonly userLang: Language | null
  /** A command that is absent is looked for; null says that there is none. */
  readonly commands: Partial<WorkflowInput['commands']>
  readonly checkTimeoutMs: number
}

const grade = `(?:${grades.join('|')})`
const tier = `(?:executor|advisor|evaluator):${grade}`
const noTierTwice = '(?!.*(executor|advisor|evaluator):.*\\1:)'
const modelConfig = z
  .string()
  .max(200)
  .regex(
    new RegExp(`^${noTierTwice}(?:${presetNames.join('|')}|${tier}(?:,${tier}){0,2})$`),
    `${presetNames.join(', ')}, or such as "executor:sonnet,advisor:opus,evaluator:opus"`,
  )

const gradedModels = z
  .strictObject({ opus: modelName.optional(), sonnet: modelName.optional(), haiku: modelName.optional() })
  .prefault({})

/** Its own names for what is newest. */
const claudeModels = { opus: 'opus', sonnet: 'sonnet', haiku: 'haiku' }

const command = (what: string) =>
  line.nullable().optional().describe(`The command for ${what}; null for none. Left out, it is looked for.`)

const workflowSection = z
  .strictObject({
    mode: z.enum(modes).optional().describe('How many agents plan and review; left out, a person is asked.'),
    modelConfig: modelConfig
      .optional()
      .describe('A preset, or a grade of model for each tier; left out, a person is asked.'),
    models: z
      .strictObject({
        claude: gradedModels,
        codex: gradedModels,
        acp: gradedModels,
        scripted: gradedModels,
      })
      .prefault({})
      .describe(
        'Which model of a provider each grade is. A grade that is not named leaves the choice to the tier.',
      ),
    conventions: z
      .enum(['ask', 'scan', 'skip'])
      .default('ask')
      .describe('What is done if CLAUDE.md says little of the conventions.'),
    maxRounds: z.int().min(1).max(10).default(3).describe('Rounds of generating before the task has failed.'),
    maxFiles: z.int().min(1).max(10_000).default(20).describe('Files that a change may touch.'),
    todoBlocking: z
      .boolean()
      .default(false)
      .describe('True: TODO, FIXME or HACK in a changed file fails the verification. False: it warns.'),
    outputDir: insidePath
      .default('docs/harness')
      .describe('The folder in which each task gets a folder for its documents.'),
    userLang: z.enum(languages).optional().describe('The language of messages; left out, that of the task.'),
    buildCmd: command('the build'),
    testCmd: command('the tests'),
    lintCmd: command('the linter'),
    typeCheckCmd: command('the type check'),
    checkTimeoutMinutes: minutes.default(10).describe('Each of these commands fails if it takes longer.'),
  })
  .prefault({})
  .describe('Workflows: one task through plan, generate, verify and evaluate.')

type Section = z.output<typeof workflowSection>

function resolveWorkflow(section: Section): WorkflowConfig {
  const { mode, modelConfig: models, userLang, checkTimeoutMinutes } = section
  const { buildCmd, testCmd, lintCmd, typeCheckCmd, outputDir, ...rest } = section
  const output = validatePath(outputDir, 'output_dir')
  return {
    mode: mode ?? null,
    modelConfig: models === undefined ? null : parseModelConfig(models),
    models: resolveModels(rest.models),
    conventions: rest.conventions,
    maxRounds: rest.maxRounds,
    maxFiles: rest.maxFiles,
    todoBlocking: rest.todoBlocking,
    outputDir: output.ok ? output.path : outputDir,
    userLang: userLang ?? null,
    commands: {
      ...(buildCmd === undefined ? {} : { build: buildCmd }),
      ...(testCmd === undefined ? {} : { test: testCmd }),
      ...(lintCmd === undefined ? {} : { lint: lintCmd }),
      ...(typeCheckCmd === undefined ? {} : { typeCheck: typeCheckCmd }),
    },
    checkTimeoutMs: toMs(checkTimeoutMinutes),
  }
}

const resolveModels = (models: Section['models']): GradedModels =>
  Object.fromEntries(
    Object.entries({ ...models, claude: { ...claudeModels, ...models.claude } }).map(([provider, given]) => [
      provider,
      Object.fromEntries(Object.entries(given).filter(([, model]) => model !== undefined)),
    ]),
  )

export const workflowSettings = playbookSection({
  section: workflowSection,
  resolve: resolveWorkflow,
  contradictions({ outputDir }) {
    const output = validatePath(outputDir, 'output_dir')
    if (output.ok) return []
    const expected = 'a folder that may hold documents'
    return [{ path: ['outputDir'], expected, found: shown(outputDir), hint: pathRefusal(output) }]
  },
})
