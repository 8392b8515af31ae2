/** The docs say what is there: every link leads somewhere, and every command line is one that the program takes. */
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseLine } from '../packages/cli/src/line/parse-line.ts'
import { commandLinesOf, commands, ownPages, pages, textOf, wordsOf } from './support/docs-commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Programs of readers and of examples, which this repository does not have. */
const foreignScripts = ['acceptance', 'build:data', 'notify', 'test', 'x']
const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts).concat(foreignScripts)

function problemIn(line: string): string | null {
  const [, script] = /^npm run ([a-z:]+)/.exec(line) ?? []
  if (script !== undefined) return scripts.includes(script) ? null : `package.json has no script ${script}`
  if (!line.startsWith('harness ')) return null
  // A list of what may stand there: `harness daemon start|stop`.
  const args = wordsOf(line).map((word) => word.replace(/\|.*$/, '').replace(/^\[|\]$/g, ''))
  if (args.some((arg) => arg === '…' || arg === '...')) return null
  const parsed = parseLine(args, commands)
  // A page may name a command alone: `harness show`.
  const isFilledIn =
    parsed.type === 'wrong' && /^Missing required argument|argument '<\w+>'/.test(parsed.problem)
  return parsed.type === 'wrong' && !isFilledIn ? parsed.problem : null
}

describe('QA-21 the docs', () => {
  test.each(ownPages)('%s: every command line is one that the program takes', (page) => {
    const problems = commandLinesOf(page).flatMap(({ line }) => {
      const problem = problemIn(line)
      return problem === null ? [] : [`${line}: ${problem}`]
    })
    expect(problems).toEqual([])
  })

  test('command lines are found at all, and a wrong one is', () => {
    expect(ownPages.flatMap(commandLinesOf).length).toBeGreaterThan(400)
    expect(commandLinesOf('docs/autopilot.md').map(({ line }) => line)).toContain(
      'harness answer autopilot draft',
    )
    expect(problemIn('harness shwo 0001')).toContain('Unknown command')
    expect(problemIn('harness run 0001 --fast')).toContain('--fast')
    expect(problemIn('npm run demos')).toContain('demos')
  })

  test.each(pages)('%s: every link leads to a page and a heading that exist', (page) => {
    const text = textOf(page).replace(/^```[\s\S]*?^```/gm, '')
    const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^https?:/.test(target)) return []
      const [path = '', heading] = target.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, file))) return [target]
      return heading === undefined || headingsOf(textOf(file)).includes(heading) ? [] : [target]
    })
    expect(broken).toEqual([])
  })

  test('the page of the architecture has each package, with its layers as the boundaries have them', () => {
    const { layers } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
    const page = textOf('docs/architecture.md')
    expect(Object.keys(layers).sort()).toEqual(readdirSync(join(root, 'packages')).sort())
    for (const [name, folders] of Object.entries<readonly string[]>(layers)) {
      expect(page).toContain(`\n| \`${name}\` | ${folders.map((it) => `\`${it}\``).join(' · ')} |\n`)
      expect(page.match(new RegExp(`^\\| \`${name}\` \\|`, 'gm')), name).toHaveLength(2)
    }
  })

  test('the page of errors lists each of them', () => {
    const listed = [...textOf('docs/errors/README.md').matchAll(/\]\(([a-z0-9-]+\.md)\)/g)].map(
      ([, name]) => name,
    )
    expect(listed).toEqual(
      readdirSync(join(root, 'docs/errors'))
        .filter((name) => name !== 'README.md')
        .sort(),
    )
  })
})

/** As forges name the anchors of headings. */
const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
