import { describe, expect, it } from 'vitest'
import { over } from './ending.ts'
import { givenUp } from './given-up.ts'
import type { Over } from './state.ts'
import {
  answers,
  asks,
  closed,
  conventionsPath,
  criticises,
  decisionAfter,
  draft,
  draftPath,
  drafts,
  fails,
  findingsPath,
  id,
  input,
  line,
  opened,
  said,
  stateAfter,
  wantedAfter,
  written,
} from './test-support/happenings.ts'
import { voice } from './test-support/voice.ts'

const findings = '[C1] No owner\n[m1] Typo\n'
const asked = [opened(), asks(1, 'Who?', 'Where?')] as const
const answered = [...asked, answers(1, 'enough', '1: all')] as const
const criticised = [...answered, drafts(), criticises(findings, [1, 0, 1])] as const

describe('WF-17 a quick spec', () => {
  it('asks, drafts, has a critic look, writes all documents and puts its lane away', () => {
    expect(wantedAfter({})).toMatchObject([{ type: 'OpenLane', id: id('open/spec/1') }])
    expect(wantedAfter({}, opened())).toMatchObject([
      { type: 'RunAgent', role: 'spec/interviewer', mode: 'review', contract: 'spec-questions' },
    ])
    expect(wantedAfter({}, ...answered)).toMatchObject([
      {
        type: 'RunAgent',
        role: 'spec/analyst',
        mode: 'exec',
        mayWrite: [],
        artifacts: [draftPath],
        commitMessage: null,
      },
    ])
    expect(wantedAfter({}, ...answered, drafts())).toMatchObject([
      { type: 'RunAgent', role: 'spec/critic', artifacts: [findingsPath] },
    ])
    expect(wantedAfter({}, ...criticised)).toEqual([
      {
        type: 'EditDocuments',
        id: id('write/spec/1'),
        documents: {
          spec: {
            files: [draftPath, 'docs/harness/share-notes/qa_notes.md', findingsPath].map((path) => ({
              place: 'checkout',
              path,
            })),
            expected: null,
          },
        },
        edits: [
          {
            document: 'spec',
            edit: {
              files: [
                { path: draftPath, text: draft },
                {
                  path: 'docs/harness/share-notes/qa_notes.md',
                  text: expect.stringContaining('Answer: [unconfirmed]'),
                },
                { path: findingsPath, text: findings },
              ],
            },
          },
        ],
        branch: null,
      },
    ])
    expect(wantedAfter({}, ...criticised, written)).toMatchObject([{ type: 'CloseLane' }])
  })

  it('ends with the command that takes the draft over', () => {
    const [end] = wantedAfter({ idea: "Ada's notes" }, ...criticised, written, closed())
    expect(end).toMatchObject({
      outcome: 'done',
      exitCode: 0,
      resumable: false,
      next: `then harness workflow --spec ${draftPath} 'Ada'\\''s notes'`,
      report: expect.stringContaining('critic_findings written — Critical=1, Major=0, Minor=1'),
    })
    const long = `--json ${'and more '.repeat(50)}`
    const ended = stateAfter({ idea: long }, ...criticised, written, closed())
    const moved = { ...ended, input: { ...ended.input, docsPath: 'my specs/x/' } } as Over
    expect(over(moved, voice.words.en)).toMatchObject({
      end: {
        next: `then harness workflow --spec 'my specs/x/spec_draft.md' --output-dir 'my specs' -- '${long.trim()}'`,
      },
    })
    expect(end).toMatchObject({ report: expect.stringContaining('## Open\n\n- Where?') })
  })

  it('asks in at most three rounds, of five, three and three questions', () => {
    const many = ['1', '2', '3', '4', '5', '6']
    const rounds = [1, 2, 3].flatMap((round) => [asks(round, ...many), answers(round, 'answer', '1: yes')])
    const gateOf = (...events: Parameters<typeof wantedAfter>[1][]) => wantedAfter({}, opened(), ...events)[0]
    expect(gateOf(...rounds.slice(0, 1))).toMatchObject({
      gate: { name: 'questions-1', question: 'en 5 questions, 1/3' },
    })
    expect(gateOf(...rounds.slice(0, 3))).toMatchObject({ gate: { question: 'en 3 questions, 2/3' } })
    expect(gateOf(...rounds.slice(0, 5))).toMatchObject({ gate: { question: 'en 3 questions, 3/3' } })
    expect(gateOf(...rounds)).toMatchObject({ role: 'spec/analyst' })
  })

  it('waits at its questions with exit code 8, and every choice can take words', () => {
    expect(decisionAfter({}, ...asked)).toMatchObject({
      type: 'wait',
      commands: [
        {
          type: 'AskHuman',
          gate: {
            exitCode: 8,
            detail: expect.stringContaining('**2. Where?**'),
            choices: [
              { name: 'answer', words: 'required' },
              { name: 'enough', words: 'optional' },
              { name: 'stop', words: 'optional' },
            ],
          },
        },
      ],
    })
  })

  it('an interviewer without a question is followed by the draft', () =>
    expect(wantedAfter({}, opened(), asks(1))).toMatchObject([{ role: 'spec/analyst' }]))

  it('a person who stops gets nothing written, and exit code 8', () => {
    const stopped = [...asked, answers(1, 'stop')] as const
    expect(wantedAfter({}, ...stopped)).toMatchObject([{ type: 'CloseLane' }])
    expect(wantedAfter({}, ...stopped, closed())).toMatchObject([
      { outcome: 'halted', exitCode: 8, resumable: false, next: "again harness spec 'Share notes'" },
    ])
  })

  it('answers are told to the next round, and to every role after it', () => {
    const told = (...events: Parameters<typeof wantedAfter>[1][]) =>
      JSON.stringify(wantedAfter({}, ...events))
    expect(told(...asked, answers(1, 'answer', '1: all'))).toContain('Answer: all')
    for (const events of [answered, [...answered, drafts()]]) expect(told(...events)).toContain('Answer: all')
  })
})

