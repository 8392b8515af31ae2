import { readFileSync } from 'node:fs'
import type { Evidence } from '@harness/core/kernel/evidence'
import type { TreeHash } from '@harness/core/kernel/ids'
import type { KnownSoFar } from '@harness/core/playbooks/handbook/known-so-far'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike, valuesWith } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { parseOverrunLine, printOverrunLine } from './overrun-line.ts'
import { parsePatternLine, printPatternLine } from './pattern-line.ts'
import { parseHandbookState, printHandbookState } from './state-file.ts'

const theirs = readFileSync(new URL('./test-support/other-state.json', import.meta.url), 'utf8')
const noon = Date.parse('2026-01-31T12:00:00.000Z')
const evidence: Evidence = {
  check: 'check',
  run: 'npm run check',
  tree: 'abc' as TreeHash,
  exitCode: 0,
  problem: null,
  outputDigest: 'f00',
  outputTail: 'ok',
  executed: 3,
  durationMs: 12,
  claims: [],
}
const known: KnownSoFar = {
  iteration: {
    iteration: 3,
    maxIterations: 200,
    timeoutMinutes: 240,
    startedAt: noon,
    lastStepAt: noon + 5,
    lastOutcome: 'empty',
    status: 'halted',
    terminationReason: 'verification_failed',
  },
  predicted: { promptId: '2.1', verb: 'shape', rationale: 'shape→craft pair next surface 2.1' },
  records: [
    {
      promptId: '1.1',
      startedAt: noon,
      completedAt: noon + 4,
      summary: 'Done.',
      evidence: [evidence],
      worktree: '.worktrees/impeccable-1-1.1-x',
      emptyResult: false,
      overrun: true,
      actualLoc: 300,
      actualFiles: 3,
      anchorPath: 'src/a.ts',
      expected: { loc: 80, locFloor: 20, files: null, filesFloor: 0 },
      outOfScopeFiles: ['src/c.ts'],
      violation: { files: ['b.ts'], patch: 'p.patch' },
    },
  ],
  overruns: [],
  closes: [{ phase: 1, closedAt: 1_794_830_400_000, evidence: [] }],
  changes: [{ promptId: '0.1', at: 1_800_000_000_000, files: ['src/a.css'] }],
  punchList: [
    { severity: 'High', title: 'Loud', detail: 'x', file: 'src/a.ts', line: 3, promptId: '1.1' },
    { severity: 'Low', title: 'Old', detail: '', file: null, line: null },
  ],
  critiques: { 'src/a.ts': ['one', 'two'] },
  briefs: { '2.1': 'A brief.' },
  violations: [{ by: 'The final critique', files: ['src/a.ts'], patch: 'a.patch' }],
}
const read = (text: string) => {
  const result = parseHandbookState(text, 'state.json')
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.value
}

