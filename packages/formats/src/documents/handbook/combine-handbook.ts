/**
 * Makes of the handbook as it is written, and of its skeleton, what the playbook goes by: the Markdown's word on text
 * and boxes, the skeleton's on the rest. If the two differ, a warning says so, and reading continues.
 */

import { sizeText } from '@harness/core/playbooks/handbook/calibration-report'
import type {
  Handbook,
  HandbookPrompt,
  PhaseClose,
  PromptBudget,
} from '@harness/core/playbooks/handbook/handbook-document'
import { plainAnchors } from '@harness/core/work/anchor-path'
import type { ScopeBudget } from '../../answers/handbook/scope-envelope.ts'
import type { Skeleton, SkeletonEntry } from './skeleton.ts'
import type { WrittenClose, WrittenHandbook, WrittenPhase, WrittenPrompt } from './written-handbook.ts'

export interface HandbookWarning {
  readonly rule:
    | 'skeleton-unknown-prompt'
    | 'skeleton-lacks-prompt'
    | 'drift'
    | 'no-scope'
    | 'no-verb'
    | 'close-not-run'
    | 'section-ignored'
    | 'close-empty'
  /** Null if it is about the close of a phase. */
  readonly promptId: string | null
  readonly file: 'handbook' | 'skeleton'
  readonly line: number | null
  readonly message: string
}

export interface CombinedHandbook {
  readonly handbook: Handbook
  readonly warnings: readonly HandbookWarning[]
}

export function combineHandbook(written: WrittenHandbook, skeleton: Skeleton | null): CombinedHandbook {
  const warnings: HandbookWarning[] = []
  const prompts = written.phases.flatMap((one) =>
    one.prompts.map((prompt) => combined(prompt, skeleton, warnings)),
  )
  const known = new Set(prompts.map(({ id }) => id))
  for (const id of skeleton?.entries.keys() ?? []) {
    if (known.has(id)) continue
    const message = `The skeleton names prompt ${id}, which the handbook does not have.`
    const line = skeleton?.lineOf(id) ?? null
    warnings.push({ rule: 'skeleton-unknown-prompt', promptId: id, file: 'skeleton', line, message })
  }
  warnings.push(...written.phases.flatMap(aboutClose), ...written.phases.flatMap(aboutIgnored))
  const handbook: Handbook = {
    prompts,
    phases: written.phases.map(({ number, title, preamble, close }) => ({
      number,
      title,
      preamble,
      close: close === null ? null : closeOf(close),
    })),
    determinismNotes: written.determinismNotes ?? '',
    hasSkeleton: skeleton !== null,
    warnings: warnings.map(({ message }) => message),
  }
  return { handbook, warnings }
}

const closeOf = ({ commands, notRun, prompt, box, line }: WrittenClose): PhaseClose => ({
  commands,
  prompt,
  line,
  ...(notRun.length === 0 ? {} : { notRun: notRun.map(({ command }) => command) }),
  ...(box === null ? {} : { box: box.state }),
})

/** The operator hears before the run which commands the harness does not run, and at which close it will halt. */
function aboutClose({ number, close }: WrittenPhase): readonly HandbookWarning[] {
  if (close === null) return []
  const { commands, notRun, prompt, line, box } = close
  const isVouched = box?.state === 'done' || box?.state === 'deferred'
  if (commands.length === 0 && prompt === null && !isVouched)
    return [
      aboutPhase(
        'close-empty',
        line,
        `Phase ${number} close has nothing to run and nothing to judge: the run halts there. Write what must hold.`,
      ),
    ]
  return notRun.map((one) =>
    aboutPhase(
      'close-not-run',
      one.line,
      `Phase ${number} close: the harness does not run \`${one.command}\`; the phase closer judges it. Put it in a \`\`\`sh fence to have it run.`,
    ),
  )
}

const aboutIgnored = ({ number, ignored }: WrittenPhase): readonly HandbookWarning[] =>
  ignored.map(({ heading, line }) =>
    aboutPhase(
      'section-ignored',
      line,
      `Phase ${number}: the run ignores the section "${heading}": it has no prompt and is not a close. If it says what must hold, call it "### Phase ${number} close".`,
    ),
  )

const aboutPhase = (rule: HandbookWarning['rule'], line: number, message: string): HandbookWarning => ({
  rule,
  promptId: null,
  file: 'handbook',
  line,
  message,
})

