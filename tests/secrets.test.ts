/** What must not be seen anywhere once a run is over, from any source. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness } from './support/harness-here.ts'
import { approves, config, delivers, planPath, planText, sampleRepo, script } from './support/sample-repo.ts'

const named = 'correct-horse-battery-staple'
const shaped = `sk-ant-api03-${'Ab1'.repeat(30)}`

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

describe('QA-07 secrets and control sequences', () => {
  test('no control character of an agent is in a record of the run, and the run plays again the same', async () => {
    const said = `a\u009b31mb \u001b[1mc\u0085 \u009b${shaped}`
    const root = sampleRepo({
      'script.json': script(
        { ...delivers, reply: said },
        { ...approves, call: 1, reply: `- [High] Bad\u009b2J greeting (hello.txt:1)\n  ${said}` },
        { ...delivers, role: 'fixer', do: [{ append: { path: 'hello.txt', text: 'x\n' } }], reply: said },
        approves,
      ),
    })
    expect(await harness(root, ['run'])).toMatchObject({ code: 0 })
    const records = filesBelow(join(root, '.harness/run/runs'))
    expect(records.filter((path) => /(journal|events)\.ndjson$/.test(path)).length).toBeGreaterThan(2)
    for (const path of records.filter((each) => !each.endsWith('.patch'))) {
      const text = readFileSync(path, 'utf8')
      expect(text, path).not.toMatch(/(?![\n\t])\p{Cc}/u)
      expect(text, path).not.toMatch(/\\u00(1b|9b|85)/)
      expect(text, path).not.toContain(shaped.slice(1))
    }
    const replayed = await harness(root, ['replay', '0001'])
    expect(replayed.stdout).toContain('the same, event for event')
    expect(replayed.code).toBe(0)
  })

  test('from agents and checks reach neither the terminal nor a file of the run', async () => {
    const control = '\u001b]0;owned\u0007\u001b[2J'
    const said = `My keys are ${named} and ${shaped}.${control}`
    const root = sampleRepo({
      'harness.config.json': config({
        checks: [{ name: 'leak', run: 'cat keys.txt; grep -q fixed hello.txt' }],
        redact: { env: ['MY_SECRET'] },
      }),
      'keys.txt': `${named} ${shaped}\n`,
      'script.json': script(
        { ...delivers, reply: said },
        { role: 'fixer', do: [{ append: { path: 'hello.txt', text: 'fixed\n' } }], reply: said },
        {
          role: 'reviewer',
          call: 1,
          reply: `- [High] Key ${named} in the code${control} (hello.txt:1)\n  ${said}`,
        },
        approves,
      ),
    })
    const { code, stdout, stderr } = await harness(root, ['run'], { env: { MY_SECRET: named } })
    const shown = await harness(root, ['show', '0001'])
    const call = await harness(root, ['show', '0001', 'implement/0001/1'])
    const logs = await harness(root, ['logs', '0001'])
    const texts = [stdout, stderr, shown.stdout, call.stdout, logs.stdout]
    for (const path of filesBelow(join(root, '.harness/run'))) {
      if (!path.includes('/lanes/')) texts.push(readFileSync(path, 'latin1'))
    }
    expect(texts.length).toBeGreaterThan(15)
    expect(texts.filter((text) => text.includes(named) || text.includes(shaped))).toEqual([])
    for (const text of texts.slice(0, 5)) expect(text).not.toContain('\u001b')
    expect(code).toBe(0)
  })

  test('from people and file names reach neither the terminal nor a file of the run', async () => {
    const env = { MY_SECRET: named }
    const root = sampleRepo({
      [planPath('0001')]:
        `${planText('0001', { title: `Say ${named}` })}\nLog in with ${named} or ${shaped}.\n`,
      'harness.config.json': config({
        agent: { provider: 'scripted', script: 'script.json', maxReviewPasses: 1 },
        redact: { env: ['MY_SECRET'] },
      }),
      'script.json': script(
        { ...delivers, do: [...delivers.do, { write: { path: `${named}/${shaped}.txt`, text: 'x\n' } }] },
        { role: 'fixer', do: [{ append: { path: 'hello.txt', text: 'please\n' } }], reply: 'Said.' },
        { role: 'reviewer', call: 1, reply: '- [High] Not polite enough (hello.txt:1)\n  Say please.' },
        approves,
      ),
    })
    const run = await harness(root, ['run'], { env })
    expect(run.code).toBe(3)
    const answer = await harness(root, ['grant', '0001', '-m', `because ${named} and ${shaped}`], { env })
    const shown = await harness(root, ['show', '0001'])
    const texts = [run, answer, shown].flatMap(({ stdout, stderr }) => [stdout, stderr])
    const files = filesBelow(join(root, '.harness/run')).filter((path) => !path.includes('/lanes/'))
    const leaks = (text: string) => text.includes(named) || text.includes(shaped)
    expect(texts.filter(leaks)).toEqual([])
    expect(files.filter((path) => leaks(readFileSync(path, 'latin1')))).toEqual([])
    expect(files.length).toBeGreaterThan(10)
    expect(answer.code).toBe(0)
  })
})
