import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../kernel/evidence.ts'
import { checksEnded } from '../../test-support/outcomes.ts'
import { ending } from '../../test-support/story.ts'
import type { Answer as Said } from './answers.ts'
import { defaultVerification } from './input.ts'
import { given } from './test-support/given.ts'
import {
  answers,
  checksCount,
  checksFail,
  checksPass,
  done,
  mergedShowing,
  mergeRefused,
  noCheckRan,
  prose,
  writes,
} from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-20 verification', () => {
  const one = documents([prompt('3.1', 'harden')])
  const namesOf = (files: readonly string[]) => {
    const command = given(one, [writes('3.1', ...files)]).command('RunChecks')
    return command.type === 'RunChecks' ? command.checks.map(({ run }) => run) : []
  }
  it('runs check and test', () =>
    expect(namesOf(['src/lib/a.ts'])).toEqual(['npm run check', 'npm run test']))
  it.each(['src/pages/a.astro', 'src/components/a.ts', 'src/content/a.md'])(
    'and the builds where %s changed',
    (file) =>
      expect(namesOf([file])).toEqual([
        'npm run check',
        'npm run test',
        'npm run build:data',
        'npm run build',
      ]),
  )
  it('runs what is configured', () => {
    const always = [{ name: 'make', run: 'make', timeoutMs: 1, claims: [] }]
    const command = given(one, [writes('3.1')], { verification: { ...defaultVerification, always } }).command(
      'RunChecks',
    )
    expect(command).toMatchObject({ checks: always })
  })
  it('HB-21 of a command that writes files it says what to do about those', () => {
    const voided = ending<unknown, 'RunChecks'>('RunChecks', '3.1', (command, at) =>
      checksEnded(command, at, 0, 'It changed built.txt.'),
    )
    const { report } = given(one, [writes('3.1'), voided]).ends()
    expect(report).toContain('`npm run check` failed: It changed built.txt.\n')
    expect(report).toContain('have git ignore what the command writes, or commit it')
    expect(report).not.toContain('complains about')
  })
  it('keeps what each showed', () =>
    expect(given(one, done('3.1')).state.records[0]?.evidence).toMatchObject([
      { check: 'check' },
      { check: 'test' },
    ]))
  it('keeps what the merged tree showed, where the merge had to show it anew', () => {
    const [shown] = given(one, done('3.1')).state.records[0]?.evidence ?? []
    const anew = { ...shown, check: 'check', outputTail: 'on the merged tree' } as Evidence
    const story = given(one, [writes('3.1'), checksPass(), mergedShowing(anew)])
    expect(story.state.records[0]?.evidence).toEqual([anew])
  })
})

describe('HB-20 what is judged does not edit its judge', () => {
  const suspicions = [
    { kind: 'rules-edited', file: 'package.json', detail: 'The script check is what a check runs.' },
  ] as const
  const scoped = (...paths: readonly string[]) =>
    documents([prompt('3.1', 'harden', { anchors: { paths, productRules: [], designRules: [] } })])
  const edits = answers('3.1', { files: ['package.json'], suspicions })
  it.each([[[]], [['.']], [['src']]])('halts before the checks where the scope is %j', (paths) => {
    const story = given(scoped(...paths), [edits])
    expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1 })
    for (const part of ['verification_failed', 'checks_edited', 'package.json: The script check'])
      expect(story.ends().report).toContain(part)
    expect(story.log).not.toContain('RunChecks verify/3.1/1')
  })
  it('goes on where the scope names the file', () =>
    given(scoped('src', 'package.json'), [edits]).wants('RunChecks verify/3.1/1'))
  it('TR-10 halts for a link that leads out, in other words', () => {
    const link = { kind: 'link-outside', file: 'out', detail: 'out is a link to /etc.' } as const
    const story = given(scoped('src'), [answers('3.1', { files: ['out'], suspicions: [link] })])
    expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1 })
    for (const part of ['verification_failed', 'suspicious_change', '- out: out is a link to /etc.'])
      expect(story.ends().report).toContain(part)
  })
})

