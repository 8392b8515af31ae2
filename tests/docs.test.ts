/** The docs say what is there: every link leads somewhere, and every command line is one that the program takes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commandTree } from '../packages/cli/src/command-tree.ts'
import { parseLine } from '../packages/cli/src/line/parse-line.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

const pages = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', ...pagesIn('docs'), ...pagesIn('docs/errors')]
/** Texts of agents quote whatever they like. */
const own = pages.filter((page) => page !== 'docs/roles.md')

/** Commands that an example of a page brings. */
const ofExamples: ReadonlySet<string> = new Set(['polish', 'spike', 'ask', 'audit'])

/** In fenced blocks and between backticks, without what a reader fills in. */
function commandLines(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```(?:sh.*)?\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  const inline = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  )
  return [...blocks, ...inline]
    .filter((line) => /^harness [a-z-]/.test(line.trim()))
    .map((line) => line.trim())
}

/** As a shell would split it. */
function wordsOf(line: string): readonly string[] {
  const [command = ''] = line.split(/\s+#\s|\s\|\s|\s&&\s|\s>\s|;\s/)
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}

function problemIn(line: string): string | null {
  // A list of what may stand there: `harness daemon start|stop`.
  const [, ...args] = wordsOf(line).map((word) => word.replace(/\|.*$/, '').replace(/^\[|\]$/g, ''))
  if (args.some((arg) => arg === '…' || arg === '...')) return null
  if (ofExamples.has(args[0] ?? '')) return null
  const parsed = parseLine(args, commandTree)
  // A page may name a command alone: `harness show`.
  const isFilledIn =
    parsed.type === 'wrong' && /^Missing required argument|argument '<\w+>'/.test(parsed.problem)
  return parsed.type === 'wrong' && !isFilledIn ? parsed.problem : null
}

describe('QA-21 the docs', () => {
  test.each(own)('%s: every command line is one that the program takes', (page) => {
    const problems = commandLines(textOf(page)).flatMap((line) => {
      const problem = problemIn(line)
      return problem === null ? [] : [`${line}: ${problem}`]
    })
    expect(problems).toEqual([])
  })

  test('command lines are found at all, and a wrong one is', () => {
    expect(own.flatMap((page) => commandLines(textOf(page))).length).toBeGreaterThan(300)
    expect(problemIn('harness shwo 0001')).toContain('Unknown command')
    expect(problemIn('harness run 0001 --fast')).toContain('--fast')
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
