/** `harness demo handbook`: a sample product whose handbook is driven live, from its first prompt to its ship report. */
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { startHandbook } from '@harness/shell/playbooks/handbook/start-handbook'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { ownCommand } from '../../run/own-command.ts'
import { lookAtTarget } from '../../run/target/look-at-target.ts'
import { handbookFace } from '../handbook/handbook-face.ts'
import { chosenAgent } from './chosen-agent.ts'
import { tellLookingAround, tellMerges } from './look-around.ts'
import { makeSample } from './sample-product.ts'

export async function handbookDemo(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const say = json ? terminal.note : terminal.print
  const { strong } = terminal.colours
  const provider = chosenAgent(given, context)
  const folder = await makeSample(join(context.rolesDir, '../examples/ferry'), {
    keep: textOption(given, 'keep'),
    cwd: context.cwd,
    message: 'Begin with two pages and a handbook',
  })
  say(`${strong('A sample product')} in ${folder}`)
  say(
    `Its handbook has four phases; ${provider === 'scripted' ? 'scripted agents carry' : `${provider} carries`} them out.\n`,
  )
  const target = await lookAtTarget({ ...context, repoOption: folder }, provider)
  const code = await attendRun(
    context,
    target,
    { until: null, headless: true },
    handbookFace,
    async (options) => {
      const told = await startHandbook(options)
      return { ...told, fields: { ...told.fields, folder } }
    },
  )
  if (json || code !== exitCode.done) return code
  await tellMerges(context, say, folder)
  const program = `${ownCommand(context)} --repo ${folder}`
  tellLookingAround(context, say, [
    [`cat ${join(folder, '.impeccable-shipreport.md')}`, 'what Phase 1 found, and what became of it'],
    [`cat ${join(folder, '.impeccable-calibration.md')}`, 'what was expected, and what it came to'],
    [`${program} show handbook work/2.1/2`, 'what the second brief was told after the first one failed'],
    [`git -C ${folder} diff`, 'all that was changed in the handbook: the boxes'],
  ])
  return code
}