describe('HB-25 .impeccable-state.json', () => {
  it('HB-25 comes back as it was written, with every field of the contract', () => {
    const text = printHandbookState(known, null)
    const { iteration, known: back } = read(text)
    expect({ ...back, iteration, overruns: [] }).toEqual(known)
    const file = JSON.parse(text)
    expect(Object.keys(file.prompts[0])).toEqual([
      'prompt_id',
      'started_at',
      'completed_at',
      'sub_agent_summary',
      'verification_digests',
      'worktree',
      'empty_result',
      'overrun',
      'actual_loc',
      'actual_files',
      'anchor_path',
      'expected',
      'out_of_scope_files',
      'violation',
    ])
    expect(Object.keys(file.prompts[0].verification_digests)).toEqual([
      'check',
      'test',
      'build_data',
      'build',
    ])
    expect(file.next_predicted).toEqual({
      prompt_id: '2.1',
      verb: 'shape',
      rationale: 'shape→craft pair next surface 2.1',
    })
  })

  it('HB-30 a record that does not say what was expected still does not when it is written again', () => {
    const bare = JSON.parse(printHandbookState(known, null))
    const { expected: _expected, out_of_scope_files: _files, ...old } = bare.prompts[0]
    const { known: adopted, iteration, file } = read(JSON.stringify({ ...bare, prompts: [old] }))
    expect(adopted.records[0]).not.toHaveProperty('expected')
    const again = printHandbookState({ ...known, ...adopted, iteration: iteration ?? known.iteration }, file)
    expect(JSON.parse(again).prompts).toEqual([old])
  })

  it('HB-26 iteration_state has all fields, as the contract names them', () => {
    expect(JSON.parse(printHandbookState(known, null)).iteration_state).toEqual({
      iteration: 3,
      max_iterations: 200,
      timeout_minutes: 240,
      started_at: '2026-01-31T12:00:00.000Z',
      last_step_at: '2026-01-31T12:00:00.005Z',
      last_outcome: 'empty',
      status: 'halted',
      termination_reason: 'verification_failed',
    })
  })

  it('HB-25 takes over a file that another implementation wrote', () => {
    const { iteration, known: adopted } = read(theirs)
    expect(iteration).toMatchObject({
      iteration: 2,
      maxIterations: 120,
      timeoutMinutes: 90,
      status: 'running',
    })
    expect(adopted.records.map(({ promptId, anchorPath }) => [promptId, anchorPath])).toEqual([
      ['0.1', null],
      ['1.1', 'src/pages/lesson.astro'],
    ])
    expect(adopted.records[0]?.evidence).toMatchObject([
      { check: 'check', outputTail: 'ok 0 errors', exitCode: null },
      { check: 'test', outputTail: '42 passed' },
    ])
    expect(adopted.punchList).toEqual([
      {
        severity: 'Medium',
        title: 'The lesson header competes with the text.',
        detail: '',
        file: null,
        line: null,
      },
    ])
    expect(adopted.critiques).toEqual({
      'src/pages/lesson.astro': ['The header is louder than the lesson.'],
    })
    expect(adopted.predicted?.promptId).toBe('1.2')
  })

  it('HB-52 adopts critiques and anchors under the one spelling of their path', () => {
    const { known: adopted } = read(
      JSON.stringify({
        prompts: [{ prompt_id: '1.1', anchor_path: './src/a/' }],
        critiques: { './src/a/': 'one', 'src/a': ['two'] },
      }),
    )
    expect(adopted.critiques).toEqual({ 'src/a': ['one', 'two'] })
    expect(adopted.records[0]?.anchorPath).toBe('src/a')
  })

  it('HB-25 writes again what another implementation put there', () => {
    const { iteration, known: adopted, file } = read(theirs)
    const again = JSON.parse(
      printHandbookState({ ...adopted, iteration: iteration ?? known.iteration, overruns: [] }, file),
    )
    expect(again.generator).toBe('impeccable-harness-executor 0.2.0')
    expect(again.prompts[1].log_level).toBe('info')
    expect(again.prompts[0].started_at).toBe('2026-03-01T09:00:00.000Z')
  })

  it('HB-26 without iteration_state the loop begins anew, and a bare list of records is one', () => {
    expect(read('{}')).toMatchObject({ iteration: null, known: { records: [] } })
    expect(read('[{"prompt_id": "0.1"}]').known.records).toMatchObject([{ promptId: '0.1', overrun: false }])
  })

  it('HB-25 refuses what it does not understand, with the place', () => {
    const complaints = (text: string) => {
      const result = parseHandbookState(text, 'state.json')
      return result.ok ? [] : result.problems.map(describeProblem)
    }
    expect(complaints('{"iteration_state": {"started_at": "soon", "status": "runing"}}')).toEqual([
      'state.json:1:36 iteration_state.started_at: expected a moment such as "2026-01-31T12:00:00.000Z", found "soon"',
      'state.json:1:54 iteration_state.status: expected one of "running", "halted", "done", found "runing"; did you mean "running"?',
    ])
    expect(complaints('[{"prompt_id": 3}]')).toEqual([
      'state.json:1:16 prompts[0].prompt_id: expected a text, found 3; put it in quotes',
    ])
    expect(complaints('{')).toHaveLength(1)
  })

  it('QA-03 any state file gets an answer', () => {
    neverCrashes(textsLike(theirs), parseHandbookState)
    neverCrashes(
      valuesWith('prompts', 'iteration_state', 'started_at', 'prompt_id', 'critiques', 'punch_list'),
      (value, file) => parseHandbookState(JSON.stringify(value), file),
    )
  })
})

describe('HB-22 .impeccable-overruns.jsonl', () => {
  const overrun = {
    promptId: '3.1',
    expectedLoc: 100,
    actualLoc: 250,
    expectedFiles: null,
    actualFiles: 4,
    ratio: 2.5,
    outOfScopeFiles: ['x.ts'],
    summary: 'Much.',
    at: noon,
  }

  it('HB-22 has every field of the contract and comes back', () => {
    const line = printOverrunLine(overrun)
    expect(line).toBe(
      '{"prompt_id":"3.1","expected_loc":100,"actual_loc":250,"expected_files":null,"actual_files":4,"ratio":2.5,"out_of_scope_files":["x.ts"],"sub_agent_summary":"Much.","timestamp":"2026-01-31T12:00:00.000Z"}\n',
    )
    expect(parseOverrunLine(line)).toEqual(overrun)
  })

  it.each(['', '{', '{"prompt_id":"3.1"}', 'null'])('HB-22 the line %j is none', (line) => {
    expect(parseOverrunLine(line)).toBeNull()
  })
})

describe('HB-29 .impeccable-patterns.jsonl', () => {
  it('HB-29 has every field of the contract', () => {
    const line = printPatternLine(
      {
        promptId: '3.1',
        verb: 'harden',
        surfaceAnchor: 'src/a.ts',
        summary: 'Much.',
        evidence: [evidence],
        iteration: 4,
        ratio: null,
        durationMs: 9,
      },
      (summary) => `digest of ${summary}`,
    )
    expect(parsePatternLine(line)).toEqual({
      prompt_id: '3.1',
      verb: 'harden',
      surface_anchor: 'src/a.ts',
      sub_agent_summary_digest: 'digest of Much.',
      verification_digests: expect.objectContaining({ check: expect.objectContaining({ exit_code: 0 }) }),
      iteration: 4,
      ratio: null,
      duration_ms: 9,
    })
    expect(parsePatternLine('{}')).toBeNull()
  })
})
