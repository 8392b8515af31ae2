/** Settles what becomes of an unfinished session before a command starts: it is resumed, replaced or ended. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { type ArtifactName, artifactNames, workingFiles } from '@harness/core/playbooks/workflow/artifacts'
import type { StepName } from '@harness/core/playbooks/workflow/input'
import { validateDocsPath } from '@harness/core/playbooks/workflow/path-validator'
import { phaseLabel } from '@harness/core/playbooks/workflow/phase-label'
import { isLanguage, type PhaseLabel, phaseLabels, type Words } from '@harness/core/playbooks/workflow/words'
import { type SessionFile, scopeOf } from '@harness/formats/documents/workflow/session-file'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { abandonRun } from '@harness/shell/engine/registered-defaults'
import { anyRegistration } from '@harness/shell/engine/registration'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { removeOwn } from '@harness/shell/playbooks/workflow/clean-up'
import { adoptable, foundSession } from '@harness/shell/playbooks/workflow/found-session'
import { workflowRegistration } from '@harness/shell/playbooks/workflow/registration'
import type { WorkflowAsked } from '@harness/shell/playbooks/workflow/workflow-asked'
import { statusLines } from '@harness/shell/playbooks/workflow/workflow-report'
import type { CommandContext, Given } from '../../line/command.ts'
import type { RunTarget } from '../../line/face.ts'
import { operatorName } from '../../run/operator.ts'
import { type KnownSession, knownSession } from './known-session.ts'
import { askAboutSession } from './session-question.ts'

export type Settled =
  | { readonly type: 'start'; readonly asked: Partial<WorkflowAsked> }
  | { readonly type: 'done'; readonly exitCode: number }

interface Wanted {
  readonly step: StepName | null
  readonly task: string
}

const start: Settled = { type: 'start', asked: {} }
const later: Settled = { type: 'done', exitCode: exitCode.waitingAtGate }
const ended: Settled = { type: 'done', exitCode: exitCode.done }

export async function settleSession(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  { step, task }: Wanted,
): Promise<Settled> {
  const own = await knownSession(context)
  const found = own === null ? await foundSession(target.root) : null
  const continues = step !== null && step !== 'plan'
  if (continues) {
    const phase =
      own !== null ? phaseLabel(own.state) : found?.kind === 'session' ? found.session.phase : null
    guardStep(wordsOf(own, found?.kind === 'session' ? found.session : null), phase, step)
    return found?.kind === 'session' ? adopt(context, target, found.session) : start
  }
  if (task.trim() === '') throw refusal(workflowVoice.words.en.refusals.emptyTask)
  if (own !== null) return settleOwn(context, target, given, own)
  if (found === null || (found.kind === 'session' && found.session.phase === 'completed')) return start
  return found.kind === 'foreign'
    ? settleForeign(context, target, given, found.skill)
    : settleFound(context, target, given, found.session, found.version)
}

function wordsOf(own: KnownSession | null, found: SessionFile | null): Words {
  const language = own?.state.userLang ?? found?.user_lang ?? 'en'
  return workflowVoice.words[isLanguage(language) ? language : 'en']
}

/** The phase that each step needs. */
const needed: Readonly<Record<Exclude<StepName, 'plan'>, PhaseLabel>> = {
  generate: 'plan_done',
  verify: 'generate_done',
  evaluate: 'verify_done',
}

function guardStep({ refusals }: Words, phase: PhaseLabel | null, step: Exclude<StepName, 'plan'>): void {
  const reached = phase === null ? -1 : phaseLabels.indexOf(phase)
  if (reached >= phaseLabels.indexOf(needed[step])) return
  const said = {
    generate: refusals.runPlanFirst,
    verify: refusals.runGenerateFirst,
    evaluate: refusals.runVerifyFirst,
  }
  throw refusal(said[step])
}

const refusal = (message: string): UserError =>
  new UserError('usage', message, { next: 'harness workflow --help' })

