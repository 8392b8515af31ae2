/** `harness spec`: turns an idea into the draft of a spec, or resumes that. */
import { UserError } from '@harness/core/kernel/user-error'
import { specVoice } from '@harness/formats/documents/spec/spec-voice'
import { languageOf, spokenLanguage } from '@harness/formats/text/language-of'
import { startSpec } from '@harness/shell/playbooks/spec/start-spec'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { specFace } from './spec-face.ts'

export async function spec(context: CommandContext, given: Given): Promise<number> {
  refuseBoth(given, ['quick', '--quick'], ['deep', '--deep'])
  refuseBoth(given, ['scan', '--scan'], ['noScan', '--no-scan'])
  const target = await defaultTarget(context, 'harness spec', textOption(given, 'provider'))
  const attendance = {
    until: null,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  const asked = {
    idea: given.args[0] ?? null,
    depth: flagOption(given, 'deep') ? 'deep' : 'quick',
    scan: flagOption(given, 'scan') ? 'scan' : flagOption(given, 'noScan') ? 'skip' : 'ask',
    outputDir: textOption(given, 'outputDir'),
  } as const
  return attendRun(context, target, attendance, specFace, (options) => startSpec({ ...options, asked }))
}

type Flag = readonly [name: string, flag: string]

function refuseBoth(given: Given, [one, oneFlag]: Flag, [other, otherFlag]: Flag): void {
  if (!flagOption(given, one) || !flagOption(given, other)) return
  const { refusals } = specVoice.words[spokenLanguage(languageOf(given.args[0] ?? ''))]
  throw new UserError('usage', refusals.exclusive(oneFlag, otherFlag), { next: 'harness spec --help' })
}
