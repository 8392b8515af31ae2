/**
 * Owns `.harness/state.json`: what a workflow's session says of itself to people and to other programs. A missing field
 * has its default in memory only, and fields that others added stay.
 */

import { isoTime } from '@harness/core/kernel/iso-time'
import { artifactPath } from '@harness/core/playbooks/workflow/artifacts'
import { type AutofixState, autofixStates, isAttempted } from '@harness/core/playbooks/workflow/autofix'
import { type AdoptedSession, modes, phaseLabels } from '@harness/core/playbooks/workflow/input'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { Conventions } from '@harness/core/work/conventions'
import { grades, type ModelConfig, presetNames } from '@harness/core/work/model-presets'
import * as z from 'zod'
import { type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { isObject } from '../../text/is-object.ts'
import { readJson } from '../../text/json-text.ts'
import { problemIn } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import { phaseLabel } from './phase-label.ts'
import { runStyle } from './run-style.ts'
import { slugOf } from './slug.ts'

const noScope = '(no limit)'

const text = z.string().nullable().default(null)
const grade = z.enum(grades).nullable().default(null)
const layerResult = z.enum(['PASS', 'FAIL']).nullable().default(null)
const count = (byDefault: number) => z.int().min(0).max(100_000).default(byDefault)

const session = z.looseObject({
  version: z.literal('2.0'),
  skill: text,
  task: z.string().regex(/\S/, 'a task'),
  mode: z.enum(modes).nullable().default(null),
  run_style: z.enum(['auto', 'phase', 'step']).nullable().default(null),
  model_config: z
    .looseObject({
      preset: z.string(),
      executor: grade,
      advisor: grade,
      evaluator: grade,
      verifier: z.enum(grades).default('haiku'),
    })
    .nullable()
    .default(null),
  cli_flags: z.looseObject({ verifier_model: grade, output_dir: text }).prefault({}),
  user_lang: text,
  has_git: z.boolean().nullable().default(null),
  repo_name: text,
  repo_path: text,
  phase: z.enum(phaseLabels).default('plan_ready'),
  /** How a completed session ended. */
  result: z.enum(['passed', 'accepted-with-failures', 'failed']).nullable().default(null),
  round: z.int().min(1).max(1_000).default(1),
  max_rounds: count(3),
  max_files: count(20),
  scope: z.string().default(noScope),
  branch: text,
  slug: text,
  lang: z.string().default('unknown'),
  build_cmd: text,
  test_cmd: text,
  lint_cmd: text,
  type_check_cmd: text,
  verify: z
    .looseObject({
      layer1_result: layerResult,
      layer1_retries: count(0),
      layer2_result: layerResult,
      layer2_retries: count(0),
      todo_blocking: z.boolean().default(false),
      autofix_attempted: z.boolean().default(false),
    })
    .prefault({}),
  autofix: z
    .looseObject({
      last_patch_path: text,
      applied: z.enum(autofixStates),
      triggered_at: text,
    })
    .nullable()
    .default(null),
  docs_path: text,
  conventions: z
    .string()
    .regex(/^(?:skipped|file:.+)$/, '"skipped", "file:<path>" or null')
    .nullable()
    .default(null),
  created_at: text,
  updated_at: text,
})

/** With a value for every field. */
export type SessionFile = z.output<typeof session> & { readonly docs_path: string }

export type ReadSession =
  /** Another program's session. */
  | { readonly kind: 'foreign'; readonly skill: string }
  /** Version 1 had no field for it. Its phases are shown as those of version 2. */
  | { readonly kind: 'session'; readonly version: 1 | 2; readonly session: SessionFile }

const ownSkill = 'workflow'

/** Of version 1, by the names of version 2. */
const phasesOfVersion1: Readonly<Record<string, string>> = {
  gen_ready: 'generate_ready',
  eval_ready: 'evaluate_ready',
}

export function parseSession(json: string, file: string): Parsed<ReadSession> {
  const tooLarge = oversize(json, file)
  if (tooLarge !== null) return refused([tooLarge])
  const read = readJson(json, file)
  if (!read.ok) return read
  const { value } = read.value
  if (!isObject(value)) return refused([problemIn(read.value, [], file, 'an object', shown(value))])
  if (typeof value.skill === 'string' && value.skill !== ownSkill)
    return parsed({ kind: 'foreign', skill: value.skill })
  const isFirst = (value.version ?? null) === null
  const checked = checkAgainst(session, { ...read.value, value: asVersion2(value, isFirst) }, file)
  return checked.ok
    ? parsed({ kind: 'session', version: isFirst ? 1 : 2, session: withDocsPath(checked.value) })
    : checked
}

/** Null in a known field says that it is not set yet. */
function asVersion2(
  value: Readonly<Record<string, unknown>>,
  isFirst: boolean,
): Readonly<Record<string, unknown>> {
  const set = Object.entries(value).filter(([name, each]) => each !== null || !(name in session.shape))
  const { version = '2.0', phase, ...fields } = Object.fromEntries(set)
  if (phase === undefined) return { version, ...fields }
  return { version, ...fields, phase: isFirst ? phaseOfVersion2(phase) : phase }
}

const phaseOfVersion2 = (phase: unknown): unknown =>
  typeof phase === 'string' && Object.hasOwn(phasesOfVersion1, phase) ? phasesOfVersion1[phase] : phase

function withDocsPath(read: z.output<typeof session>): SessionFile {
  const slug = read.slug ?? slugOf(read.task, (read.created_at ?? 'session').slice(0, 10))
  return { ...read, slug, docs_path: read.docs_path ?? `docs/harness/${slug}/` }
}

/** Null if the session has no limit. */
export const scopeOf = ({ scope }: SessionFile): string | null => (scope === noScope ? null : scope)

/** What a run takes over. The shell looks whether the spec is there, and reads the patch. */
export function adoptedSession(
  { phase, round, mode, model_config, conventions, verify, autofix }: SessionFile,
  found: Pick<AdoptedSession, 'hasSpec' | 'patch'>,
): AdoptedSession {
  return {
    phase,
    round,
    mode,
    modelConfig: model_config === null ? null : modelConfigOf(model_config),
    conventions: conventions as Conventions,
    layer1Result: verify.layer1_result,
    layer1Retries: verify.layer1_retries,
    layer2Result: verify.layer2_result,
    layer2Retries: verify.layer2_retries,
    autofix: autofixOf(autofix?.applied, verify.autofix_attempted),
    ...found,
  }
}

/** A fix that was verified may be cleared from the file; it was tried all the same. */
const autofixOf = (applied: AutofixState | undefined, attempted: boolean): AutofixState =>
  applied ?? (attempted ? 'verified' : 'idle')

function modelConfigOf(config: NonNullable<SessionFile['model_config']>): ModelConfig {
  const { executor, advisor, evaluator } = config
  const preset = presetNames.find((name) => name === config.preset) ?? 'custom'
  return { preset, executor, advisor, evaluator, verifier: config.verifier }
}

/** `before` is what the file holds now; what others added to it stays. Null if there is no file. */
export function printSession(state: WorkflowState, before: SessionFile | null): string {
  const { input } = state
  const { build, test, lint, typeCheck } = input.commands
  const updated = isoTime(state.updatedAt)
  const printed: SessionFile = {
    ...before,
    version: '2.0',
    skill: ownSkill,
    task: input.task,
    mode: state.mode,
    run_style: runStyle(state.until),
    model_config: state.modelConfig === null ? null : { ...before?.model_config, ...state.modelConfig },
    cli_flags: {
      ...before?.cli_flags,
      verifier_model: input.flags.verifierModel,
      output_dir: input.flags.outputDir,
    },
    user_lang: state.userLang,
    has_git: input.hasGit,
    repo_name: input.repoName,
    repo_path: input.checkout,
    phase: phaseLabel(state),
    result: state.result,
    round: state.round,
    max_rounds: input.maxRounds,
    max_files: input.maxFiles,
    scope: input.scope ?? noScope,
    branch: input.branch,
    slug: input.slug,
    lang: input.lang,
    build_cmd: build,
    test_cmd: test,
    lint_cmd: lint,
    type_check_cmd: typeCheck,
    verify: {
      ...before?.verify,
      layer1_result: state.layer1.result,
      layer1_retries: state.layer1.retries,
      layer2_result: state.layer2.result,
      layer2_retries: state.layer2.retries,
      todo_blocking: input.todoBlocking,
      autofix_attempted: isAttempted(state.autofix),
    },
    autofix:
      state.autofix === 'idle'
        ? null
        : {
            ...before?.autofix,
            last_patch_path: artifactPath('auto_fix_patch', input.docsPath),
            applied: state.autofix,
            triggered_at: before?.autofix?.triggered_at ?? updated,
          },
    docs_path: input.docsPath,
    conventions: state.conventions,
    created_at: isoTime(input.createdAt),
    updated_at: updated,
  }
  return `${JSON.stringify(printed, null, 2)}\n`
}
