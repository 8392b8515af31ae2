/** FindTags: looks for tags in the tests of a commit, and in what checks printed. Only reads, and may be repeated. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { FindTags, TagFound, TagLine, TagsFound } from '@harness/core/effects/find-tags'
import { containedPath } from '@harness/core/kernel/contained-path'
import { namesTag, verdictOfLine } from '@harness/core/work/tag-lines'
import { isTest } from '@harness/core/work/test-files'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { requireLane } from '../../effects/lanes/lane-record.ts'
import { GitError, git, gitOk } from '../../machine/git/git.ts'
import { pathText, shownPath } from '../../machine/git/path-text.ts'
import { safeRevision } from '../../machine/git/refs.ts'

/** How many lines are kept of each tag and verdict. */
const mostLines = 3
const longestLine = 300

export const findTags = (
  command: FindTags,
  attempt: Attempt,
  ports: LanePorts,
): Promise<TagsFound | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { path } = await requireLane(ports.stateDir, command.lane)
    const absent = await absentFrom(path, command.commit, command.tests)
    const tests = await testsWithTags(path, command)
    const lines = await linesWithTags(command, ports.runDir)
    return {
      type: 'TagsFound',
      at: ports.clock.now(),
      commandId: command.id,
      found: foundIn(command.tags, tests, lines),
      absent,
    }
  })

const foundIn = (
  tags: readonly string[],
  tests: ReadonlyMap<string, ReadonlySet<string>>,
  lines: ReadonlyMap<string, readonly TagLine[]>,
): Readonly<Record<string, TagFound>> =>
  Object.fromEntries(
    tags
      .filter((tag) => tests.has(tag) || lines.has(tag))
      .map((tag) => [tag, { tests: [...(tests.get(tag) ?? [])].sort(), lines: lines.get(tag) ?? [] }]),
  )

/** The files among these that the commit does not have. A path out of the repository is none of its files. */
async function absentFrom(
  lane: string,
  commit: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const named = files.flatMap((file) => {
    const contained = containedPath(file)
    return contained.ok && !/[\r\n]/.test(file) ? [{ file, path: contained.path }] : []
  })
  if (named.length === 0) return files
  const stdin = named.map(({ path }) => `${safeRevision(commit)}:${path}\n`).join('')
  const { stdout } = await gitOk(lane, ['cat-file', '--batch-check=%(objecttype)'], { stdin })
  const types = stdout.split('\n')
  const there = new Set(named.filter((_, nth) => types[nth] === 'blob').map(({ file }) => file))
  return files.filter((file) => !there.has(file))
}

/** By tag, the tests that contain it. */
export async function testsWithTags(
  repository: string,
  { commit, tags, tests }: Pick<FindTags, 'commit' | 'tags' | 'tests'>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>()
  if (tags.length === 0) return found
  const revision = safeRevision(commit)
  const args = ['grep', '-z', '-I', '-F', '--full-name', ...tags.flatMap((tag) => ['-e', tag]), revision]
  const result = await git(repository, args)
  if (result.exitCode > 1) throw new GitError({ args, cwd: repository }, result)
  const named = new Set(tests)
  for (const [, name = '', line = ''] of pathText(result.bytes).matchAll(/([^\0]+)\0([^\n]*)\n/g)) {
    const file = shownPath(name.slice(revision.length + 1))
    if (!isTest(file) && !named.has(file)) continue
    for (const tag of tags) if (namesTag(line, tag)) found.set(tag, (found.get(tag) ?? new Set()).add(file))
  }
  return found
}

/** A log that is gone, or was never written, says nothing. */
async function linesWithTags(
  { tags, logs }: Pick<FindTags, 'tags' | 'logs'>,
  runDir: string,
): Promise<ReadonlyMap<string, readonly TagLine[]>> {
  const found = new Map<string, TagLine[]>()
  for (const { check, log } of logs) {
    const stream = createReadStream(join(runDir, log), 'utf8')
    try {
      for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
        const verdict = verdictOfLine(text)
        if (verdict === null) continue
        for (const tag of tags) {
          if (!namesTag(text, tag)) continue
          const lines = found.get(tag) ?? []
          if (lines.filter((line) => line.verdict === verdict).length < mostLines)
            lines.push({ check, line: text.trim().slice(0, longestLine), verdict })
          found.set(tag, lines)
        }
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    } finally {
      stream.destroy()
    }
  }
  return found
}
