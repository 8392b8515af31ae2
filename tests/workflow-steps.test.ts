/** A workflow step by step, without a terminal: where each command stops, and what the session's file says there. */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harnessJson } from './support/harness-here.ts'
import { shownWrongly } from './support/role-page.ts'
import { approves, commit, delivers, git, planPath, planText, runDirs, write } from './support/sample-repo.ts'
import {
  branch,
  changes,
  docs,
  ends,
  plans,
  sessionOf,
  single,
  standard,
  words,
  workflowRepo,
} from './support/workflow-repo.ts'

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const notYet = {
  layer1_result: null,
  layer1_retries: 0,
  layer2_result: null,
  layer2_retries: 0,
  todo_blocking: false,
  autofix_attempted: false,
}

/** Runs one command, says that it saw more, and reads that in its own report. */
const quoting = (output: string, more = {}) => ({
  role: 'workflow/evaluator',
  do: [
    { run: 'cat hello.txt' },
    {
      write: {
        path: `${docs}/qa_report.md`,
        text: `### Verdict: PASS\n\n> $ cat hello.txt\n> exit 0\n> ${output}\n`,
      },
    },
    { run: `cat ${docs}/qa_report.md` },
  ],
  reply: 'PASS — all 1 criteria met',
  ...more,
})
const invents = quoting('12 passed', { times: 2 })
const quotes = quoting('hello')

