/** `harness site-reverse`: makes a product spec of a web site, or resumes that. */
import { UserError } from '@harness/core/kernel/user-error'
import { startSiteReverse } from '@harness/shell/playbooks/site-reverse/start-site-reverse'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { siteReverseFace } from './site-reverse-face.ts'

export async function siteReverse(context: CommandContext, given: Given): Promise<number> {
  const asked = {
    url: given.args[0] ?? null,
    name: textOption(given, 'name'),
    to: textOption(given, 'to'),
    depth: countIn('--depth', textOption(given, 'depth'), 0, 10),
    maxPages: countIn('--max-pages', textOption(given, 'maxPages'), 1, 200),
  }
  const target = await defaultTarget(context, 'harness site-reverse', textOption(given, 'provider'))
  const attendance = {
    until: null,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  return attendRun(context, target, attendance, siteReverseFace, (options) =>
    startSiteReverse({ ...options, asked }),
  )
}

function countIn(flag: string, text: string | null, least: number, most: number): number | null {
  if (text === null) return null
  if (/^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  throw new UserError('usage', `${flag} takes a number from ${least} to ${most}, not ${text}.`, {
    next: 'harness site-reverse --help',
  })
}
