import { describe, expect, it } from 'vitest'
import type { Finding, Severity } from '../kernel/finding.ts'
import { signatureOf } from '../kernel/finding.ts'
import { asCommitHash, asRunId, commandId } from '../kernel/ids.ts'
import {
  blockingFindings,
  emptyLedger,
  type FindingsLedger,
  followUps,
  forgiveRegressions,
  oscillating,
  recordPass,
} from './findings-ledger.ts'

const finding = (severity: Severity, title: string, line: number | null = null): Finding => ({
  severity,
  title,
  detail: '',
  file: 'src/a.ts',
  line,
})

const nextPass = (ledger: FindingsLedger, findings: readonly Finding[]): FindingsLedger =>
  recordPass(ledger, {
    source: 'review',
    findings,
    commit: asCommitHash(`c${ledger.passes + 1}`),
    change: commandId(asRunId('r'), 'fix', '0001', ledger.passes),
    ratchetFromPass: 3,
  })

const passes = (...rounds: readonly (readonly Finding[])[]): FindingsLedger =>
  rounds.reduce(nextPass, emptyLedger)

const fates = (ledger: FindingsLedger): Record<string, readonly string[]> =>
  Object.fromEntries(ledger.tracked.map((entry) => [entry.finding.title, entry.history.map((s) => s.fate)]))

describe('DL-30 finding identity', () => {
  it('is the file and the words of the title, not the line, the case or the severity', () => {
    expect(signatureOf(finding('High', 'Sum is wrong!', 3))).toBe(
      signatureOf(finding('Low', 'sum  is wrong', 9)),
    )
    expect(signatureOf(finding('High', 'Sum is wrong'))).not.toBe(signatureOf(finding('High', 'Sum is slow')))
  })
  it('keeps words of every script apart', () =>
    expect(signatureOf(finding('High', '合計が違う'))).not.toBe(signatureOf(finding('High', '別の問題'))))
})

describe('DL-30 the ledger says new, carried, fixed, regressed per pass', () => {
  it('follows one finding through all four', () => {
    const bug = finding('High', 'Bug')
    expect(fates(passes([bug], [bug], [], [bug]))).toEqual({ Bug: ['new', 'carried', 'fixed', 'regressed'] })
  })
  it('counts a finding told twice in a pass once, at its gravest', () => {
    const ledger = passes([finding('Medium', 'Bug'), finding('Critical', 'Bug')])
    expect(ledger.tracked).toHaveLength(1)
    expect(ledger.tracked[0]?.finding.severity).toBe('Critical')
  })
  it('DL-06 keeps a Low that a later pass does not repeat among the follow-ups', () => {
    const low = finding('Low', 'Odd name')
    expect(followUps(passes([low, finding('High', 'Bug')], [])).map((f) => f.title)).toEqual(['Odd name'])
  })
  it('remembers the commit that the latest pass saw', () => expect(passes([], []).reviewed).toBe('c2'))
})

describe('DL-30 the ratchet', () => {
  it('from the third pass on a new Medium no longer blocks but is a follow-up', () => {
    const ledger = passes([], [], [finding('Medium', 'Late'), finding('High', 'Grave')])
    expect(blockingFindings(ledger).map((f) => f.title)).toEqual(['Grave'])
    expect(followUps(ledger).map((f) => f.title)).toEqual(['Late'])
  })
  it('a Medium raised before still blocks', () => {
    const early = finding('Medium', 'Early')
    expect(blockingFindings(passes([early], [early], [early])).map((f) => f.title)).toEqual(['Early'])
  })
  it('a follow-up that turns out grave blocks', () => {
    const ledger = passes([], [], [finding('Medium', 'Late')], [finding('Critical', 'Late')])
    expect(blockingFindings(ledger)).toHaveLength(1)
  })
})