async function settleOwn(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  own: KnownSession,
): Promise<Settled> {
  const words = wordsOf(own, null)
  const { session } = words.gates
  const status = `\n${statusLines(own.state, words).join('\n')}\n`
  const choice = await askAboutSession(context, given, words, {
    gate: session,
    question: session.question(status),
    flags: { resume: 'resume', restart: 'restart', stop: 'stop' },
  })
  if (choice === null) return later
  if (choice === 'resume') return start
  await abandonRun(
    {
      repoRoot: target.root,
      stateDir: target.stateDir,
      config: target.config,
      environment: context.env,
      clock: systemClock,
      run: own.run,
      by: operatorName(context.env),
      reason: choice,
    },
    anyRegistration(workflowRegistration),
  )
  await removeWorking(target, own.state.input.docsPath, own.state.published)
  return choice === 'restart' ? start : ended
}

/** A session of another tool is in the way. */
async function settleForeign(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  skill: string,
): Promise<Settled> {
  const words = workflowVoice.words.en
  const { conflict } = words.gates
  const choice = await askAboutSession(context, given, words, {
    gate: conflict,
    question: conflict.question(skill),
    flags: { delete: 'restart', cancel: 'stop' },
  })
  if (choice === null) return later
  if (choice === 'cancel') return ended
  await removeWorking(target, anyDocs)
  return start
}

/** A session of this kind that no journal knows: another program began it, or the journal is gone. */
async function settleFound(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  session: SessionFile,
  version: 1 | 2,
): Promise<Settled> {
  const words = wordsOf(null, session)
  const { gates, phases, labels } = words
  const status = `\n${labels.task} : ${session.task}\n${labels.phase} : ${phases[session.phase]}\n`
  const choice =
    version === 1
      ? await askAboutSession(context, given, words, {
          gate: gates.earlier,
          question: gates.earlier.question(status),
          flags: { continue: 'resume', abandon: 'stop' },
        })
      : await askAboutSession(context, given, words, {
          gate: gates.session,
          question: gates.session.question(status),
          flags: { resume: 'resume', restart: 'restart', stop: 'stop' },
        })
  if (choice === null) return later
  if (choice === 'continue' || choice === 'resume') return adopt(context, target, session)
  await removeWorking(target, session.docs_path)
  return choice === 'restart' ? start : ended
}

/** The folder of the documents is judged again. If it does not pass, the session starts afresh. */
async function adopt(
  { terminal }: CommandContext,
  target: RunTarget,
  session: SessionFile,
): Promise<Settled> {
  const words = wordsOf(null, session)
  const docsPath = session.docs_path
  const valid = validateDocsPath(docsPath)
  if (!valid.ok) {
    terminal.note(`[harness] ${words.lines.docsPathRefused(docsPath)}`)
    await removeWorking(target, anyDocs)
    return start
  }
  return {
    type: 'start',
    asked: {
      task: session.task,
      adopted: await adoptable(target.root, session),
      of: { slug: valid.path.split('/').at(-1) ?? '', docsPath: `${valid.path}/` },
      scope: scopeOf(session),
      maxRounds: session.max_rounds,
      maxFiles: session.max_files,
      inPlace: true,
    },
  }
}

/** Stands for the folder of a session that names none. Nothing is removed there. */
const anyDocs = 'docs/harness/none/'

async function removeWorking(
  { root, stateDir }: RunTarget,
  docsPath: string,
  made: readonly ArtifactName[] = artifactNames,
): Promise<void> {
  const own = validateDocsPath(docsPath).ok ? docsPath : anyDocs
  const done = await removeOwn(
    { docsPath: own, docs: [], working: workingFiles(made) },
    { repoRoot: root, stateDir },
    new AbortController().signal,
  )
  if ('why' in done) throw refusal(workflowVoice.words.en.lines.cleanUpRefused(done.path, done.why))
}