describe('WF-17 a document that will not do', () => {
  it.each([
    ['no draft', drafts(null), 'You did not write'],
    ['a draft with too few sections', drafts('# Spec\n## Goal\n'), 'has 1 sections'],
  ])('%s is asked for again', (_, event, problem) => {
    const [command] = wantedAfter({}, ...answered, event)
    expect(command).toMatchObject({ role: 'spec/analyst', id: id('draft/spec/2') })
    expect(JSON.stringify(command)).toContain(problem)
  })

  it('three times no draft: the run stops with exit code 4 and can be resumed', () => {
    const none = [1, 2, 3].map((attempt) => drafts(null, attempt))
    expect(wantedAfter({}, ...answered, ...none)).toMatchObject([
      { outcome: 'paused', exitCode: 4, resumable: true, reason: `spec/analyst wrote no ${draftPath}` },
    ])
    const resumed = { type: 'RunResumed', at: 9, until: null } as const
    expect(wantedAfter({}, ...answered, ...none, resumed)).toMatchObject([{ id: id('draft/spec/4') }])
  })

  it('a draft that keeps its few sections is taken with a warning', () => {
    const few = [1, 2, 3].map((attempt) => drafts('# Spec\n## Goal\n', attempt))
    expect(stateAfter({}, ...answered, ...few)).toMatchObject({
      phase: 'critique',
      warnings: ['1 of 7 sections'],
    })
  })

  it('the counts of a critic are those of its file', () => {
    const state = stateAfter({}, ...answered, drafts(), criticises(findings, [2, 0, 3]))
    expect(state).toMatchObject({
      phase: 'write',
      counts: { critical: 1, major: 0, minor: 1 },
      warnings: [
        'critic_findings written — Critical=2, Major=0, Minor=3 -> critic_findings written — Critical=1, Major=0, Minor=1',
      ],
    })
  })

  it('a critic that names findings without ids is asked again', () => {
    const [command] = wantedAfter({}, ...answered, drafts(), criticises('Bad.', [1, 0, 0]))
    expect(command).toMatchObject({ role: 'spec/critic', id: id('critique/spec/2') })
  })

  it('WF-01 a first line that does not parse is a warning', () => {
    const silent = said(
      'draft/spec/1',
      'spec/analyst',
      { kind: 'line', line: 'Done!', parsed: null },
      { [draftPath]: draft },
    )
    expect(stateAfter({}, ...answered, silent)).toMatchObject({
      phase: 'critique',
      warnings: ['spec/analyst: no line'],
    })
  })

  it('other files that a role changed are told', () => {
    const strays = said('draft/spec/1', 'spec/analyst', line(draftPath), { [draftPath]: draft }, ['src/a.js'])
    expect(stateAfter({}, ...answered, strays).warnings).toEqual(['spec/analyst changed src/a.js'])
  })

  it('an interviewer that changed files is asked again', () => {
    const strays = said('interview/spec/1', 'spec/interviewer', { kind: 'questions', questions: [] }, {}, [
      'a',
    ])
    expect(wantedAfter({}, opened(), strays)).toMatchObject([{ id: id('interview/spec/2') }])
  })

  it('what a person wrote in its place stays: the run stops and names it', () => {
    const taken = {
      ...written,
      refused: [{ edit: 0, reason: 'taken', detail: draftPath, problems: [] }],
    } as typeof written
    expect(wantedAfter({}, ...criticised, taken)).toMatchObject([
      { outcome: 'paused', resumable: true, reason: `taken ${draftPath}` },
    ])
  })
})

