/** `harness demo workflow`: one task, live, through a failing check, an automatic fix and both layers of the evaluation. */
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { Gate } from '@harness/core/kernel/gate'
import { answerTo } from '@harness/core/kernel/gate-answer'
import { UserError } from '@harness/core/kernel/user-error'
import { startWorkflow } from '@harness/shell/playbooks/workflow/start-workflow'
import type { WorkflowAsked } from '@harness/shell/playbooks/workflow/workflow-asked'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { operatorName } from '../../run/operator.ts'
import { ownCommand } from '../../run/own-command.ts'
import { lookAtTarget } from '../../run/target/look-at-target.ts'
import { workflowFace } from '../workflow/workflow-face.ts'
import { tellLookingAround } from './look-around.ts'
import { makeSample } from './sample-product.ts'

/** What a person would choose at each gate. */
const chosen: Readonly<Record<string, string>> = {
  spec: 'proceed',
  verify: 'auto-fix',
  'auto-fix': 'apply',
  'qa-layer-3': 'fix',
  commit: 'code',
}

const asked: WorkflowAsked = {
  task: 'Refuse visitors while the hall is full',
  mode: null,
  modelConfig: null,
  verifierModel: null,
  lintCmd: null,
  typeCheckCmd: null,
  scope: null,
  maxFiles: null,
  maxRounds: null,
  outputDir: null,
  spec: null,
  todoBlocking: false,
  inPlace: false,
  merge: false,
  until: null,
  adopted: null,
  of: null,
}

export async function workflowDemo(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json, env } = context
  const say = json ? terminal.note : terminal.print
  const { strong } = terminal.colours
  if ((textOption(given, 'provider') ?? 'scripted') !== 'scripted')
    throw new UserError('usage', 'The sample workflow is played by scripted agents only.', {
      next: 'With real agents, in a repository of your own: harness workflow "task"',
    })
  const folder = await makeSample(join(context.rolesDir, '../examples/turnstile'), {
    keep: textOption(given, 'keep'),
    cwd: context.cwd,
    message: 'Begin with a hall that lets everybody in',
  })
  say(`${strong('A sample product')} in ${folder}`)
  say(`One task: ${asked.task}. Scripted agents do it, with mistakes; the demo answers the gates.\n`)
  const target = await lookAtTarget({ ...context, repoOption: folder }, 'scripted')
  const answer = async (gate: Gate) => {
    const choice = chosen[gate.name]
    if (choice === undefined) return null
    say(asAPersonWould(context, gate, choice))
    return answerTo(gate, { choice, reason: '', by: operatorName(env) })
  }
  const code = await attendRun(
    context,
    target,
    { until: null, headless: true },
    workflowFace,
    async (options) => {
      const told = await startWorkflow({ ...options, ask: answer }, asked)
      return { ...told, fields: { ...told.fields, folder } }
    },
  )
  if (json || code !== exitCode.done) return code
  const program = `${ownCommand(context)} --repo ${folder}`
  tellLookingAround(context, say, [
    [`${program} show workflow`, 'how far each layer came, and what was said'],
    [`${program} show workflow evaluate/evaluator/1 --transcript`, 'what the evaluator was told: paths only'],
    [`git -C ${folder} show harness/refuse-visitors-while-the-hall-is-full`, 'the one commit it made'],
  ])
  return code
}

const asAPersonWould = ({ terminal }: CommandContext, { question }: Gate, choice: string): string =>
  `${terminal.colours.strong(question)}\n  You would answer with: harness answer workflow ${choice}  (the demo does it for you)`
