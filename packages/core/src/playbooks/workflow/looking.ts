/** Owns what a workflow looks for before it plans: conventions, what a spec session left, what another program made. */
import type { DocumentsRead } from '../../effects/read-documents.ts'
import { conventionStep, conventionsFile, namedFile } from '../../work/conventions.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { verdictIn } from '../../work/qa-verdict.ts'
import { work } from './moves.ts'
import { afterConventions, skipConventions } from './recovery.ts'
import { go, pathIn, publish, type WorkflowState } from './state.ts'
import { say } from './words.ts'

export type Read = DocumentsRead<Readonly<Record<string, string>>>

/** By the names under which they are read. */
export function filesToLookAt(state: WorkflowState): Readonly<Record<string, string>> {
  const { docsPath, adopted } = state.input
  const named = namedFile(adopted?.conventions ?? null)
  return {
    conventions: conventionsFile,
    persisted_conventions: `${docsPath}conventions.md`,
    claude: 'CLAUDE.md',
    qa_notes: `${docsPath}qa_notes.md`,
    critic_findings: `${docsPath}critic_findings.md`,
    ...(adopted === null
      ? {}
      : {
          spec: pathIn(state, 'spec'),
          qa_report: pathIn(state, 'qa_report'),
          auto_fix_patch: pathIn(state, 'auto_fix_patch'),
        }),
    ...(named === null ? {} : { named_conventions: named }),
  }
}

export function looked(state: WorkflowState, { documents }: Read): WorkflowState {
  const textOf = (name: string): string | null => documents[name]?.changed?.content ?? null
  const [qa, patch, spec] = [textOf('qa_report'), textOf('auto_fix_patch'), textOf('spec')]
  const digest = documents.spec?.digest ?? ''
  const confidence = readPatch(patch ?? '')?.confidence ?? 'Unknown'
  const known: WorkflowState = {
    ...state,
    notes: { qa: textOf('qa_notes') ?? '', critic: textOf('critic_findings') ?? '' },
    conventions: state.input.adopted?.conventions ?? state.conventions,
    spec: spec === null ? null : { text: spec, digest, approved: null, wanted: null },
    qa: qa === null ? null : { line: '', text: qa, result: verdictIn(qa) ?? 'FAIL', layer: null },
    patch: patch === null ? null : { text: patch, confidence, digest: null },
  }
  const step = conventionStep(known.conventions, {
    live: textOf('conventions'),
    persisted: textOf('persisted_conventions'),
    claude: textOf('claude'),
    named: textOf('named_conventions'),
  })
  if (step.type === 'ask') return askForConventions(known)
  const settled = { ...known, conventions: step.conventions, conventionsText: step.text }
  const told =
    step.from === 'claude'
      ? say(settled, 'conventionsRich')
      : step.from === 'skipped'
        ? say(settled, 'conventionsSkipped')
        : say(settled, 'conventionsTaken', step.from === 'persisted' ? state.input.docsPath : '.harness/')
  return step.copied === null
    ? afterConventions(told)
    : publish(told, 'plan', { name: 'conventions', edit: { kind: 'text', text: step.copied } })
}

function askForConventions(state: WorkflowState): WorkflowState {
  const { conventions } = state.input
  if (conventions === 'ask') return go(state, { phase: 'conventions', ask: 'scan' })
  return conventions === 'scan' ? work(state, 'scan') : skipConventions(state)
}
