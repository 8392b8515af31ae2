import { describe, expect, it, test } from 'vitest'
import { patchText } from './test-support/by-itself.ts'
import { given } from './test-support/given.ts'
import { answers, checks, edits, ending, fails, measures, resumes, says } from './test-support/happenings.ts'

const approve = answers('spec', 'proceed')
const failing = Array.from({ length: 4 }, () => checks('Test'))
const atGate = [approve, ...failing]
const implementations = (story: ReturnType<typeof given>) =>
  story.calls.filter(({ role }) => /generator|implementer/.test(role)).length

describe('WF-11 verify', () => {
  it('runs the build first, and the rest only if it passed', () => {
    const story = given({}, approve, checks('Build'))
    expect(story.order()).not.toContain('RunChecks verify/rest')
    story.rest()
    expect(story.state().at).toMatchObject({ phase: 'commit-gate' })
  })

  it('goes on to lint and type check after a failed test, and scans even after a failed build', () => {
    const story = given({}, approve, checks('Test'), says('verifier', {}))
    expect(story.state().report).toMatchObject({
      result: 'FAIL',
      sections: [{ result: 'PASS' }, { result: 'FAIL' }, { result: 'PASS' }, { result: 'PASS' }],
    })
    const broken = given({}, approve, checks('Build'), says('verifier', {}))
    expect(broken.order()).toContain('ScanFiles verify/scan')
    expect(broken.state().report?.sections.map(({ result }) => result)).toEqual([
      'FAIL',
      'SKIPPED',
      'SKIPPED',
      'SKIPPED',
    ])
  })

  it('is computed from exit codes: a verifier that says PASS changes nothing', () => {
    const story = given({}, approve, checks('Build'), says('verifier', { line: 'PASS — all good' }))
    expect(story.state().report).toMatchObject({ result: 'FAIL', words: 'Words of the workflow/verifier.' })
    expect(story.state().layer1.result).toBe('FAIL')
  })

  it('stands without the words of a verifier that failed', () => {
    const story = given({}, approve, fails('verifier', 'auth')).rest()
    expect(story.state()).toMatchObject({
      at: { phase: 'commit-gate' },
      report: { result: 'PASS', words: null },
    })
  })

  it('fails if a check gave no evidence', () => {
    const never = ending('RunChecks', ({ id, tree }, at) => ({
      type: 'ChecksFinished',
      at,
      commandId: id,
      tree,
      evidence: [],
    }))
    expect(given({}, approve, never, says('verifier', {})).state().report).toMatchObject({
      line: 'FAIL — build: it did not run',
    })
  })

  it('passes without any command', () => {
    const commands = { build: null, test: null, lint: null, typeCheck: null }
    expect(given({ commands }, approve).rest().state().report).toMatchObject({
      line: 'PASS — build SKIPPED, test SKIPPED, lint SKIPPED, scan 0 TODO',
    })
  })

  it('is retried three times by the implementation only, with the report, then a person is asked', () => {
    const twice = given({ mode: 'multi' }, approve, checks('Test')).rest()
    expect(twice.order().filter((line) => /lead\/|reviews\/\w/.test(line))).toHaveLength(3)
    expect(implementations(twice)).toBe(2)
    expect(twice.envelope('implementer')).toContain('Test broke at src/sum.ts:3')
    expect(twice.envelope('implementer')).toContain('<lead/lead-developer/1>')
    const story = given({}, ...atGate).rest()
    expect(implementations(story)).toBe(4)
    expect(story.state().layer1).toEqual({ result: 'FAIL', retries: 3 })
    expect(story.asks()).toBe('verify: auto-fix, continue, stop')
  })

  it('continues to the evaluation if the person says so, which is told that it failed', () => {
    const story = given({}, ...atGate, answers('verify', 'continue')).rest()
    expect(story.envelope('evaluator')).toContain('Layer 1 FAILED')
    expect(story.asks()).toContain('commit')
  })

  it('stops with exit 8 and opens the gate again on resume, without an agent', () => {
    const stop = [...atGate, answers('verify', 'stop')]
    expect(given({}, ...stop).ends()).toMatchObject({ exitCode: 8, resumable: true })
    const story = given({}, ...stop, resumes()).rest()
    expect(implementations(story)).toBe(4)
    expect(story.asks()).toBe('verify: auto-fix, continue, stop')
  })

  test.each([
    [
      'a file outside the scope',
      { scope: 'src/**' },
      ['src/a.ts', 'lib/b.ts'],
      'scope: outside src/**: lib/b.ts',
    ],
    ['too many files', { maxFiles: 1 }, ['a', 'b'], 'max_files: 2 files changed, at most 1'],
    ['no change at all', {}, [], 'change: no file was changed'],
  ])('WF-10 %s fails, measured on the real diff', (_, input, files, line) => {
    const story = given(input, approve, measures(...files), says('verifier', {}))
    expect(story.state().report).toMatchObject({ result: 'FAIL', line: `FAIL — ${line}` })
    expect(story.rest().envelope('generator')).toContain(line)
  })

  test.each([
    [true, 'FAIL'],
    [false, 'PASS'],
  ])('with todo_blocking %s a mark of unfinished work comes to %s', (todoBlocking, result) => {
    const scan = ending('ScanFiles', ({ id }, at) => ({
      type: 'FilesScanned',
      at,
      commandId: id,
      count: 1,
      marks: [{ file: 'src/sum.ts', line: 2, mark: 'TODO' }],
    }))
    expect(given({ todoBlocking }, approve, scan, says('verifier', {})).state().report).toMatchObject({
      result,
    })
  })
})

