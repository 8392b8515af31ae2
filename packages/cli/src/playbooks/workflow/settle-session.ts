/** Settles what becomes of an unfinished session before a command starts: it is resumed, replaced or ended. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { oneLine } from '@harness/core/kernel/one-line'
import { type ArtifactName, artifactNames, workingFiles } from '@harness/core/playbooks/workflow/artifacts'
import type { StepName } from '@harness/core/playbooks/workflow/input'
import { validateDocsPath } from '@harness/core/work/path-validator'
import { phaseLabel } from '@harness/formats/documents/workflow/phase-label'
import { type ReadSession, type SessionFile, scopeOf } from '@harness/formats/documents/workflow/session-file'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { abandonRun } from '@harness/shell/engine/registered-defaults'
import { anyRegistration } from '@harness/shell/engine/registration'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { removeOwn } from '@harness/shell/playbooks/workflow/clean-up'
import { adoptable } from '@harness/shell/playbooks/workflow/found-session'
import { type PutAway, putLanesAway } from '@harness/shell/playbooks/workflow/put-lanes-away'
import { workflowRegistration } from '@harness/shell/playbooks/workflow/registration'
import type { WorkflowAsked } from '@harness/shell/playbooks/workflow/workflow-asked'
import { foundLines, statusLines } from '@harness/shell/playbooks/workflow/workflow-report'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import type { CommandContext, Given } from '../../line/command.ts'
import type { RunTarget } from '../../line/face.ts'
import { operatorName } from '../../run/operator.ts'
import type { KnownSession, SessionHere } from './known-session.ts'
import { refusal } from './refusal.ts'
import { askAboutSession } from './session-question.ts'
import { wordsOf } from './session-words.ts'
import { guardStep, type SessionPlace } from './step-needs.ts'

export type Settled =
  | { readonly type: 'start'; readonly asked: Partial<WorkflowAsked> }
  | { readonly type: 'done'; readonly exitCode: number }

interface Wanted {
  readonly step: StepName | null
  readonly task: string
  readonly here: SessionHere
  /** Tell of the command, not of the session. */
  readonly words: WorkflowTexts
}

const start: Settled = { type: 'start', asked: {} }
const later: Settled = { type: 'done', exitCode: exitCode.waitingAtGate }

export async function settleSession(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  { step, task, here: { own, found }, words }: Wanted,
): Promise<Settled> {
  if (step !== null && step !== 'plan') {
    const session = found?.kind === 'session' ? found.session : null
    await guardStep(target.root, step, placeOf(own, session), words)
    return session === null ? start : adopt(context, target, session)
  }
  if (task.trim() === '') throw refusal(words.refusals.emptyTask)
  if (own !== null) return settleOwn(context, target, given, task, own)
  if (found === null || (found.kind === 'session' && found.session.phase === 'completed')) return start
  return found.kind === 'foreign'
    ? settleForeign(context, target, given, found.skill, words)
    : settleFound(context, target, given, task, found)
}

function placeOf(own: KnownSession | null, found: SessionFile | null): SessionPlace | null {
  if (own !== null) return { phase: phaseLabel(own.state), docsPath: own.state.input.docsPath }
  return found === null ? null : { phase: found.phase, docsPath: found.docs_path }
}

/** What the command says beside a session that it resumes counts for nothing, and the person hears so. */
function tellKept({ terminal }: CommandContext, given: Given, { kept, task, words }: Kept): void {
  const others = Object.keys(given.options).filter((name) => !ofTheCommand.has(name))
  if (task.trim() !== kept || others.length > 0)
    terminal.note(stripControl(`[harness] ${words.ends.kept(oneLine(kept))}`))
}

/** Options that hold for a resumed session too. */
const ofTheCommand: ReadonlySet<string> = new Set(['session', 'yes', 'verbose', 'trust', 'provider'])

interface Kept {
  /** The task of the session. */
  readonly kept: string
  readonly task: string
  readonly words: WorkflowTexts
}

function tellLanes({ terminal }: CommandContext, { ends }: WorkflowTexts, { branch, kept }: PutAway): void {
  const lines = [...(branch === null ? [] : [ends.notCommitted(branch)]), ...kept]
  for (const line of lines) terminal.note(stripControl(`[harness] ${line}`))
}

function ended({ terminal, json }: CommandContext): Settled {
  const told = { ok: true, outcome: 'stopped', exitCode: exitCode.done, next: 'harness workflow "task"' }
  if (json) terminal.print(JSON.stringify(told, null, 2))
  return { type: 'done', exitCode: exitCode.done }
}

async function settleOwn(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  task: string,
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
  if (choice === 'resume') {
    tellKept(context, given, { kept: own.state.input.task, task, words })
    return start
  }
  const outside = {
    ...target,
    repoRoot: target.root,
    environment: context.env,
    rolesDir: context.rolesDir,
    clock: systemClock,
    ask: null,
  }
  const end = await abandonRun(
    { ...outside, run: own.run, by: operatorName(context.env), reason: choice },
    anyRegistration(workflowRegistration),
  )
  if (end !== null) {
    const runDir = folderOfRun(target.stateDir, own.run)
    tellLanes(context, words, await putLanesAway(own.state, runDir, outside))
  }
  await removeWorking(target, words, own.state.input.docsPath, own.state.published)
  return choice === 'restart' ? start : ended(context)
}

/** A session of another tool is in the way. */
async function settleForeign(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  skill: string,
  words: WorkflowTexts,
): Promise<Settled> {
  const { conflict } = words.gates
  const choice = await askAboutSession(context, given, words, {
    gate: conflict,
    question: conflict.question(skill),
    flags: { delete: 'restart', cancel: 'stop' },
  })
  if (choice === null) return later
  if (choice === 'cancel') return ended(context)
  await removeWorking(target, words, anyDocs)
  return start
}

/** A session of this kind that no journal knows: another program began it, or the journal is gone. */
async function settleFound(
  context: CommandContext,
  target: RunTarget,
  given: Given,
  task: string,
  { session, version }: Extract<ReadSession, { kind: 'session' }>,
): Promise<Settled> {
  const words = wordsOf(null, session)
  const { gates } = words
  const status = `\n${foundLines(session, words).join('\n')}\n`
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
  if (choice === 'continue' || choice === 'resume') {
    tellKept(context, given, { kept: session.task, task, words })
    return adopt(context, target, session)
  }
  await removeWorking(target, words, session.docs_path)
  return choice === 'restart' ? start : ended(context)
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
    await removeWorking(target, words, anyDocs)
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
  words: WorkflowTexts,
  docsPath: string,
  made: readonly ArtifactName[] = artifactNames,
): Promise<void> {
  const own = validateDocsPath(docsPath).ok ? docsPath : anyDocs
  const done = await removeOwn(
    { docsPath: own, docs: [], working: workingFiles(made) },
    { repoRoot: root, stateDir, words },
    new AbortController().signal,
  )
  if ('why' in done) throw refusal(words.lines.cleanUpRefused(done.path, done.why))
}
