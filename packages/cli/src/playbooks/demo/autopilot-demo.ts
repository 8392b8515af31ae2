/** `harness demo autopilot`: a spec of three phases, live, with a revised plan, a failed task and blocking findings. */
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { Gate } from '@harness/core/kernel/gate'
import { answerTo } from '@harness/core/kernel/gate-answer'
import { UserError } from '@harness/core/kernel/user-error'
import { startAutopilot } from '@harness/shell/playbooks/autopilot/start-autopilot'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { operatorName } from '../../run/operator.ts'
import { ownCommand } from '../../run/own-command.ts'
import { lookAtTarget } from '../../run/target/look-at-target.ts'
import { autopilotFace } from '../autopilot/autopilot-face.ts'
import { tellLookingAround, tellMerges } from './look-around.ts'
import { makeSample } from './sample-product.ts'

const specPath = 'docs/changes/security-scanner/proposal.md'

interface Said {
  readonly choice: string
  readonly words?: string
}

/** What a person would say at each gate, time after time; the last one counts for all that follow. */
const chosen: Readonly<Record<string, readonly Said[]>> = {
  'plan-needed': [{ choice: 'draft' }],
  'approve-plan': [
    { choice: 'revise', words: 'Put the rules into one table, so that a new rule is a new row.' },
    { choice: 'yes' },
  ],
  checkpoint: [{ choice: 'yes' }],
  'review-findings': [{ choice: 'fix' }],
  'final-review-findings': [{ choice: 'fix' }],
  continue: [{ choice: 'yes' }],
  deliver: [{ choice: 'merge' }],
}

export async function autopilotDemo(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const say = json ? terminal.note : terminal.print
  const { strong } = terminal.colours
  if ((textOption(given, 'provider') ?? 'scripted') !== 'scripted')
    throw new UserError('usage', 'The sample autopilot is played by scripted agents only.', {
      next: 'With real agents, in a repository of your own: harness autopilot <spec>',
    })
  const folder = await makeSample(join(context.rolesDir, '../examples/scanner'), {
    keep: textOption(given, 'keep'),
    cwd: context.cwd,
    message: 'Begin with a spec of three phases',
  })
  say(`${strong('A sample product')} in ${folder}`)
  say(`Its spec has three phases. Scripted agents do them, with mistakes; the demo answers the gates.\n`)
  const target = await lookAtTarget({ ...context, repoOption: folder }, 'scripted')
  const code = await attendRun(
    context,
    target,
    { until: null, headless: true },
    autopilotFace,
    async (options) => {
      const told = await startAutopilot(
        { ...options, ask: asAPersonWould(context, say) },
        { specPath, rigor: null, reviewPlans: false },
      )
      return { ...told, fields: { ...told.fields, folder } }
    },
  )
  if (json || code !== exitCode.done) return code
  await tellMerges(context, say, folder)
  const program = `${ownCommand(context)} --repo ${folder}`
  tellLookingAround(context, say, [
    [`${program} autopilot status`, 'the phases, and what is next'],
    [`${program} show autopilot`, 'every decision, with who made it'],
    [`${program} learnings`, 'what stays with the project'],
    [`git -C ${folder} log --oneline main`, 'tasks, checkpoints and fixes as commits'],
    [`ls ${folder}/.harness/sessions/*`, 'the files of the session, as other tools read them'],
  ])
  return code
}

function asAPersonWould({ terminal, env }: CommandContext, say: (text: string) => void) {
  const times = new Map<string, number>()
  return async (gate: Gate) => {
    const time = times.get(gate.name) ?? 0
    times.set(gate.name, time + 1)
    const all = chosen[gate.name] ?? []
    const said = all[Math.min(time, all.length - 1)]
    if (said === undefined) return null
    const { choice, words = '' } = said
    const command = `harness answer autopilot ${choice}${words === '' ? '' : ` -m ${JSON.stringify(words)}`}`
    say(
      `${terminal.colours.strong(gate.question)}\n  You would answer with: ${command}  (the demo does it for you)`,
    )
    return answerTo(gate, { choice, reason: words, by: operatorName(env) })
  }
}
