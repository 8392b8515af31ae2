/** A user's own playbook, as examples/spike has it: it waits, survives a kill, resumes, replays, and is looked at. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { killAgainAndAgain, livingIn } from './support/killed.ts'
import { asks, ownRepo } from './support/own-playbook.ts'
import { commit, git, newRepo, write } from './support/sample-repo.ts'

const example = fileURLToPath(new URL('../examples/spike', import.meta.url))
const question = 'How do we count words?'
const configFile = 'harness.config.ts'

function spikeRepo(change: (config: string) => string = (config) => config): string {
  const root = newRepo()
  cpSync(example, root, { recursive: true })
  editConfig(root, change)
  commit(root, 'Begin')
  return root
}

const editConfig = (root: string, change: (config: string) => string): void =>
  writeFileSync(join(root, configFile), change(readFileSync(join(root, configFile), 'utf8')))

/** Leaves a file if the program of the repository is run. */
const tellsTale = (root: string) => (config: string) =>
  `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(root, 'was-run'))}, '')\n${config}`

const subjects = (root: string): readonly string[] => git(root, 'log', '--format=%s', 'main').split('\n')

describe('a user’s own playbook', () => {
  it('QA-01 is killed at any moment, waits at its gate, is answered, and merges one of three approaches', async () => {
    const root = spikeRepo()
    const { kills, last } = await killAgainAndAgain(root, 'spike', 2, () =>
      start(root, ['spike', question, '--json']),
    )
    expect(kills).toBeGreaterThan(0)
    expect(last.code, last.stderr + last.stdout).toBe(8)
    const { run, gates } = JSON.parse(last.stdout)
    expect(gates[0]).toMatchObject({ name: 'keep' })

    const shown = await harnessJson(root, ['show', 'spike'])
    expect(shown.value).toMatchObject({ run, state: 'waiting', phase: 'choose', verdict: { best: 'regex' } })
    const listed = await harnessJson(root, ['runs'])
    expect(listed.value.runs).toMatchObject([
      {
        run,
        state: 'waiting',
        title: question,
        phase: 'choose',
        next: `harness answer ${run} <loop|regex|table|none>`,
      },
    ])
    expect((await harness(root, ['completion', '--ids', 'gate'])).stdout.trim()).toBe(run)
    expect((await harness(root, ['completion', '--ids', 'choice', '--of', run])).stdout.split('\n')).toEqual(
      expect.arrayContaining(['loop', 'regex', 'table', 'none']),
    )

    const answered = start(root, ['answer', 'spike', 'regex', '--json'])
    await answered.saw('')
    expect(await answered.ended).toMatchObject({ code: 0 })
    expect(subjects(root)[0]).toBe('Keep the regex approach')
    expect(subjects(root)).not.toContain('spike: prototyper, loop')
    expect(readFileSync(join(root, 'src/count-words.js'), 'utf8')).toContain('match')
    expect(livingIn(root)).toEqual([])

    const replayed = await harnessJson(root, ['replay', 'spike'])
    expect(replayed.value, JSON.stringify(replayed.value)).toMatchObject({ ok: true, same: true })
  })

  it('goes by the files that its run started with, and by new ones with --reload', async () => {
    const root = ownRepo(asks().replace("'Go?'", 'ask'))
    const ask = (question: string): void =>
      write(root, { 'lib/ask.ts': `export const ask: string = ${JSON.stringify(question)}\n` })
    editConfig(root, (config) => `import { ask } from './lib/ask.ts'\n${config}`)
    ask('Old question?')
    expect((await harness(root, ['ask'])).stdout).toContain('Old question?')
    ask('New question?')

    expect((await harness(root, ['resume', 'ask'])).stdout).toContain('Old question?')
    editConfig(root, (config) => config.replace("name: 'go'", "name: 'start'"))
    expect((await harness(root, ['resume', 'ask', '--reload'])).stdout).toContain('New question?')
    expect((await harnessJson(root, ['answer', 'ask', 'yes'])).code).toBe(0)
    expect((await harnessJson(root, ['replay', 'ask'])).value).toMatchObject({ same: true })
  })

  it('is not executed by commands that only look', async () => {
    const root = ownRepo(asks())
    expect((await harness(root, ['ask'])).code).toBe(8)
    editConfig(root, tellsTale(root))
    for (const command of [
      'runs',
      'show ask',
      'logs ask',
      'completion --ids run',
      'completion --ids choice --of ask',
    ])
      expect(await harness(root, command.split(' ')), command).toMatchObject({ code: 0 })
    expect(existsSync(join(root, 'was-run'))).toBe(false)
    expect((await harness(root, ['resume', 'ask'])).code).toBe(8)
    expect(existsSync(join(root, 'was-run'))).toBe(true)
  })

  it('is a command with help, words, options and a dry run', async () => {
    const root = spikeRepo((config) =>
      config.replace('  roles: {', "  options: [{ name: 'deep-look', value: true }],\n  roles: {"),
    )
    expect((await harness(root, ['trust'])).code).toBe(0)
    expect((await harness(root, ['--help'])).stdout).toMatch(/spike +try several approaches/)
    expect((await harness(root, ['spike', '--help'])).stdout).toMatch(
      /harness spike <question>[\s\S]*--deep-look <value>/,
    )
    expect((await harness(root, ['completion', 'bash'])).stdout).toContain('spike')
    expect(await harness(root, ['spike'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('question'),
    })
    expect((await harness(root, ['roles', 'judge'])).stdout).toContain('You compare prototypes.')
    write(root, { '.harness/roles/judge.md': 'You judge hard.\n' })
    expect((await harness(root, ['roles', 'judge'])).stdout).toContain('You judge hard.')
    expect((await harnessJson(root, ['validate'])).value).toMatchObject({ ok: true })
    const { code, value } = await harnessJson(root, ['spike', question, '--dry-run'])
    expect(code).toBe(0)
    expect(value.commands.map(({ type }: { type: string }) => type)).toEqual([
      'OpenLane',
      'OpenLane',
      'OpenLane',
    ])
    expect((await harnessJson(root, ['runs'])).value.total).toBe(0)
    expect(git(root, 'status', '--short', '--untracked-files=all')).toBe('?? .harness/roles/judge.md')
  })
})
