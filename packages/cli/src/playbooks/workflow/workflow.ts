/** `harness workflow`: takes one task through plan, generate, verify and evaluate, or does one of these steps. */

import { relative, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { modes, type StepName, stepNames } from '@harness/core/playbooks/workflow/input'
import { type Grade, isGrade, parseModelConfig } from '@harness/core/work/model-presets'
import { validatePath } from '@harness/core/work/path-validator'
import { pathRefusal } from '@harness/formats/text/path-words'
import { startWorkflow } from '@harness/shell/playbooks/workflow/start-workflow'
import type { WorkflowAsked } from '@harness/shell/playbooks/workflow/workflow-asked'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { settleSession } from './settle-session.ts'
import { workflowFace } from './workflow-face.ts'
import { workflowStatus } from './workflow-status.ts'

export async function workflow(asking: CommandContext, given: Given): Promise<number> {
  const context = { ...asking, mayLackGit: true }
  const [first, second] = given.args
  if (first === undefined) return workflowStatus(context)
  const step = stepNames.find((name) => name === first) ?? null
  const task = step === null ? first : second
  if (step === null && second !== undefined)
    throw new UserError(
      'usage',
      `The task must be one word to the shell: ${JSON.stringify(second)} is beside it.`,
      {
        next: `Quote it: harness workflow "${first} ${second}"`,
      },
    )
  if (step !== null && step !== 'plan' && task !== undefined)
    throw new UserError('usage', `harness workflow ${step} takes no task: it continues the session.`, {
      next: `harness workflow ${step}`,
    })
  const target = await defaultTarget(context, 'harness workflow', textOption(given, 'provider'))
  const asked = askedIn(context, target.root, given, task ?? '', step)
  const session = await settleSession(context, target, given, { step, task: task ?? '' })
  if (session.type === 'done') return session.exitCode
  const attendance = {
    until: step,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  return attendRun(context, target, attendance, workflowFace, (options) =>
    startWorkflow(options, { ...asked, ...session.asked }),
  )
}

function askedIn(
  context: CommandContext,
  root: string,
  given: Given,
  task: string,
  until: StepName | null,
): WorkflowAsked {
  if (flagOption(given, 'inPlace') && flagOption(given, 'merge'))
    throw usage('--merge merges a lane, and --in-place works without one. Give one of them.')
  const mode = textOption(given, 'mode')
  const outputDir = textOption(given, 'outputDir')
  return {
    task: task.trim(),
    mode: mode === null ? null : knownName('mode', mode, modes, 'harness workflow --help'),
    modelConfig: modelConfigIn(textOption(given, 'modelConfig')),
    verifierModel: verifierIn(textOption(given, 'verifierModel')),
    lintCmd: wordsIn(given, 'lintCmd', '--lint-cmd'),
    typeCheckCmd: wordsIn(given, 'typeCheckCmd', '--type-check-cmd'),
    scope: wordsIn(given, 'scope', '--scope'),
    maxFiles: countIn(given, 'maxFiles', '--max-files', 10_000),
    maxRounds: countIn(given, 'maxRounds', '--max-rounds', 20),
    outputDir: outputDir === null ? null : folderIn(outputDir),
    spec: specIn(context, root, textOption(given, 'spec')),
    todoBlocking: flagOption(given, 'todoBlocking'),
    inPlace: flagOption(given, 'inPlace'),
    merge: flagOption(given, 'merge'),
    until,
    adopted: null,
    of: null,
  }
}

const usage = (message: string, next = 'harness workflow --help'): UserError =>
  new UserError('usage', message, { next })

function modelConfigIn(given: string | null): WorkflowAsked['modelConfig'] {
  if (given === null) return null
  const config = parseModelConfig(given)
  if (config !== null) return config
  throw usage(
    `--model-config is ${JSON.stringify(given)}. It must be a preset, or executor:<grade>,advisor:<grade>,evaluator:<grade> with opus, sonnet or haiku.`,
  )
}

function verifierIn(given: string | null): Grade | null {
  if (given === null || isGrade(given)) return given
  throw usage('Invalid --verifier-model value. Allowed: haiku, sonnet, opus.')
}

function countIn(given: Given, name: string, flag: string, most: number): number | null {
  const text = textOption(given, name)
  if (text === null) return null
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= most) return count
  throw usage(`${flag} is ${JSON.stringify(text)}. It must be a whole number from 1 to ${most}.`)
}

function wordsIn(given: Given, name: string, flag: string): string | null {
  const text = textOption(given, name)
  if (text === null || text.trim() !== '') return text
  throw usage(`${flag} is empty. Say what it should be, or leave it out.`)
}

function folderIn(given: string): string {
  const valid = validatePath(given, 'output_dir')
  if (valid.ok) return valid.path
  throw usage(pathRefusal(valid))
}

/** Named from where the operator stands, or from the top of the repository if --repo says which one. */
function specIn({ cwd, repoOption }: CommandContext, root: string, named: string | null): string | null {
  if (named === null) return null
  const path = relative(root, resolve(repoOption === null ? cwd : root, named)).replaceAll('\\', '/')
  if (path !== '' && !path.startsWith('../')) return path
  throw usage(`--spec names ${named}, which is not a file in ${root}.`)
}