describe('WF-05, WF-09 steps', () => {
  it('WF-02 each step stops with exit code 8 and the whole state; the spec gate is for the spec that is there', async () => {
    const root = workflowRepo([invents, quotes, ...single()])
    const textOf = (name: string): string => readFileSync(join(root, docs, name), 'utf8')
    expect((await ends(2, root, ['workflow', 'generate'])).stderr).toContain('Run plan first')

    const plan = ['workflow', 'plan', 'Say hello', '--yes', '--mode', 'single', '--model-config', 'default']
    expect((await ends(8, root, plan)).stdout).toContain('Session paused: Plan — complete.')
    const planned = {
      version: '2.0',
      skill: 'workflow',
      task: 'Say hello',
      mode: 'single',
      run_style: 'phase',
      model_config: { preset: 'default', executor: null, advisor: null, evaluator: null, verifier: 'haiku' },
      cli_flags: { verifier_model: null, output_dir: null },
      user_lang: 'en',
      has_git: true,
      repo_name: root.split('/').at(-1),
      repo_path: expect.any(String),
      phase: 'plan_done',
      result: null,
      round: 1,
      max_rounds: 3,
      max_files: 20,
      scope: '(no limit)',
      branch,
      slug: 'say-hello',
      lang: 'unknown',
      build_cmd: null,
      test_cmd: 'grep -q hello hello.txt',
      lint_cmd: null,
      type_check_cmd: null,
      verify: notYet,
      autofix: null,
      docs_path: `${docs}/`,
      conventions: 'skipped',
      created_at: time,
      updated_at: time,
    }
    expect(sessionOf(root)).toEqual(planned)
    const status = (await ends(0, root, ['workflow'])).stdout
    expect(status).toMatch(/^\[harness\]\n {2}Task +: Say hello\n {2}Mode +: single\n/)
    expect(status).toMatch(/Phase +: Plan — complete\n {2}Round +: 1 \/ 3\n/)
    expect(status).toContain('Next step: harness workflow generate')
    expect((await harnessJson(root, ['workflow'])).value).toMatchObject({
      ok: true,
      session: { phase: 'plan_done', slug: 'say-hello', round: 1, autofix: 'idle' },
      next: 'harness workflow generate',
    })
    expect((await ends(2, root, ['workflow', 'verify'])).stderr).toContain('Run generate first')

    await ends(8, root, ['workflow', 'generate'])
    expect((await harnessJson(root, ['workflow'])).value.next).toMatch(
      /^harness answer workflow-\S+ <proceed\|modify\|stop>$/,
    )
    const gateOf = async () => (await harnessJson(root, ['show', 'workflow'])).value.gate
    const asked = await gateOf()
    expect(asked).toMatchObject({ name: 'spec', attempt: 1 })
    expect(asked.choices.map(({ name }: { name: string }) => name)).toEqual(['proceed', 'modify', 'stop'])
    appendFileSync(join(root, docs, 'spec.md'), '- [ ] and mean it\n')
    await ends(8, root, ['answer', 'workflow', 'proceed'])
    const again = await gateOf()
    expect(again).toMatchObject({ name: 'spec', attempt: 2, detail: expect.stringContaining('and mean it') })
    expect(again.digest).not.toBe(asked.digest)
    expect(sessionOf(root)).toEqual({ ...planned, phase: 'plan_done' })
    const stale = await ends(2, root, ['answer', 'workflow', 'proceed', '--digest', asked.digest])
    expect(stale.stderr).toContain('harness show')
    await ends(8, root, ['answer', 'workflow', 'proceed'])
    expect(sessionOf(root)).toEqual({ ...planned, phase: 'generate_done' })
    expect(textOf('changes.md')).toContain('- hello.txt — a secret reason')
    expect((await ends(2, root, ['workflow', 'evaluate'])).stderr).toContain('Run verify first')

    const verified = await ends(8, root, ['workflow', 'verify'])
    expect(verified.stdout).toContain('PASS — build SKIPPED, test ✓, lint SKIPPED, scan 0 TODO')
    const verify = { ...notYet, layer1_result: 'PASS' }
    expect(sessionOf(root)).toEqual({ ...planned, run_style: 'step', phase: 'verify_done', verify })
    expect(textOf('verify_report.md')).toMatch(/result: PASS\nphase: layer1_mechanical/)

    // AG-17: a PASS with an invented quotation is none, twice; the person resumes, and an honest one counts.
    const invented = await ends(4, root, ['workflow', 'evaluate'])
    expect(invented.stdout).toContain('quotes text that is in no output that was seen: 12 passed\n')
    expect(`${invented.stdout}${invented.stderr}`).toContain('passed the change with quotations')
    expect(sessionOf(root)).toMatchObject({ phase: 'evaluating', verify: { layer2_result: null } })
    const seen = await ends(8, root, ['resume', 'workflow'])
    expect(seen.stdout).not.toContain('quotes')
    const evaluated = { ...planned, run_style: 'step', verify: { ...verify, layer2_result: 'PASS' } }
    expect(sessionOf(root)).toEqual({ ...evaluated, phase: 'evaluate_done' })
    expect(textOf('qa_report.md')).toContain('### Verdict: PASS')
    expect(git(root, 'log', '--format=%s', 'main')).toBe('Begin')

    await ends(8, root, ['resume', 'workflow'])
    expect(sessionOf(root)).toMatchObject({ phase: 'completed', result: 'passed' })
    await ends(0, root, ['answer', 'workflow', 'none'])
    expect(existsSync(join(root, '.harness/state.json'))).toBe(false)
    expect(existsSync(join(root, docs, 'spec.md'))).toBe(true)
  })

  it('AG-18, WF-08, WF-15 a whole run in standard mode commits everything if the person says so', async () => {
    const root = workflowRepo(standard)
    await ends(8, root, ['workflow', 'Say hello', '--yes', '--mode', 'standard'])
    await ends(8, root, ['answer', 'workflow', 'proceed'])
    await ends(0, root, ['answer', 'workflow', 'all'])
    expect(git(root, 'log', '--format=%s', `main..${branch}`)).toBe('Say hello')
    expect(git(root, 'diff', '--name-only', 'main', branch).split('\n')).toEqual([
      ...['changes', 'qa_report', 'spec', 'verify_report'].map((name) => `${docs}/${name}.md`),
      'hello.txt',
    ])
    expect((await harnessJson(root, ['show', 'workflow'])).value.spent.calls).toBe(8)
    const onPage = ['synthesizer-standard', 'combined-advisor', 'implementer-standard'].map(
      (role) => `workflow/${role}`,
    )
    expect(shownWrongly({ root, subject: 'workflow' }, onPage)).toEqual([])
  })
})

