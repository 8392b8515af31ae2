/** What a run leaves in its store: names instead of absolute paths, and long texts that must all be there. */
import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harnessJson as asProcess } from './support/harness.ts'
import { harnessJson } from './support/harness-here.ts'
import { absoluteIn } from './support/no-absolute-paths.ts'
import {
  approves,
  delivers,
  laneAt,
  planPath,
  planText,
  runDirs,
  sampleRepo,
  script,
  temporaryFolder,
} from './support/sample-repo.ts'

/** Its reviewer changes a file before it approves. */
const strayingRepo = (): string =>
  sampleRepo({
    'script.json': script(
      delivers,
      {
        role: 'reviewer',
        times: 1,
        do: [{ write: { path: 'stray.txt', text: 'x\n' } }],
        reply: approves.reply,
      },
      approves,
    ),
  })

const longPlan = { [planPath('0001')]: `${planText('0001')}\n${'The file says hello to all.\n'.repeat(40)}` }

describe('a stored run', () => {
  test('names places relative to the repository: lanes, patches and pictures', async () => {
    const [root, home] = [strayingRepo(), temporaryFolder()]
    const { code, value } = await asProcess(root, ['run', '0001'], { env: { HOME: home } })
    expect([code, value.outcome]).toEqual([0, 'done'])
    const [dir = ''] = runDirs(root)
    expect(absoluteIn(dir, [root, realpathSync(root), home])).toEqual([])
    const journal = readFileSync(join(dir, 'journal.ndjson'), 'utf8')
    expect(journal).toContain(`"path":"../${basename(root)}.lanes/lane-1"`)
    const [, patch = ''] = /"patch":"(\.harness\/run\/runs\/0001\/[^"]+\.patch)"/.exec(journal) ?? []
    expect(readFileSync(join(root, patch), 'utf8')).toContain('+x')
  })

  test('shows its lane by an absolute path', async () => {
    const root = sampleRepo()
    await harnessJson(root, ['run', '0001', '--phase', 'implement'])
    const { value } = await harnessJson(root, ['show', '0001'])
    expect(value.lane).toBe(laneAt(realpathSync(root)))
  })

  test('that lacks a text is refused with exit code 12; the text and its folder are named', async () => {
    const root = sampleRepo(longPlan)
    await harnessJson(root, ['run', '0001', '--phase', 'implement'])
    const [dir = ''] = runDirs(root)
    const texts = join(dir, 'texts')
    for (const name of readdirSync(texts)) rmSync(join(texts, name))
    const journal = readFileSync(join(dir, 'journal.ndjson'))
    for (const args of [
      ['resume', '0001'],
      ['run', '0001'],
      ['show', '0001'],
      ['logs', '0001'],
    ]) {
      const { code, value } = await harnessJson(root, args)
      expect([args[0], code, value.error.code]).toEqual([args[0], 12, 'text-missing'])
      expect(value.error.message).toMatch(
        /refers to the text [0-9a-f]{64}, but \S*\/texts does not contain it/,
      )
      expect(value.error.message).toContain(`run 0001-${basename(dir)}`)
    }
    expect(await harnessJson(root, ['validate'])).toMatchObject({
      code: 12,
      value: { problems: [{ area: 'state', code: 'text-missing' }] },
    })
    expect(await harnessJson(root, ['runs'])).toMatchObject({ value: { runs: [{ state: 'damaged' }] } })
    expect(readFileSync(join(dir, 'journal.ndjson'))).toEqual(journal)
    expect(readdirSync(texts)).toEqual([])
  })
})
