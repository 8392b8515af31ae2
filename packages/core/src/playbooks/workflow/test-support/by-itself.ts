/** Test support: what goes without saying in a story. Agents write what they are to write, checks pass, git works. */
import { asCommitHash, asTreeHash } from '../../../kernel/ids.ts'
import { checksEnded, spending } from '../../../test-support/outcomes.ts'
import type { FirstLine, LineAnswer } from '../../../work/first-line.ts'
import type { AgentFinished, Command, Outcome, RunAgent } from '../effects.ts'

/** What is outside the run. */
export interface World {
  /** The checkout, by path. A text is its own digest. */
  readonly files: Map<string, string>
  commits: number
}

export type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>
type End = Pick<Outcome, 'at' | 'commandId'>

const hashes = (name: string) => ({ commit: asCommitHash(name), tree: asTreeHash(`tree-${name}`) })

/** Null if a person has to act. */
const ends: {
  readonly [Type in Command['type']]: (command: Of<Type>, end: End, world: World) => Outcome | null
} = {
  AskHuman: () => null,
  OpenLane: ({ lane, branch }, end) => ({
    ...end,
    ...hashes('base'),
    type: 'LaneOpened',
    lane,
    path: '/lane',
    branch,
    baseCommit: asCommitHash('base'),
  }),
  CloseLane: (_command, end) => ({ ...end, type: 'LaneClosed', kept: null }),
  RunAgent: (command, end, world) => finished(command, end, world),
  WakeAt: ({ at }, end) => ({ ...end, at, type: 'TimerFired' }),
  ReadDocuments({ files, known }, end, world) {
    const documents = Object.entries(files).map(([name, [file]]) => {
      const content = world.files.get(file?.path ?? '') ?? null
      const digest = content ?? ''
      return [name, { digest, changed: digest === known[name] ? null : { content } }] as const
    })
    return { ...end, type: 'DocumentsRead', documents: Object.fromEntries(documents) as never }
  },
  EditDocuments({ documents, edits }, end, world) {
    const pathOf = (name: string): string => documents[name]?.files[0]?.path ?? ''
    const isOther = ({ document, edit }: (typeof edits)[number]): boolean => {
      const there = world.files.get(pathOf(document))
      const replaces = edit.kind === 'text' ? edit.replaces : undefined
      return replaces !== undefined && there !== undefined && there !== replaces
    }
    const edited = { ...end, type: 'DocumentsEdited', written: [] } as const
    const refused = edits.findIndex(isOther)
    if (refused >= 0)
      return {
        ...edited,
        digests: {},
        refused: [{ edit: refused, reason: 'edited', detail: '', problems: [] }],
      }
    const texts = edits.map(({ document, edit }) => {
      const text = edit.kind === 'text' ? edit.text : JSON.stringify(edit)
      world.files.set(pathOf(document), text)
      return [document, text] as const
    })
    return { ...edited, digests: Object.fromEntries(texts), refused: [] }
  },
  MeasureChange: (_command, end) => ({
    ...end,
    type: 'ChangeMeasured',
    files: [{ path: 'src/sum.ts', added: 3, removed: 1, how: 'modified' }],
  }),
  RunChecks: (command, { at }) => checksEnded(command, at, 0, null),
  ScanFiles: (_command, end) => ({ ...end, type: 'FilesScanned', count: 0, marks: [] }),
  ApplyPatch: (_command, end) => ({
    ...end,
    ...hashes('patched'),
    type: 'PatchApplied',
    changedFiles: ['src/sum.ts'],
  }),
  CommitChange: (_command, end) => ({
    ...end,
    ...hashes('final'),
    type: 'ChangeCommitted',
    unstaged: [],
  }),
  MergeLane: (_command, end) => ({
    ...end,
    ...hashes('merged'),
    type: 'LaneMerged',
    evidence: [],
    size: null,
    by: 'harness',
  }),
  CleanUp: ({ working }, end) => ({ ...end, type: 'CleanedUp', removed: working }),
}

export const byItself = (command: Command, at: number, world: World): Outcome | null =>
  (ends[command.type] as (command: Command, end: End, world: World) => Outcome | null)(
    command,
    { at, commandId: command.id },
    world,
  )

export const patchText = (path = 'src/sum.ts'): string =>
  `**Confidence**: High\n\n\`\`\`diff\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n\`\`\`\n`

/** What roles say and write that are read for more than their words. */
const lines: Readonly<Record<string, string>> = {
  'workflow/evaluator': 'PASS — all good',
  'workflow/verifier': 'PASS — all good',
  'workflow/auto-fix-proposer': 'auto_fix_patch written — confidence: High — a typo',
}
const documents: Readonly<Record<string, string>> = {
  'workflow/evaluator': '## QA Report\n### Verdict: PASS\n',
  'workflow/auto-fix-proposer': patchText(),
}

/** A role that writes code makes a commit. */
export function finished(command: RunAgent, end: End, world: World): AgentFinished {
  const { role, id, contract, artifacts = [], commitMessage, startCommit } = command
  const isWriter = commitMessage !== null
  if (isWriter) world.commits++
  const line = lines[role] ?? `${role} written — it`
  const document = documents[role] ?? `<${id.split('/').slice(1).join('/')}>`
  return {
    ...end,
    type: 'AgentFinished',
    role,
    text: `${line}\nWords of the ${role}.`,
    contract,
    answer: answerOf(line),
    spending: spending(),
    providerSession: null,
    ...(isWriter ? hashes(`commit-${world.commits}`) : { commit: startCommit, tree: asTreeHash('tree') }),
    changedFiles: isWriter ? ['src/sum.ts'] : [],
    violation: null,
    artifacts: Object.fromEntries(artifacts.map((path) => [path, document])),
  }
}

/** The first line as its contract reads it. */
export function answerOf(line: string): LineAnswer {
  return { kind: 'line', line, parsed: parsed(line) }
}

function parsed(line: string): FirstLine | null {
  const [, verdict, why = ''] = /^(PASS|FAIL L2|FAIL L3|FAIL) — (.*)$/.exec(line) ?? []
  if (verdict !== undefined) return { type: 'verdict', verdict: verdict as 'PASS', summary: why }
  const patch = /^auto_fix_patch written — confidence: (High|Medium|Low|Unknown) — (.*)$/
  const [, confidence, summary = ''] = patch.exec(line) ?? []
  if (confidence !== undefined)
    return { type: 'written', what: 'patch', confidence: confidence as 'High', summary }
  return / (written|generated|changed) — /.test(line)
    ? { type: 'written', what: 'spec', criteria: null, edgeCases: null }
    : null
}