it('WF-05 an open session keeps no plan from being delivered', async () => {
  const root = workflowRepo([...single(), delivers, approves])
  write(root, { [planPath('0001')]: planText('0001') })
  commit(root, 'Plan')
  await ends(8, root, [
    'workflow',
    'plan',
    'Say hello',
    '--yes',
    '--mode',
    'single',
    '--model-config',
    'default',
  ])
  expect(git(root, 'status', '--porcelain', '--untracked-files=all').split('\n')).toEqual([
    '?? .harness/state.json',
    `?? ${docs}/spec.md`,
  ])
  expect((await ends(0, root, ['doctor'])).stdout).toMatch(/ok {4}tree +clean/)
  await ends(0, root, ['run', '0001'])
  expect(sessionOf(root)).toMatchObject({ phase: 'plan_done' })
})

it('WF-17 a draft is read by the planner, and the documents go beside it', async () => {
  const draft = `${docs}/spec_draft.md`
  const root = workflowRepo([plans()])
  write(root, { [draft]: '# Say hello\n\nIn a low voice.\n' })
  commit(root, 'Draft')
  await ends(8, root, ['workflow', '--spec', draft, 'Say hello', '--yes', '--mode', 'single'])
  expect((await ends(0, root, ['show', 'workflow', 'plan/planner/1'])).stdout).toContain('In a low voice.')
  expect(sessionOf(root)).toMatchObject({ task: 'Say hello', docs_path: `${docs}/` })
})

describe('WF-06, WF-10 limits and another session', () => {
  it('scope and number of files are measured in the real diff; another task waits for the word of a person', async () => {
    const other = 'docs/harness/another-task'
    const files = { 'hello.txt': 'hello\n', 'more.txt': 'more\n' }
    const root = workflowRepo([
      { ...plans(other), match: other },
      plans(),
      changes('generator', files, { reply: '1 files changed — src/hello.txt' }),
      words,
    ])
    const limits = ['--scope', 'src/**', '--max-files', '1']
    await ends(8, root, ['workflow', 'plan', 'Say hello', '--yes', ...limits])
    await ends(8, root, ['workflow', 'generate'])
    await ends(8, root, ['answer', 'workflow', 'proceed'])
    const failed = await ends(8, root, ['workflow', 'verify'])
    expect(failed.stdout).toContain('FAIL — scope: outside src/**: hello.txt, more.txt')
    const report = readFileSync(join(root, docs, 'verify_report.md'), 'utf8')
    expect(report).toContain('max_files: 2 files changed, at most 1')
    expect(sessionOf(root)).toMatchObject({
      phase: 'verify_done',
      scope: 'src/**',
      max_files: 1,
      verify: { layer1_result: 'FAIL', layer1_retries: 0 },
    })

    const waits = await ends(8, root, ['workflow', 'Another task', '--yes'])
    expect(waits.stderr).toMatch(
      /Previous session detected[\s\S]*Task +: Say hello[\s\S]*Resume, restart, or stop/,
    )
    expect(sessionOf(root).task).toBe('Say hello')
    // Its lane goes: commits stay on the branch, the rest becomes a patch.
    writeFileSync(join(`${root}.lanes`, 'lane-1/half.txt'), 'half\n')
    const [run = ''] = runDirs(root, 'workflow')
    const restarted = await ends(8, root, [
      'workflow',
      'plan',
      'Another task',
      '--yes',
      '--session',
      'restart',
    ])
    expect(restarted.stderr).toContain(`The changes are in ${branch}\n`)
    const [patch = ''] = readdirSync(join(run, 'set-aside'))
    expect(readFileSync(join(run, 'set-aside', patch), 'utf8')).toContain('+half')
    expect(sessionOf(root)).toMatchObject({ task: 'Another task', phase: 'plan_done', scope: '(no limit)' })
    await ends(0, root, ['workflow', 'Another task', '--yes', '--session', 'stop'])
    expect(existsSync(join(root, '.harness/state.json'))).toBe(false)
    expect((await harnessJson(root, ['workflow'])).value.session).toBe(null)
    expect(git(root, 'branch', '--format=%(refname:short)', '--list', 'harness/*')).toBe(branch)
    expect(git(root, 'diff', '--name-only', 'main', branch)).toBe('hello.txt\nmore.txt')
    expect(readdirSync(join(root, '.harness/run/lanes/.records'))).toEqual([])
  })
})
