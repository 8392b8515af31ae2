/** `harness workflow`: takes one task through plan, generate, verify and evaluate, or does one of these steps. */

import { relative, resolve } from 'node:path'
import type { UserError } from '@harness/core/kernel/user-error'
import { modes, type StepName, stepNames } from '@harness/core/playbooks/workflow/input'
import { type Grade, isGrade, parseModelConfig } from '@harness/core/work/model-presets'
import { validatePath } from '@harness/core/work/path-validator'
import { optionPathRefusal } from '@harness/formats/documents/workflow/option-path'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { languageOf, spokenLanguage } from '@harness/formats/text/language-of'
import { startWorkflow } from '@harness/shell/playbooks/workflow/start-workflow'
import type { WorkflowAsked } from '@harness/shell/playbooks/workflow/workflow-asked'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { sessionHere } from './known-session.ts'
import { oneOf } from './one-of.ts'
import { refusal } from './refusal.ts'
import { wordsFor } from './session-words.ts'
import { settleSession } from './settle-session.ts'
import { workflowFace } from './workflow-face.ts'
import { workflowStatus } from './workflow-status.ts'

export async function workflow(asking: CommandContext, given: Given): Promise<number> {
  const context = { ...asking, mayLackGit: true }
  const [first, second] = given.args
  if (first === undefined) return workflowStatus(context)
  const step = stepNames.find((name) => name === first) ?? null
  if (step === null && second !== undefined) throw notQuoted(first, second)
  const task = (step === null ? first : second) ?? ''
  const target = await defaultTarget(context, 'harness workflow', textOption(given, 'provider'))
  const here = await sessionHere(context, target.root, wordsFor(task, target.config, noSession))
  const words = wordsFor(task, target.config, here)
  if (step !== null && step !== 'plan' && second !== undefined) throw noTaskFor(step, words)
  const asked = { ...askedIn(context, target.root, given, words), task: task.trim(), until: step }
  const session = await settleSession(context, target, given, { step, task, here, words })
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

const noSession = { own: null, found: null }

function notQuoted(first: string, second: string): UserError {
  const task = `${first} ${second}`
  const { twoWords } = workflowVoice.words[spokenLanguage(languageOf(task))].troubles
  return refusal(twoWords.said(JSON.stringify(second)), twoWords.next(`harness workflow "${task}"`))
}

function noTaskFor(step: StepName, { refusals }: WorkflowTexts): UserError {
  const command = `harness workflow ${step}`
  return refusal(refusals.noTask(command), command)
}

function askedIn(context: CommandContext, root: string, given: Given, words: WorkflowTexts): Options {
  if (flagOption(given, 'inPlace') && flagOption(given, 'merge')) throw refusal(words.refusals.mergeInPlace)
  const mode = textOption(given, 'mode')
  const outputDir = textOption(given, 'outputDir')
  return {
    mode: mode === null ? null : oneOf('--mode', mode, modes, words),
    modelConfig: modelConfigIn(textOption(given, 'modelConfig'), words),
    verifierModel: verifierIn(textOption(given, 'verifierModel'), words),
    lintCmd: textIn(textOption(given, 'lintCmd'), '--lint-cmd', words),
    typeCheckCmd: textIn(textOption(given, 'typeCheckCmd'), '--type-check-cmd', words),
    scope: textIn(textOption(given, 'scope'), '--scope', words),
    maxFiles: countIn(textOption(given, 'maxFiles'), '--max-files', 10_000, words),
    maxRounds: countIn(textOption(given, 'maxRounds'), '--max-rounds', 20, words),
    outputDir: outputDir === null ? null : folderIn(outputDir, words),
    spec: specIn(context, root, textOption(given, 'spec'), words),
    todoBlocking: flagOption(given, 'todoBlocking'),
    inPlace: flagOption(given, 'inPlace'),
    merge: flagOption(given, 'merge'),
    adopted: null,
    of: null,
  }
}

/** What the flags say. */
type Options = Omit<WorkflowAsked, 'task' | 'until'>

function modelConfigIn(given: string | null, { refusals }: WorkflowTexts): WorkflowAsked['modelConfig'] {
  if (given === null) return null
  const config = parseModelConfig(given)
  if (config !== null) return config
  throw refusal(refusals.modelConfig(JSON.stringify(given)))
}

function verifierIn(given: string | null, { refusals }: WorkflowTexts): Grade | null {
  if (given === null || isGrade(given)) return given
  throw refusal(refusals.verifierModel)
}

function countIn(
  given: string | null,
  flag: string,
  most: number,
  { refusals }: WorkflowTexts,
): number | null {
  if (given === null) return null
  const count = /^\d{1,6}$/.test(given) ? Number(given) : 0
  if (count >= 1 && count <= most) return count
  throw refusal(refusals.wholeNumber(flag, JSON.stringify(given), most))
}

function textIn(given: string | null, flag: string, { refusals }: WorkflowTexts): string | null {
  if (given === null || given.trim() !== '') return given
  throw refusal(refusals.emptyOption(flag))
}

function folderIn(given: string, words: WorkflowTexts): string {
  const valid = validatePath(given, 'output_dir')
  if (valid.ok) return valid.path
  throw refusal(optionPathRefusal(valid, words))
}

/** Named from the operator's folder, or from the top of the repository if --repo says which one. */
function specIn(
  { cwd, repoOption }: CommandContext,
  root: string,
  named: string | null,
  { refusals }: WorkflowTexts,
): string | null {
  if (named === null) return null
  const path = relative(root, resolve(repoOption === null ? cwd : root, named)).replaceAll('\\', '/')
  if (path !== '' && !path.startsWith('../')) return path
  throw refusal(refusals.specOutside(named, root))
}