describe('DL-30 a finding in other words', () => {
  const medium = (title: string, line: number | null = null, file = 'src/a.ts') => ({
    ...finding('Medium', title, line),
    file,
  })
  const pass3 = (early: Finding, late: Finding) => passes([early], [early], [late])

  it.each([
    ['at about the same line', medium('Off by one', 40), medium('The loop reads past the end', 45)],
    ['with most of its words', medium('Totals are rounded twice'), medium('Rounded twice: totals', 90)],
    [
      'no longer so grave, at about the same line',
      finding('High', 'Off by one', 40),
      medium('The loop reads past the end', 45),
    ],
    [
      'no longer so grave, with most of its words',
      finding('Critical', 'Totals are rounded twice', 40),
      medium('Rounded twice: totals', 90),
    ],
    [
      'with most of its words and without its place',
      medium('Totals are rounded twice', 40),
      { ...medium('Rounded twice: totals'), file: null },
    ],
    [
      'with most of its words, which never had a place',
      { ...medium('Totals are rounded twice'), file: null },
      { ...medium('Rounded twice: totals'), file: null },
    ],
  ])('%s is the open one: it goes on blocking', (_how, early, late) => {
    const ledger = pass3(early, late)
    expect(ledger.tracked).toHaveLength(1)
    expect(ledger.tracked[0]?.history.map(({ fate }) => fate)).toEqual(['new', 'carried', 'carried'])
    expect(blockingFindings(ledger)).toEqual([late])
  })
  it.each([
    ['elsewhere in the file', medium('Off by one', 40), medium('Name is odd', 90)],
    ['with few of its words', medium('Sum is wrong'), medium('Sum is slow')],
    ['in another file', medium('Off by one', 40), medium('Off by one more', 41, 'src/b.ts')],
    ['of another severity', medium('Off by one', 40), finding('Low', 'Name is odd', 41)],
  ])('%s is a new one', (_how, early, late) => {
    const ledger = pass3(early, late)
    expect(ledger.tracked).toHaveLength(2)
    expect(blockingFindings(ledger)).toEqual([])
  })
  it('is known again by its own words and by its latest', () => {
    const [own, other] = [medium('Off by one', 40), medium('The loop reads past the end', 45)]
    for (const again of [
      { ...own, line: 200 },
      { ...other, line: 200 },
    ]) {
      const ledger = passes([own], [other], [], [again])
      expect(ledger.tracked[0]?.history.map(({ fate }) => fate)).toEqual([
        'new',
        'carried',
        'fixed',
        'regressed',
      ])
      expect(ledger.tracked).toHaveLength(1)
    }
  })
  it('is the one that blocks, where another open one is as near', () => {
    const [early, late] = [medium('Off by one', 48), medium('Unused name', 42)]
    const said = medium('Reads past the end', 44)
    const before = passes([], [early], [early, late])
    for (const tracked of [before.tracked, before.tracked.toReversed()])
      expect(blockingFindings(nextPass({ ...before, tracked }, [said]))).toEqual([said])
  })
  it('a grave one with other words stays a new one, whatever is near: fixes that go in circles must show', () => {
    const ledger = pass3(finding('High', 'Off by one', 40), finding('High', 'Reads past the end', 41))
    expect(fates(ledger)).toEqual({
      'Off by one': ['new', 'carried', 'fixed'],
      'Reads past the end': ['new'],
    })
  })
  it('what a check of the forge says without a place is told apart by every word', () => {
    const fails = (job: string): Finding => ({ ...finding('High', `${job} fails on the forge`), file: null })
    expect(pass3(fails('build'), fails('lint')).tracked).toHaveLength(2)
  })
  it('is never two at once', () => {
    const [one, two] = [medium('Off by one', 40), medium('Unused name', 44)]
    const ledger = passes([one, two], [medium('Reads past the end', 42)])
    expect(ledger.tracked.map(({ open }) => open)).toEqual([true, false])
  })
})

describe('DL-30 oscillation', () => {
  const bug = finding('High', 'Bug')
  it('is a fixed finding that came back twice', () => {
    expect(oscillating(passes([bug], [], [bug]))).toEqual([])
    const circle = oscillating(passes([bug], [], [bug], [], [bug]))
    expect(circle.map((entry) => entry.signature)).toEqual([signatureOf(bug)])
    expect(circle[0]?.history.filter((s) => s.fate === 'regressed').map((s) => s.change)).toEqual([
      'r/fix/0001/2',
      'r/fix/0001/4',
    ])
  })
  it('is forgiven when a person says to go on', () =>
    expect(oscillating(forgiveRegressions(passes([bug], [], [bug], [], [bug])))).toEqual([]))
})