describe('TR-05 a prompt that executes fewer tests than the base', () => {
  const told = (text: string, ...paths: readonly string[]) =>
    documents([prompt('3.1', 'harden', { text, anchors: { paths, productRules: [], designRules: [] } })])
  const fewer = [writes('3.1'), checksCount(2, 3)]
  const ruled = (quote: string) =>
    answers('verify-3.1-1', {
      answer: {
        kind: 'test-rulings',
        rulings: ['check', 'test'].map((check) => ({ check, justified: quote !== '', quote, why: 'So.' })),
      } as unknown as Said,
    })
  it('is judged by the prompt and the paths of its scope', () => {
    const story = given(told('/impeccable harden it', 'test/a.test.js'), fewer)
    story.wants('test-judge judge-tests/verify-3.1-1/1')
    expect(story.envelope()).toContain('/impeccable harden it\ntest/a.test.js')
  })
  it('halts before the merge if the prompt does not call for it', () => {
    const story = given(told('/impeccable harden it'), [...fewer, ruled('')])
    expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1 })
    for (const part of ['verification_failed', '1 test fewer', '## Tests touched'])
      expect(story.ends().report).toContain(part)
  })
  it('goes on if the prompt calls for it', () =>
    given(told('/impeccable harden it, and delete the tests of the old one'), [
      ...fewer,
      ruled('delete the tests of the old one'),
    ]).wants('MergeLane merge/3.1/1'))
  it('is judged if it does not tell any more how many', () =>
    given(told('/impeccable harden it'), [writes('3.1'), checksCount(null, 3)]).wants(
      'test-judge judge-tests/verify-3.1-1/1',
    ))
  it.each([
    [3, 3, false],
    [null, 3, true],
    [3, null, false],
  ])('goes on with %s now and %s on the base, from a cache: %s', (now, before, cached) =>
    given(told('/impeccable harden it'), [writes('3.1'), checksCount(now, before, cached)]).wants(
      'MergeLane merge/3.1/1',
    ),
  )
})

describe('HB-21 a failed verification halts at once', () => {
  const one = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')])
  it('not ticked, not retried, not rolled back, with a report', () => {
    const story = given(one, [writes('3.1'), checksFail()])
    expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1, resumable: false })
    for (const part of [
      'Prompt: 3.1',
      'It is done.',
      '`npm run check`',
      'expected 3, got 2',
      '.impeccable-state.json',
      '## Suggested human action',
    ])
      expect(story.ends().report).toContain(part)
    expect(story.log.at(-1)).toBe('RunChecks verify/3.1/1')
    expect(story.state.iteration).toMatchObject({
      iteration: 1,
      lastOutcome: 'fail',
      terminationReason: 'verification_failed',
    })
  })
  it('says how the change is kept, and how it is carried out again', () => {
    const { next } = given(one, [writes('3.1'), checksFail()]).ends()
    expect(next).toMatch(
      /^Either keep the change: fix .* in \S*\/\.worktrees\/impeccable-3-3\.1-\S+, commit it there, bring it over with git pull '\S+' \S+ and tick the box of 3\.1\. Or have it carried out again: fix .*, on the branch of your checkout\. Then: harness handbook\.$/,
    )
  })
  it('HB-21 a check that fails on the merged tree is told with command and output, and nobody is told to merge it', () => {
    const [shown] = given(one, done('3.1')).state.records[0]?.evidence ?? []
    const failing = { ...shown, run: 'npm run check', exitCode: 1, outputTail: 'only together' } as Evidence
    const story = given(one, [writes('3.1'), checksPass(), mergeRefused('checks-failed', [failing])])
    const { report, next } = story.ends()
    for (const part of ['not on top of what was committed meanwhile', '`npm run check`', 'only together'])
      expect(report).toContain(part)
    expect(next).toContain('merge the branch of your checkout, fix what the command complains about in ')
    expect(report).not.toContain('by hand')
  })
  it('a broken contract names the run to look at', () =>
    expect(given(documents([prompt('1.1', 'audit')]), [prose('1.1')]).ends()).toMatchObject({
      next: 'See its answer: harness show handbook work/1.1/1; then: harness resume',
    }))
  it('a check that never ran has not passed', () =>
    expect(given(one, [writes('3.1'), noCheckRan]).ends()).toMatchObject({ exitCode: 1 }))
})
