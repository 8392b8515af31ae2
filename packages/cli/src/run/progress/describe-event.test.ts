import { isWakeAt } from '@harness/core/effects/wake-at'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import type { Event as DeliveryEvent } from '@harness/core/playbooks/delivery/effects'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import * as answer from '@harness/core/playbooks/delivery/test-support/answers'
import { given } from '@harness/core/playbooks/delivery/test-support/given'
import type { Happening } from '@harness/core/playbooks/delivery/test-support/happening'
import * as story from '@harness/core/playbooks/delivery/test-support/happenings'
import { github, input } from '@harness/core/playbooks/delivery/test-support/sample-input'
import { finding } from '@harness/core/test-support/outcomes'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deliveryFace } from '../../playbooks/delivery/delivery-face.ts'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { describeEvent } from './describe-event.ts'
import { openProgress } from './progress.ts'
import { sightOf } from './run-sight.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with escape.
const colour = /\u001b\[\d+m/g

/** Every event of a story, commands issued before their outcomes as in a journal, with the state each led to. */
function told(...happenings: readonly Happening[]): { event: AnyEvent; state: DeliveryState }[] {
  let state = delivery.initialState(input)
  const chapters: { event: AnyEvent; state: DeliveryState }[] = []
  const add = (event: AnyEvent): void => {
    state = delivery.evolve(state, event as DeliveryEvent)
    chapters.push({ event, state })
  }
  const { runId } = input
  add({ type: 'RunStarted', at: 0, runId, playbook: 'delivery', playbookVersion: 1, input })
  const issue = (at: number) => {
    const decision = delivery.decide(state)
    for (const command of decision.type === 'end' ? [] : decision.commands)
      add({ type: 'CommandIssued', at: at - 500, command })
  }
  happenings.forEach((happening, index) => {
    const at = (index + 1) * 1000
    issue(at)
    // The plan stays unedited in these stories.
    if (state.phase === 'read-plan') {
      add(story.planUnedited(state, at))
      issue(at)
    }
    add(happening(state, at))
  })
  return chapters
}

/** The text of the last event's line. */
function lastLine(...happenings: readonly Happening[]) {
  const last = told(...happenings).at(-1)
  if (last === undefined) throw new Error('nothing happened')
  const line = describeEvent(last.event, sightOf(deliveryFace, last.state), last.event.at - 500)
  if (line === null) throw new Error('nothing is said')
  return line
}

const high = finding('High', 'Sum is wrong')
const toReview = [story.laneOpened, answer.changed('v1'), story.checksPassed] as const

describe('what a run’s events say', () => {
  test('QA-23 an implementer’s line has phase, files, elapsed, tokens and cost', () => {
    const { phase, text } = lastLine(story.laneOpened, answer.changed('v1'))
    expect(phase).toBe('implement')
    expect(text).toBe('the implementer changed 1 file · 0.5 s · 100 tokens · $0.01')
  })
  test('an implementer that changed nothing is said to have done so', () => {
    const { text, tone } = lastLine(story.laneOpened, answer.changedNothing)
    expect(text).toContain('changed nothing')
    expect(tone).toBe('warn')
  })
  test('a failed check shows its exit code, its command and the end of its output', () => {
    const { text, detail } = lastLine(story.laneOpened, answer.changed('v1'), story.checksFailed)
    expect(text).toContain('test failed (exit code 1)')
    expect(detail).toEqual(['$ npm test', 'expected 3, got 2'])
  })
  test('a review’s findings are counted by severity and listed', () => {
    const { text, detail } = lastLine(...toReview, answer.reviewed(high, finding('Low', 'Name it')))
    expect(text).toMatch(/^1 High, 1 Low · /)
    expect(detail[0]).toBe('- [High] Sum is wrong (src/sum.js)')
  })
  test('AG-17 a finding whose quotation was not found says so below it', () => {
    const invented = { ...high, detail: 'See:\n> return a - b' }
    const { detail } = lastLine(...toReview, answer.reviewedUnseen(['return a - b'], invented))
    expect(detail.at(-1)).toContain('Quote not found: it stands in nothing that the reviewer saw.')
  })
  test('a reviewer that edits files: what it changed and where that was set aside', () => {
    const { text, detail, tone } = lastLine(...toReview, answer.reviewedAndEdited('src/x.js'))
    expect(text).toContain('its answer is void')
    expect(detail).toEqual(['src/x.js', 'set aside in set-aside.patch'])
    expect(tone).toBe('bad')
  })
  test('QA-05 what was left, kept or moved aside is told below what happened', () => {
    const noted: Happening = (state, at) => ({
      ...answer.changed('v1')(state, at),
      notes: ['.git/config changed\u001b[2K during the turn'],
    })
    expect(lastLine(story.laneOpened, noted).detail).toEqual(['note: .git/config changed during the turn'])
  })
  test('DL-20 context that an agent was not told is named with why', () => {
    const told = { path: 'docs/context/a.md', digest: '1', leftOut: null }
    const context = [told, { path: 'docs/context/b.md', digest: '2', leftOut: 'it is a link' }]
    const happened: Happening = (state, at) => ({ ...answer.changed('v1')(state, at), context })
    expect(lastLine(story.laneOpened, happened).detail).toEqual([
      'note: the context docs/context/b.md was left out: it is a link',
    ])
  })
  test('QA-23 a rate limit says until when is waited', () => {
    const until = 60 * 60_000
    const chapters = told(story.laneOpened, answer.failed('rate_limit', until), story.timerFired)
    const waiting = chapters.find(
      ({ event }) => isRunEvent(event, 'CommandIssued') && isWakeAt(event.command),
    )
    if (waiting === undefined) throw new Error('it does not wait')
    const line = describeEvent(waiting.event, sightOf(deliveryFace, waiting.state), null)
    expect(line?.phase).toBe('wait')
    expect(line?.text).toMatch(/^until .*\d\d:00 \(in 1 h 00 m\): rate limit of the implementer/)
  })
  test('QA-23 a resumed run says which agent, checks or question it continues', () => {
    const resumed = { type: 'RunResumed', at: 9, until: null } as const
    const resumedAfter = (...happenings: readonly Happening[]) => {
      const state = told(...happenings).reduce((_, chapter) => chapter.state, delivery.initialState(input))
      return describeEvent(resumed, sightOf(deliveryFace, state), null)
    }
    const { laneOpened } = story
    const { changed } = answer
    expect(resumedAfter(laneOpened)?.text).toBe('resumed at implement, with the implementer')
    expect(resumedAfter(laneOpened, changed('v1'))?.text).toBe('resumed at implement, with test')
    const asking = resumedAfter(
      laneOpened,
      answer.needs({ kind: 'credential', what: 'a token', why: 'w', how: 'h' }),
    )
    expect(asking?.detail).toEqual([expect.stringMatching(/^needs you: .*a token/)])
  })
  test('QA-23 a run that is resumed while it waits says until when', () => {
    const { text } = lastLine(story.laneOpened, answer.failed('rate_limit', 60 * 60_000), story.resumed())
    expect(text).toMatch(/^resumed at implement; waits until .*\d\d:00: rate limit of the implementer/)
  })
  test('QA-07 what agents and repositories say cannot move the cursor or fake a line', () => {
    const evil = finding('High', 'x\u001b[2K\u001b[1Afake\u0007\r\nok', 'a\u202eb.js')
    const { text, detail } = lastLine(...toReview, answer.reviewed(evil))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    expect([text, ...detail].join('\n').replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202e]/)
  })
})

