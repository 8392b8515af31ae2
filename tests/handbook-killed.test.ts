/** A handbook whose process is killed and started again, until every box is ticked. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handbookRepo, handbookText } from './support/handbook-repo.ts'
import { start } from './support/harness.ts'
import { killAgainAndAgain, killsOf, seed } from './support/killed.ts'
import { git } from './support/sample-repo.ts'

const most = killsOf(3)

interface Recorded {
  readonly type: string
  readonly commandId?: string
  readonly refused?: readonly unknown[]
  readonly command?: { readonly id: string; readonly type: string }
  readonly evidence?: readonly { readonly exitCode: number | null }[]
}

/** The prompt whose box an event tells to be ticked; null if it tells of none. */
const tickedIn = ({ type, commandId, refused }: Recorded): string | null =>
  type === 'DocumentsEdited' && refused?.length === 0 ? (commandId?.split('/')[2] ?? null) : null

/** A kill between the end of the run and the end of its process leads to another run, in which nothing is open. */
const journals = (repo: string): readonly (readonly Recorded[])[] => {
  const runs = join(repo, '.harness/run/runs/handbook')
  return readdirSync(runs)
    .filter((name) => /^\d{8}-\d{6}$/.test(name))
    .map((name) =>
      readFileSync(join(runs, name, 'journal.ndjson'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).event as Recorded),
    )
}

/** Its process was killed, and another call was made in its place, or none was due any more. */
function isKilledCall(events: readonly Recorded[], id: string): boolean {
  const begun = events.findIndex(({ command }) => command?.id === id && command.type === 'RunAgent')
  const later = events.slice(begun)
  return (
    begun !== -1 &&
    later.some(({ type }) => type === 'RunResumed') &&
    !later.some(({ commandId }) => commandId === id)
  )
}

const prompts = ['0.1', '1.1', '1.2', '2.1', '2.2', '3.1']

describe('QA-01 a handbook whose process is killed again and again', () => {
  it(`SIGKILL ${most} times: nothing lost, no box ticked twice or without evidence (seed ${seed})`, async () => {
    const repo = handbookRepo()
    writeFileSync(join(repo, 'mine.txt'), 'not committed\n')
    const { kills, last } = await killAgainAndAgain(repo, 'handbook', most, () => start(repo, ['handbook']))
    expect(kills).toBeGreaterThan(0)
    expect(last.code, `${last.stdout}\n${last.stderr}`).toBe(0)

    expect(readFileSync(join(repo, 'IMPECCABLE_HANDBOOK.md'), 'utf8')).toBe(
      handbookText.replaceAll('- [ ]', '- [x]'),
    )
    const all = journals(repo)
    const ticks = all.flat().flatMap((event) => tickedIn(event) ?? [])
    expect(ticks.toSorted(), 'each box is ticked once').toEqual(prompts)
    for (const events of all) {
      const issued = events.flatMap((event) => (event.command === undefined ? [] : [event.command.id]))
      const outcomes = events.flatMap((event) => (event.commandId === undefined ? [] : [event.commandId]))
      expect(new Set(issued).size, 'a command is issued once').toBe(issued.length)
      const died = issued.filter((id) => isKilledCall(events, id))
      expect([...outcomes, ...died].toSorted(), 'every command has one outcome').toEqual(issued.toSorted())
    }
    for (const prompt of ['0.1', '2.2', '3.1']) {
      const events = all.flat()
      const tick = events.findIndex((event) => tickedIn(event) === prompt)
      const proof = events
        .slice(0, tick)
        .findLast(({ commandId }) => commandId?.includes(`/verify/${prompt}/`))
      expect(proof, `the checks of ${prompt} come before its tick`).toMatchObject({
        type: 'ChecksFinished',
        evidence: [{ exitCode: 0 }],
      })
    }

    const subjects = git(repo, 'log', '--format=%s', 'main').split('\n').toSorted()
    expect(subjects).toEqual([
      'Begin',
      'Merge prompt 0.1 of the handbook',
      'Merge prompt 2.2 of the handbook',
      'Merge prompt 3.1 of the handbook',
      'Prompt 0.1 of the handbook',
      'Prompt 2.2 of the handbook',
      'Prompt 3.1 of the handbook',
    ])
    expect(git(repo, 'show', 'main:src/lesson.txt')).toBe('hardened')
    expect(git(repo, 'branch', '--list', 'impeccable/*')).toBe('')
    expect(readdirSync(join(repo, '.worktrees'))).toEqual(['.gitignore'])
    const changed = git(repo, 'status', '--porcelain').split('\n')
    expect(changed.filter((line) => !line.includes('.impeccable-'))).toEqual([
      ' M IMPECCABLE_HANDBOOK.md',
      '?? mine.txt',
    ])

    const state = JSON.parse(readFileSync(join(repo, '.impeccable-state.json'), 'utf8'))
    expect(state.prompts.map((one: { prompt_id: string }) => one.prompt_id).toSorted()).toEqual(prompts)
    expect(state.iteration_state).toMatchObject({
      iteration: 6,
      status: 'done',
      termination_reason: 'all_done',
    })
    const patterns = readFileSync(join(repo, '.impeccable-patterns.jsonl'), 'utf8').trimEnd().split('\n')
    expect(patterns.map((line) => JSON.parse(line).prompt_id).toSorted(), 'each is told once').toEqual(
      prompts,
    )
  })
})
