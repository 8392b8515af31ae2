import { asRunId } from '@harness/core/kernel/ids'
import type { WorkflowInput } from '@harness/core/playbooks/workflow/input'
import { newSession, type WorkflowState } from '@harness/core/playbooks/workflow/state'
import { describe, expect, it, test } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { adoptedSession, parseSession, printSession, type SessionFile } from './session-file.ts'

const file = '.harness/state.json'
const input: WorkflowInput = {
  runId: asRunId('20260131-120000'),
  baseBranch: 'main',
  checkout: '/repo',
  task: 'Add a sum',
  slug: 'add-a-sum',
  docsPath: 'docs/harness/add-a-sum/',
  branch: 'harness/add-a-sum',
  repoName: 'repo',
  hasGit: true,
  inPlace: false,
  merge: false,
  userLang: 'en',
  lang: 'typescript',
  commands: { build: 'npm run build', test: 'npm test', lint: null, typeCheck: null },
  checkTimeoutMs: 60_000,
  scope: null,
  maxFiles: 20,
  maxRounds: 3,
  todoBlocking: false,
  mode: 'standard',
  modelConfig: { preset: 'balanced', executor: 'sonnet', advisor: 'opus', evaluator: 'opus' },
  verifier: 'haiku',
  conventions: 'ask',
  models: {},
  roles: {},
  draft: null,
  until: null,
  flags: { verifierModel: null, outputDir: null },
  createdAt: 0,
  adopted: null,
}
const state = newSession(input)

const sessionIn = (text: string): SessionFile => {
  const read = parseSession(text, file)
  if (!read.ok) throw new Error(read.problems.map(describeProblem).join('\n'))
  if (read.value.kind !== 'session') throw new Error(read.value.kind)
  return read.value.session
}
const problemsIn = (text: string): string => {
  const read = parseSession(text, file)
  return read.ok ? '' : read.problems.map(describeProblem).join('\n')
}

