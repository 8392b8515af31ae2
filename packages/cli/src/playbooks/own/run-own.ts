/** `harness <name>` for a user's own playbook: starts a run, or resumes the unfinished one. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { asRunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { OwnDescription } from '@harness/core/playbooks/own/definition'
import type { OwnInput, OwnState } from '@harness/core/playbooks/own/state'
import { loadPlaybook, programHere } from '@harness/shell/effects/documents/own-program'
import { unfinishedRun } from '@harness/shell/engine/conduct/unfinished-run'
import type { Asked, Registration } from '@harness/shell/engine/registration'
import { wantedIn } from '@harness/shell/engine/run-report'
import { startRun } from '@harness/shell/engine/start-run'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { ownRegistration } from '@harness/shell/playbooks/own/registration'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { optionKey } from '../../line/option-flags.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { resumeRun } from '../../run/attend/resume-run.ts'
import type { Target } from '../../run/target/look-at-target.ts'
import { drivenFace } from '../../run/trust/executed-run.ts'
import { openTarget } from '../../run/trust/open-target.ts'
import { requireProgram } from '../../run/trust/require-trust.ts'

export async function runOwn(
  context: CommandContext,
  given: Given,
  described: OwnDescription,
): Promise<number> {
  const target = await openTarget(context, textOption(given, 'provider'))
  const { root, stateDir } = target
  const { name } = described
  const asked = askedIn(given, described)
  const attendance = {
    until: null,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  const runs = openRunStore(stateDir)
  const unfinished = await unfinishedRun(stateDir, name)
  if (unfinished !== null) {
    const run = (await runs.list(name)).find(({ runId }) => runId === unfinished)
    const journal = await runs.peek({ subject: name, runId: unfinished })
    const told = journal?.type === 'readable' && 'input' in journal.first ? journal.first.input : null
    if (flagOption(given, 'dryRun') || isOther(asked, told as OwnInput | null))
      throw new UserError('run-unfinished', `The run ${name}-${unfinished} has not ended.`, {
        next: `Finish it: harness resume ${name}; or end it: harness refuse ${name} --give-up -m "why". Then run the command again.`,
      })
    if (run !== undefined) {
      const face = await drivenFace(context, { root, stateDir, runs }, run)
      return attendRun(context, target, attendance, face, (options) => resumeRun(face, options, run))
    }
  }
  const program = await programHere(root)
  await requireProgram(context, root, program)
  const registration = ownRegistration(await loadPlaybook(stateDir, program, name))
  if (flagOption(given, 'dryRun')) return foretell(context, target, registration, asked)
  return attendRun(context, target, attendance, { registration }, (options) =>
    startRun(registration, options, { subject: name, command: `harness ${name}`, asked }),
  )
}

/** What the operator gave, by the names of the playbook's words and options. */
function askedIn({ args, options }: Given, { words = [], options: own = [] }: OwnDescription): Asked {
  const given = words.map(({ name }, index) => [name, args[index]] as const)
  return {
    words: Object.fromEntries(given.filter(([, word]) => word !== undefined)),
    options: Object.fromEntries(
      own
        .map(({ name }) => [name, options[optionKey(name)]] as const)
        .filter(([, value]) => value !== undefined),
    ),
  }
}

/** Words that the unfinished run was not told would be lost. */
const isOther = ({ words }: Asked, told: OwnInput | null): boolean =>
  Object.entries(words as OwnInput['words']).some(([name, word]) => told?.words[name] !== word)

async function foretell(
  { terminal, json, env, rolesDir }: CommandContext,
  { root, stateDir, config }: Target,
  registration: Registration<OwnInput, OwnState>,
  asked: Asked,
): Promise<number> {
  const outside = {
    repoRoot: root,
    stateDir,
    config,
    environment: env,
    rolesDir,
    clock: systemClock,
    ask: null,
  }
  const input = await registration.begin?.(outside, asked, asRunId('next'))
  const { playbook } = registration
  const commands = input === undefined ? [] : wantedIn(playbook, playbook.initialState(input))
  if (json) terminal.print(JSON.stringify({ ok: true, playbook: playbook.name, commands }, null, 2))
  else {
    terminal.print(`A run of ${playbook.name} would start with:`)
    for (const { type, id } of commands) terminal.print(`  ${type}  ${id.slice(id.indexOf('/') + 1)}`)
  }
  return exitCode.done
}