describe('WF-07 conventions of a spec', () => {
  const scanPath = '.harness/conventions.md'
  const scan = (text: string | null, attempt: number) =>
    said(
      `scan/spec/${attempt}`,
      'workflow/convention-scanner',
      line(scanPath),
      text === null ? {} : { [scanPath]: text },
    )

  it('a rich CLAUDE.md is copied', () => {
    const claudeMd = 'rule\n'.repeat(50)
    const state = stateAfter({ claudeMd, scan: 'ask' }, ...criticised)
    expect(state).toMatchObject({ files: { [conventionsPath]: claudeMd } })
    expect(JSON.stringify(wantedAfter({ claudeMd, scan: 'ask' }, opened()))).toContain('rule')
    const sparse = { claudeMd: 'rule\n'.repeat(49), scan: 'ask' } as const
    expect(wantedAfter(sparse, opened())).toMatchObject([{ gate: { name: 'conventions' } }])
  })

  it('otherwise a person is asked; a scan that leaves no file is tried twice more', () => {
    const ask = { scan: 'ask' } as const
    expect(wantedAfter(ask, opened())).toMatchObject([{ gate: { name: 'conventions', exitCode: 8 } }])
    expect(wantedAfter(ask, opened(), answers(1, 'skip'))).toMatchObject([{ role: 'spec/interviewer' }])
    const scanned = [opened(), answers(1, 'scan')] as const
    expect(wantedAfter(ask, ...scanned)).toMatchObject([
      { role: 'workflow/convention-scanner', artifacts: [scanPath] },
    ])
    expect(wantedAfter(ask, ...scanned, scan('# Rules', 1))).toMatchObject([{ role: 'spec/interviewer' }])
    const missing = [...scanned, scan(null, 1), answers(2, 'retry'), scan(null, 2)] as const
    expect(wantedAfter(ask, ...missing)).toMatchObject([{ gate: { name: 'scan-missing' } }])
    expect(wantedAfter(ask, ...missing, answers(3, 'retry'), scan(null, 3))).toMatchObject([
      { role: 'spec/interviewer' },
    ])
  })

  it('the operator can want a scan, or none, without a question', () => {
    expect(wantedAfter({ scan: 'scan' }, opened())).toMatchObject([{ role: 'workflow/convention-scanner' }])
    expect(wantedAfter({ scan: 'skip' }, opened())).toMatchObject([{ role: 'spec/interviewer' }])
  })
})

describe('WF-03 the language of a spec', () => {
  it('is that of the idea, then that of the last words', () => {
    const korean = { idea: 'ko: 메모' }
    expect(wantedAfter(korean, ...asked)).toMatchObject([{ gate: { question: 'ko 2 questions, 1/3' } }])
    const german = [...asked, answers(1, 'answer', 'de: alle'), asks(2, 'Wo?')] as const
    expect(wantedAfter(korean, ...german)).toMatchObject([{ gate: { question: 'de 1 questions, 2/3' } }])
  })

  it('another language falls back to English with a notice', () => {
    const state = stateAfter({ idea: 'it: appunti' })
    expect(state).toMatchObject({ language: 'en', warnings: ['no texts in it'] })
  })
})

describe('WF-17 trouble', () => {
  it('a rate limit waits, a failing agent stops the run, and all costs are counted', () => {
    expect(
      wantedAfter({}, opened(), fails('interview/spec/1', 'spec/interviewer', 'rate_limit')),
    ).toMatchObject([{ type: 'WakeAt' }])
    const twice = [1, 2].map((n) => fails(`interview/spec/${n}`, 'spec/interviewer', 'unknown'))
    expect(wantedAfter({}, opened(), ...twice)).toMatchObject([{ outcome: 'paused', resumable: true }])
    expect(stateAfter({}, opened(), ...twice).spent).toMatchObject({ tokens: 10 })
  })

  it('DL-06 an abandoned run is over, with nothing written', () => {
    const state = stateAfter({}, ...answered)
    const end = givenUp(voice)(state, 'ada', 'no')
    expect(end).toMatchObject({ outcome: 'blocked', next: "nothing written, harness spec 'Share notes'" })
    if (end === null) return
    expect(stateAfter({}, ...answered, { type: 'RunEnded', at: 9, end })).toMatchObject({
      phase: 'over',
      result: null,
    })
    expect(givenUp(voice)(stateAfter({}, ...criticised, written), 'ada', 'no')).toBeNull()
    expect(input.depth).toBe('quick')
  })
})