describe('progress on a terminal', () => {
  const wholeDelivery = [
    ...toReview,
    answer.reviewed(high),
    answer.changed('v2'),
    story.checksPassed,
    answer.reviewed(),
    story.synced('v2'),
    story.merged,
    story.planCompleted,
    story.laneClosed,
  ]
  const shown = (options: Parameters<typeof fakeTerminal>[0], aside = false) => {
    const fake = fakeTerminal(options)
    const progress = openProgress({ terminal: fake.terminal, now: () => 20_000, aside })
    for (const { event, state } of told(...wholeDelivery))
      progress.onEvent(event, sightOf(deliveryFace, state))
    progress.close()
    return fake
  }
  const withoutLive = (text: string): string =>
    text
      .split('\n')
      .map((line) => line.slice(line.lastIndexOf('\r\u001b[2K') + 1).replace('\u001b[2K', ''))
      .join('\n')
      .replaceAll(colour, '')

  test('QA-23 in a pipe every fact is a line, in order, and no byte moves the cursor', () => {
    const { out } = shown({})
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    expect(out()).not.toMatch(/[\r\u001b]/)
    const phases = [...out().matchAll(/^\d\d:\d\d:\d\d {2}(\S+)/gm)].map(([, phase]) => phase)
    expect(phases.filter((phase, index) => phase !== phases[index - 1])).toEqual([
      'run',
      'lane',
      'implement',
      'checks',
      'review',
      'fix',
      'checks',
      'review',
      'preflight',
      'merge',
      'complete',
      'close',
    ])
  })
  test('QA-23 what ended says what comes next', () => {
    const lines = shown({}).out().split('\n')
    expect(lines.find((line) => line.includes('the implementer changed'))).toMatch(/ → checks$/)
    expect(lines.find((line) => line.includes('1 High'))).toMatch(/ → fix$/)
    expect(lines.find((line) => line.includes('put away'))).toMatch(/put away$/)
  })
  test.each([
    ['prepare-pr', 'the pr-writer', []],
    ['merge-check', 'the merge-checker', [answer.pullWritten, story.pullOpened, story.ciReported('passed')]],
  ] as const)(
    'QA-23 a phase with a name as long as %s stands apart from what is said',
    (phase, who, more) => {
      const past = [...toReview, answer.reviewed(), story.synced('v1'), ...more]
      const writing = given(past, { forge: github })
      const { terminal, out } = fakeTerminal({})
      const progress = openProgress({ terminal, now: () => 20_000, aside: false })
      progress.onEvent(
        { type: 'CommandIssued', at: 1, command: writing.command() },
        sightOf(deliveryFace, writing.state),
      )
      progress.close()
      expect(out()).toMatch(new RegExp(` {2}${phase} +${who} begins`))
    },
  )
  test('QA-23 with ACCESSIBLE no byte moves the cursor, on a terminal too', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    expect(shown({ tty: true, env: { ACCESSIBLE: '1', NO_COLOR: '1' } }).out()).not.toMatch(/[\r\u001b]/)
  })
  test('QA-23 on a terminal finished lines are printed once and never repainted', () => {
    const plain = shown({})
      .out()
      .split('\n')
      .filter((line) => !/ begins?(,|$)/.test(line))
    expect(withoutLive(shown({ tty: true, columns: 120 }).out()).split('\n')).toEqual(plain)
  })
  test('QA-23 the live line is painted each second, and no more while a person is asked', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { terminal, out } = fakeTerminal({ tty: true })
    const progress = openProgress({ terminal, now: () => 20_000, aside: false })
    onTestFinished(() => progress.close())
    const { command, state } = given(toReview)
    progress.onEvent({ type: 'CommandIssued', at: 1, command: command() }, sightOf(deliveryFace, state))
    const painted = out()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(out()).toMatch(/reviewer[^\n]*\r[^\n]*reviewer/)
    expect(out().length).toBeGreaterThan(painted.length)
    progress.pause()
    const asked = out()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(out()).toBe(asked)
  })
  test('QA-23 the live line says what is under way, since when, what it has cost and what comes next', () => {
    const { out } = shown({ tty: true, columns: 120 })
    expect(out()).toMatch(
      /review · reviewer · [^·]+ · run [^·]+ · 100 tokens · \$0\.01 · then preflight, or fix if it finds something/,
    )
  })
  test('where the answer is for a program, progress goes to standard error', () => {
    const { out, err } = shown({ tty: true }, true)
    expect(out()).toBe('')
    expect(err()).toContain('merged into main')
  })
})
