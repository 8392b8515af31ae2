import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Ended, harness as harnessProcess } from './support/harness.ts'
import { harness } from './support/harness-here.ts'
import { git, temporaryFolder } from './support/sample-repo.ts'
import { ferry, handbookOf, worktreesOf } from './support/small-handbook.ts'

describe('harness demo handbook: the sample, driven from its first prompt to its ship report', () => {
  let root: string
  let before: string
  let ended: Ended
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  // biome-ignore lint/suspicious/noExplicitAny: what a program wrote is looked into freely.
  const lines = (file: string): any[] =>
    read(file)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const told = async (command: string): Promise<string> =>
    (await harness(root, ['show', 'handbook', command])).stdout

  beforeAll(async () => {
    root = temporaryFolder()
    before = handbookOf(ferry)
    ended = await harnessProcess(root, ['demo', 'handbook', '--keep', '.'])
  })

  it('HB-30 ends as done', () => {
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('done: ') })
  })

  it('HB-10, HB-11, HB-12, HB-31 one line for each start, dispatch and completion, in the order of the phases', () => {
    const said = ended.stdout.split('\n').filter((line) => /^(start|dispatch|done) /.test(line))
    const short = said.map((line) =>
      line.replace(/^(start \S+).*/, '$1').replace(/ to the (\S+) \((\d)\)/, ' $1 $2'),
    )
    const inParallel = (line: string): boolean => / 1\.\d/.test(line)
    expect(short.filter((line) => !inParallel(line))).toEqual([
      'start 0.1',
      'dispatch 0.1 work prompt-worker 1',
      'done 0.1',
      'start 2.1',
      'dispatch 2.1 work shaper 1',
      'dispatch 2.1 self-critique brief-critic 1',
      'dispatch 2.1 work shaper 2',
      'dispatch 2.1 self-critique brief-critic 2',
      'done 2.1',
      'start 2.2',
      'dispatch 2.2 work prompt-worker 1',
      'done 2.2',
      'start 2.3',
      'dispatch 2.3 work shaper 1',
      'dispatch 2.3 self-critique brief-critic 1',
      'done 2.3',
      'start 2.4',
      'dispatch 2.4 work prompt-worker 1',
      'done 2.4 (overrun)',
      'start 3.1',
      'dispatch 3.1 work prompt-worker 1',
      'dispatch 3.1 work prompt-worker 2',
      'done 3.1',
      'start 3.2',
      'dispatch 3.2 work prompt-worker 1',
      'done 3.2 (empty result)',
      'start 3.3',
      'dispatch 3.3 work prompt-worker 1',
      'done 3.3',
      'dispatch phase-3 close phase-closer 1',
      'dispatch final final prompt-reader 1',
    ])
    // All three start at once. How fast each one goes on from there is its own affair.
    const batch = short.filter(inParallel)
    expect(batch.slice(0, 3)).toEqual(['start 1.1', 'start 1.2', 'start 1.3'])
    for (const id of ['1.1', '1.2', '1.3'])
      expect(batch.filter((line) => line.includes(` ${id}`))).toEqual([
        `start ${id}`,
        `dispatch ${id} work prompt-reader 1`,
        `done ${id}`,
      ])
    expect(batch).toHaveLength(9)
    expect(ended.stdout).toContain('Starting fresh at prompt 0.1.\nstart 0.1 document ')
  })

  it('HB-24 every box but the deferred one is ticked, and not another byte is changed', () => {
    const ticked = handbookOf(root)
    expect(ticked.match(/- \[x\] COMPLETE/g)).toHaveLength(11)
    expect(ticked).toContain('- [ ] COMPLETE (deferred)')
    expect(ticked.replaceAll('- [x] COMPLETE', '- [ ] COMPLETE')).toBe(before)
  })

  it('HB-15 what was written is merged from lanes of its own, which are gone', () => {
    expect(git(root, 'log', '--merges', '--format=%s', 'main').split('\n')).toEqual(
      ['3.3', '3.1', '2.4', '2.2', '0.1'].map((id) => `Merge prompt ${id} of the handbook`),
    )
    expect(git(root, 'diff', '--name-only', 'main~5', 'main~4')).toBe('DESIGN.md')
    expect(worktreesOf(root)).toEqual([])
    expect(git(root, 'branch', '--list')).toBe('* main')
    expect(git(root, 'status', '--porcelain').split('\n')).toEqual([
      ' M IMPECCABLE_HANDBOOK.md',
      '?? .impeccable-calibration.md',
      '?? .impeccable-overruns.jsonl',
      '?? .impeccable-patterns.jsonl',
      '?? .impeccable-shipreport.md',
      '?? .impeccable-state.json',
    ])
    expect(read('src/pages/index.html')).toContain('<h1 class="next">{{next}}</h1>')
  })

  it('HB-20, HB-25 the sidecar has a record for each prompt, with what the harness itself has run', () => {
    const state = JSON.parse(read('.impeccable-state.json'))
    expect(state.iteration_state).toMatchObject({
      iteration: 11,
      max_iterations: 200,
      timeout_minutes: 240,
      last_outcome: 'pass',
      status: 'done',
      termination_reason: 'all_done',
    })
    const records = Object.fromEntries(
      // biome-ignore lint/suspicious/noExplicitAny: what a program wrote is looked into freely.
      state.prompts.map((record: any) => [record.prompt_id, record]),
    )
    expect(Object.keys(records).sort()).toEqual([
      '0.1',
      '1.1',
      '1.2',
      '1.3',
      '2.1',
      '2.2',
      '2.3',
      '2.4',
      '3.1',
      '3.2',
      '3.3',
    ])
    expect(records['2.2']).toMatchObject({
      worktree: expect.stringMatching(/\.worktrees\/impeccable-2-2\.2-\d/),
      empty_result: false,
      overrun: false,
      actual_files: 2,
      anchor_path: 'src/pages/index.html',
      verification_digests: {
        check: { exit_code: 0 },
        test: { exit_code: 0 },
        build_data: { exit_code: 0 },
        build: { exit_code: 0 },
      },
    })
    expect(records['1.1']).toMatchObject({ worktree: null, actual_loc: null })
    expect(records['2.4']).toMatchObject({ overrun: true })
    expect(records['3.2']).toMatchObject({ empty_result: true })
  })

  it('HB-14 the craft is told the brief that passed, the second shape what failed, the polish what critiques said', async () => {
    expect(await told('work/2.1/2')).toContain('It is a menu of options, not one design.')
    expect(await told('work/2.2/1')).toContain('shows the next departure as its h1')
    expect(await told('work/2.2/1')).not.toContain('or with a map')
    const polish = await told('work/3.3/1')
    expect(polish).toContain('The greeting says nothing')
    expect(polish).toContain('The Sand Rule')
  })

  it('HB-23 what must not be empty is asked for once more, with its failure modes on top', async () => {
    expect(await told('work/3.1/2')).toMatch(
      /came to nothing\s+It says that all is well and changes nothing\.[\s\S]*# Prompt 3\.1/,
    )
  })

  it('HB-22 an overrun is written down with its numbers, and what was out of scope', () =>
    expect(lines('.impeccable-overruns.jsonl')).toEqual([
      {
        prompt_id: '2.4',
        expected_loc: 6,
        actual_loc: 13,
        expected_files: 1,
        actual_files: 1,
        ratio: 13 / 6,
        out_of_scope_files: ['src/styles.css'],
        sub_agent_summary: expect.stringContaining('one table'),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]))

  it('HB-29 every pass at the first go is a pattern to learn from', () =>
    expect(
      lines('.impeccable-patterns.jsonl')
        .map(({ prompt_id }) => prompt_id)
        .sort(),
    ).toEqual(['0.1', '1.1', '1.2', '1.3', '2.2', '2.3', '2.4', '3.2', '3.3']))

  it('HB-30, HB-51 the ship report has every issue of Phase 1 with what became of it, and what is new', () => {
    const report = read('.impeccable-shipreport.md')
    expect(report).toContain('[High] The next departure is lost in a list')
    expect(report.match(/\*changed and no longer seen\*/g)).toHaveLength(4)
    expect(report).toMatch(/Changed by 2\.2, 3\.3/)
    expect(report).toMatch(/## Regressions\s+- \[Medium\] The third column of the timetable has no name/)
    expect(report).toMatch(/## Phase 5 candidates\s+- The third column/)
    const calibration = read('.impeccable-calibration.md')
    for (const row of [
      '| 2.2 | 30±10 → 10 | 2 → 2 | no |',
      '| 2.4 | 6±2 → 13 | 1 → 1 | yes |',
      '| 3.2 | 10±5 → – | 2 → – | no |',
    ])
      expect(calibration).toContain(row)
    expect(calibration).toContain('2.4: tighten sizing')
  })
})