describe('WF-02 .harness/state.json', () => {
  it.each([
    [null, 'auto'],
    ['plan', 'phase'],
    ['generate', 'phase'],
    ['verify', 'step'],
    ['evaluate', 'step'],
  ] as const)('WF-05 a run until %s has the style %s', (until, style) =>
    expect(sessionIn(printSession({ ...state, until }, null)).run_style).toBe(style),
  )

  it('has every field of version 2.0', () => {
    expect(JSON.parse(printSession(state, null))).toEqual({
      version: '2.0',
      skill: 'workflow',
      task: 'Add a sum',
      mode: 'standard',
      run_style: 'auto',
      model_config: {
        preset: 'balanced',
        executor: 'sonnet',
        advisor: 'opus',
        evaluator: 'opus',
        verifier: 'haiku',
      },
      cli_flags: { verifier_model: null, output_dir: null },
      user_lang: 'en',
      has_git: true,
      repo_name: 'repo',
      repo_path: '/repo',
      phase: 'plan_ready',
      result: null,
      round: 1,
      max_rounds: 3,
      max_files: 20,
      scope: '(no limit)',
      branch: 'harness/add-a-sum',
      slug: 'add-a-sum',
      lang: 'typescript',
      build_cmd: 'npm run build',
      test_cmd: 'npm test',
      lint_cmd: null,
      type_check_cmd: null,
      verify: {
        layer1_result: null,
        layer1_retries: 0,
        layer2_result: null,
        layer2_retries: 0,
        todo_blocking: false,
        autofix_attempted: false,
      },
      autofix: null,
      docs_path: 'docs/harness/add-a-sum/',
      conventions: null,
      created_at: '1970-01-01T00:00:00.000Z',
      updated_at: '1970-01-01T00:00:00.000Z',
    })
  })

  it('is read as it was printed, and keeps what others added', () => {
    const fixing: WorkflowState = { ...state, autofix: 'proposed', updatedAt: 1000 }
    const printed = printSession(fixing, null)
    expect(JSON.stringify(sessionIn(printed), null, 2)).toBe(printed.trimEnd())
    const theirs = JSON.parse(printed) as Record<string, object>
    const before = sessionIn(JSON.stringify({ ...theirs, mine: 1, verify: { ...theirs.verify, mine: 2 } }))
    const after = sessionIn(printSession({ ...fixing, autofix: 'rejected', updatedAt: 9000 }, before))
    expect(after).toMatchObject({
      mine: 1,
      verify: { mine: 2, autofix_attempted: true },
      autofix: { applied: 'rejected', triggered_at: '1970-01-01T00:00:01.000Z' },
      updated_at: '1970-01-01T00:00:09.000Z',
    })
  })

  it('has defaults for what a session of another program leaves out, in memory', () => {
    const session = sessionIn('{"version": "2.0", "task": "Add a sum"}')
    expect(session).toMatchObject({
      phase: 'plan_ready',
      cli_flags: { verifier_model: null, output_dir: null },
      verify: { autofix_attempted: false },
      autofix: null,
      docs_path: 'docs/harness/add-a-sum/',
    })
    const partial = sessionIn(
      '{"version": "2.0", "task": "x", "phase": null, "max_rounds": null, "verify": null, "mine": null}',
    )
    expect(partial).toMatchObject({
      phase: 'plan_ready',
      max_rounds: 3,
      verify: { layer1_retries: 0 },
      mine: null,
    })
    expect(
      sessionIn('{"version": "2.0", "task": "x", "model_config": {"preset": "default"}}').model_config,
    ).toEqual({
      preset: 'default',
      executor: null,
      advisor: null,
      evaluator: null,
      verifier: 'haiku',
    })
  })

  it('without a version is one of version 1, with the phases of version 2', () => {
    expect(parseSession('{"task": "x", "phase": "gen_ready", "round": 2}', file)).toMatchObject({
      ok: true,
      value: { kind: 'session', version: 1, session: { phase: 'generate_ready', round: 2 } },
    })
  })

  it('of another program names it', () => {
    expect(parseSession('{"skill": "spec", "phase": 7}', file)).toEqual({
      ok: true,
      value: { kind: 'foreign', skill: 'spec' },
    })
  })

  test.each([
    ['{"version": "2.0", "task": "x", "ph', 'closing double quote'],
    ['[]', 'expected an object'],
    ['{"version": "9.0", "task": "x"}', 'version: expected "2.0"'],
    ['{"version": "2.0"}', 'task: expected'],
    ['{"version": "2.0", "task": "x", "phase": "plannig"}', 'did you mean "planning"'],
    ['{"version": "2.0", "task": "x", "verify": {"layer1_retries": -1}}', 'verify.layer1_retries: expected'],
    ['{"version": "2.0", "task": "x", "conventions": "no"}', 'conventions: expected "skipped"'],
    [
      '{"version": "2.0", "task": "x", "model_config": {"preset": "a", "advisor": "gpt"}}',
      'model_config.advisor',
    ],
  ])('says which field is damaged: %s', (text, problem) => {
    expect(problemsIn(text)).toContain(problem)
  })

  it('never crashes its reader', () => {
    neverCrashes(textsLike(printSession(state, null), '{"task": "x"}'), parseSession)
  })
})

test.each([
  [null, false, 'idle'],
  [null, true, 'verified'],
  ['proposed', false, 'proposed'],
  ['applied', true, 'applied'],
  ['stopped', true, 'stopped'],
])(
  'WF-06 a session with the auto-fix %s, attempted %s, is taken over as %s',
  (applied, attempted, autofix) => {
    const session = sessionIn(
      JSON.stringify({
        version: '2.0',
        task: 'x',
        phase: 'verify_done',
        model_config: { preset: 'mine', advisor: 'opus' },
        conventions: 'file:.harness/conventions.md',
        verify: { layer1_result: 'FAIL', layer1_retries: 3, autofix_attempted: attempted },
        autofix: applied === null ? null : { applied },
      }),
    )
    expect(adoptedSession(session, { hasSpec: true, patch: 'p' })).toEqual({
      phase: 'verify_done',
      round: 1,
      mode: null,
      modelConfig: { preset: 'custom', executor: null, advisor: 'opus', evaluator: null, verifier: 'haiku' },
      conventions: 'file:.harness/conventions.md',
      layer1Result: 'FAIL',
      layer1Retries: 3,
      layer2Result: null,
      layer2Retries: 0,
      autofix,
      hasSpec: true,
      patch: 'p',
    })
  },
)