function combined(
  written: WrittenPrompt,
  skeleton: Skeleton | null,
  warnings: HandbookWarning[],
): HandbookPrompt {
  const entry = skeleton?.entries.get(written.id) ?? null
  const { envelope } = written
  const verb = entry?.verb?.toLowerCase() ?? written.verb
  const warn = (rule: HandbookWarning['rule'], message: string, line = written.line): void => {
    warnings.push({ rule, promptId: written.id, file: 'handbook', line, message })
  }
  if (verb === null) warn('no-verb', `Prompt ${written.id} has no verb after /impeccable.`)
  if (entry === null && skeleton !== null)
    warn('skeleton-lacks-prompt', `The skeleton does not have prompt ${written.id}.`)
  if (entry === null && written.envelopeLine === null)
    warn('no-scope', `Prompt ${written.id} has no scope: its budget is unbounded and it may come to nothing.`)
  if (entry !== null)
    for (const [what, ours, theirs] of drifts(written, entry)) {
      const message = `Prompt ${written.id}: ${what} is ${theirs} in the skeleton, ${ours} in the handbook; the ${what === phase ? 'handbook' : 'skeleton'} counts.`
      warn('drift', message, written.envelopeLine ?? written.line)
    }
  return {
    id: written.id,
    phase: written.phase,
    title: titleOf(written),
    verb,
    text: written.text,
    box: written.box?.state ?? 'open',
    ...(written.box === null ? {} : { boxLine: written.box.line }),
    anchors: {
      paths: plainAnchors(entry?.anchors?.paths ?? envelope?.paths ?? []),
      productRules: entry?.anchors?.product_md_rules ?? [],
      designRules: entry?.anchors?.design_md_rules ?? [],
    },
    budget: sizingOf(entry) ?? budgetOf(envelope?.budget ?? null),
    expectedSignal: entry?.expected_signal ?? envelope?.expected_signal ?? 'allow_empty',
    success: envelope?.success ?? null,
    failureModes: envelope?.failure_modes ?? null,
    pairedWith: entry?.paired_with ?? null,
    dependsOn: entry?.depends_on ?? [],
  }
}

const titleOf = ({ heading, id }: WrittenPrompt): string =>
  (heading ?? '')
    .replace(/^Prompt\s+/i, '')
    .replace(id, '')
    .replace(/^[\s:.—–-]+/, '')

function sizingOf(entry: SkeletonEntry | null): PromptBudget | null {
  const sizing = entry?.sizing ?? null
  if (sizing === null) return null
  const unbounded = sizing.confidence === 'unbounded'
  return {
    loc: unbounded ? null : (sizing.loc ?? null),
    locFloor: sizing.loc_floor ?? 0,
    files: sizing.files ?? null,
    filesFloor: sizing.files_floor ?? 0,
  }
}

const budgetOf = (budget: ScopeBudget | null): PromptBudget | null =>
  budget === null
    ? null
    : { loc: budget.loc, locFloor: budget.loc_floor, files: budget.files, filesFloor: budget.files_floor }

/** A prompt belongs to the phase that it is written in. */
const phase = 'the phase'

type Drift = readonly [what: string, ours: string, theirs: string]

/** What both of them say, and say differently. */
function drifts(written: WrittenPrompt, entry: SkeletonEntry): readonly Drift[] {
  const { envelope } = written
  const sizing = sizingOf(entry)
  const budget = budgetOf(envelope?.budget ?? null)
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    [phase, written.phase, entry.phase],
    ['the verb', written.verb, entry.verb?.toLowerCase()],
    ['the list of paths', listed(envelope?.paths), listed(entry.anchors?.paths)],
    ['the budget', shownBudget(budget), shownBudget(sizing)],
    ['the expected signal', envelope?.expected_signal, entry.expected_signal],
  ]
  return pairs
    .filter(([, ours, theirs]) => (ours ?? null) !== null && (theirs ?? null) !== null && ours !== theirs)
    .map(([what, ours, theirs]) => [what, told(ours), told(theirs)])
}

const listed = (paths: readonly string[] | undefined): string | undefined =>
  paths === undefined ? undefined : plainAnchors(paths).toSorted().join(', ')

const told = (value: unknown): string => (value === '' ? 'empty' : String(value))

const shownBudget = (budget: PromptBudget | null): string | null =>
  budget === null
    ? null
    : `loc:${sizeText(budget.loc, budget.locFloor)},files:${sizeText(budget.files, budget.filesFloor)}`