describe('WF-12 the auto-fix', () => {
  const propose = [...atGate, answers('verify', 'auto-fix')]
  const applied = [...propose, answers('auto-fix', 'apply')]
  const hidden = 'verify: continue, stop'

  it('shows the patch with its confidence and digest at the second gate', () => {
    const story = given({}, ...propose).rest()
    expect(story.asks()).toBe('auto-fix: apply, reject, stop')
    expect(story.wanted()[0]).toMatchObject({
      gate: { question: 'en autofix: autofix? High', detail: patchText(), digest: patchText() },
    })
    expect(story.call('auto-fix-proposer').models).toEqual({ claude: 'big' })
    expect(story.envelope('auto-fix-proposer')).toContain('src/sum.ts')
  })

  it('warns of a low confidence, and takes a line of another form as Unknown', () => {
    const low = says('auto-fix-proposer', { line: 'auto_fix_patch written — confidence: Low — maybe' })
    expect(
      given({}, ...propose, low)
        .rest()
        .wanted()[0],
    ).toMatchObject({
      gate: { question: 'en autofix: autofix? Low (low)' },
    })
    const odd = given({}, ...propose, says('auto-fix-proposer', { line: 'Done!' })).rest()
    expect(odd.wanted()[0]).toMatchObject({ gate: { question: 'en autofix: autofix? Unknown' } })
    expect(odd.said()).toContain('unparsedLine')
  })

  it('applied and passed goes on to the evaluation', () => {
    const story = given({}, ...applied).rest()
    expect(story.state()).toMatchObject({ autofix: 'verified', layer1: { result: 'PASS', retries: 3 } })
    expect(story.asks()).toContain('commit')
    expect(
      story
        .order()
        .filter((line) => /^(ApplyPatch|MeasureChange)/.test(line))
        .slice(-2),
    ).toEqual(['ApplyPatch autofix/apply', 'MeasureChange measure/change'])
  })

  it('applied, changes.md tells the real diff again before the checks run', () => {
    const fixed = measures('src/sum.ts', 'src/fixed.ts')
    const story = given({}, ...applied, fixed).rest()
    const order = story.order()
    const applying = order.indexOf('ApplyPatch autofix/apply')
    expect(order.slice(applying, applying + 4)).toEqual([
      'ApplyPatch autofix/apply',
      'MeasureChange measure/change',
      'EditDocuments publish/verify',
      'RunChecks verify/build',
    ])
    expect(JSON.parse(story.files.get('docs/harness/sum/changes.md') ?? '')).toMatchObject({
      kind: 'changes',
      written: null,
      files: [{ path: 'src/sum.ts' }, { path: 'src/fixed.ts' }],
    })
  })

  it('applied and failed returns to the first gate without an auto-fix, and counts no retry', () => {
    const story = given({}, ...applied, checks('Build')).rest()
    expect(story.asks()).toBe(hidden)
    expect(story.state()).toMatchObject({ autofix: 'stopped', layer1: { retries: 3 } })
  })

  it('rejected returns to the first gate without an auto-fix', () => {
    const story = given({}, ...propose, answers('auto-fix', 'reject'))
    expect([story.asks(), story.state().autofix]).toEqual([hidden, 'rejected'])
  })

  it('stopped at the second gate halts with exit 8, and is used up', () => {
    const stop = [...propose, answers('auto-fix', 'stop')]
    expect(given({}, ...stop).ends()).toMatchObject({ exitCode: 8, resumable: true })
    const story = given({}, ...stop, resumes()).rest()
    expect([story.asks(), story.state().autofix]).toEqual([hidden, 'declined'])
  })

  test.each([
    '../etc/passwd',
    '.git/config',
    'docs/harness/sum/spec.md',
    '/etc/passwd',
    '.harness/state.json',
  ])('a patch of %s is refused before anything is applied', (path) => {
    const proposal = says('auto-fix-proposer', { wrote: patchText(path) })
    const story = given({}, ...propose, proposal, answers('auto-fix', 'apply'))
    expect([story.asks(), story.state().autofix]).toEqual([hidden, 'failed'])
    expect(story.said()).toContain('pathFailed')
    expect(story.order()).not.toContain('ApplyPatch autofix/apply')
  })

  it('a patch outside the scope is refused', () => {
    const scoped = given(
      { scope: 'src/**' },
      ...propose,
      says('auto-fix-proposer', { wrote: patchText('lib/a.ts') }),
    )
    scoped.rest()
    expect(scoped.asks()).toContain('auto-fix')
    const story = given(
      { scope: 'src/**' },
      ...propose,
      says('auto-fix-proposer', { wrote: patchText('lib/a.ts') }),
      answers('auto-fix', 'apply'),
    )
    expect(story.state().autofix).toBe('failed')
  })

  test.each([
    ['hunk', 'applyFailed'],
    ['path', 'pathFailed'],
  ] as const)('a %s that does not fit is told, and the first gate opens again', (reason, told) => {
    const refusal = ending('ApplyPatch', ({ id }, at) => ({
      type: 'PatchRefused',
      at,
      commandId: id,
      reason,
      detail: 'src/sum.ts',
    }))
    const story = given({}, ...applied, refusal)
    expect([story.asks(), story.state().autofix]).toEqual([hidden, 'failed'])
    expect(story.said()).toContain(told)
  })

  test.each([
    ['no file', null],
    ['no hunk', 'nothing to do'],
  ])('a proposal with %s uses it up', (_, wrote) => {
    const story = given({}, ...propose, says('auto-fix-proposer', { wrote }))
    expect([story.asks(), story.state().autofix]).toEqual([hidden, 'failed'])
    expect(story.said()).toContain('emptyPatch')
  })

  it('I1 a crash while it is proposed gives it back', () => {
    const crash = {
      ...resumes(),
      before: (command: { readonly type: string }) => command.type === 'RunAgent',
    }
    const story = given({}, ...propose, crash)
    expect([story.asks(), story.state().autofix]).toEqual(['verify: auto-fix, continue, stop', 'idle'])
  })

  it('I3 a crash at the second gate opens the second gate', () => {
    const story = given({}, ...propose, edits('x', null), resumes())
    expect([story.asks(), story.state().autofix]).toEqual(['auto-fix: apply, reject, stop', 'proposed'])
  })

  it('is not given back by another round', () => {
    const story = given(
      {},
      ...propose,
      answers('auto-fix', 'reject'),
      answers('verify', 'continue'),
      says('evaluator', { line: 'FAIL L3 — a bug', wrote: '### Verdict: FAIL' }),
      answers('qa-layer-3', 'fix'),
      ...failing,
    ).rest()
    expect(story.state().round).toBe(2)
    expect(story.asks()).toBe(hidden)
  })
})
