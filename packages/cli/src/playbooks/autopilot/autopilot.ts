/** `harness autopilot`: takes a spec through its phases, or looks at them. */
import type { RigorLevel } from '@harness/core/playbooks/autopilot/documents'
import { startAutopilot } from '@harness/shell/playbooks/autopilot/start-autopilot'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { askText } from '../../run/ask/ask.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { openTarget } from '../../run/trust/open-target.ts'
import { autopilotFace } from './autopilot-face.ts'
import { autopilotStatus } from './autopilot-status.ts'
import { knownSession } from './known-session.ts'
import { phases } from './phases.ts'
import { pathIn, usage } from './usage.ts'

const phaseOptions = ['write', 'skip', 'order'] as const

export async function autopilot(context: CommandContext, given: Given): Promise<number> {
  const [first, second] = given.args
  if (first === 'phases') return phases(context, given, second ?? null)
  const stray = phaseOptions.find(
    (name) => given.options[name] !== undefined && given.options[name] !== false,
  )
  if (stray !== undefined)
    throw usage(`--${stray} belongs to harness autopilot phases.`, `harness autopilot phases --${stray} …`)
  if (first === 'status') return autopilotStatus(context)
  if (second !== undefined) throw usage(`Only one spec can be named (${JSON.stringify(second)}).`)
  const rigor = rigorIn(given)
  const target = await openTarget(context, textOption(given, 'provider'))
  const specPath = await specIn(context, target.root, first)
  const attendance = {
    until: null,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  return attendRun(context, target, attendance, autopilotFace, (options) =>
    startAutopilot(options, { specPath, rigor, reviewPlans: flagOption(given, 'reviewPlans') }),
  )
}

function rigorIn(given: Given): RigorLevel | null {
  const [fast, thorough] = [flagOption(given, 'fast'), flagOption(given, 'thorough')]
  if (fast && thorough)
    throw usage('--fast and --thorough exclude each other.', 'Choose one of them, or none.')
  return fast ? 'fast' : thorough ? 'thorough' : null
}

/** Null resumes the unfinished session. If there is none, a person at a terminal is asked. */
async function specIn(
  context: CommandContext,
  root: string,
  named: string | undefined,
): Promise<string | null> {
  if (named !== undefined) return pathIn(context, root, named)
  if (!context.terminal.canAsk || (await knownSession(context)) !== null) return null
  const said = await askText(context.terminal, 'Which spec?')
  return said === null || said.trim() === '' ? null : pathIn(context, root, said.trim())
}
