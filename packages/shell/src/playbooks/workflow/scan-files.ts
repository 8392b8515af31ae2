/** ScanFiles: looks for marks of unfinished work in the changed files, as they are committed. Only reads, and may be repeated. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { FilesScanned, Mark, ScanFiles } from '@harness/core/effects/scan-files'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { requireLane } from '../../effects/lanes/lane-record.ts'
import { GitError, git } from '../../machine/git/git.ts'
import { pathText, shownPath } from '../../machine/git/path-text.ts'
import { safeRevision } from '../../machine/git/refs.ts'

const mostMarks = 100

/** So that no list of files is too long for a command line. */
const filesAtOnce = 200

export const scanFiles = (
  command: ScanFiles,
  attempt: Attempt,
  ports: LanePorts,
): Promise<FilesScanned | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { path } = await requireLane(ports.stateDir, command.lane)
    const marks: Mark[] = []
    for (let at = 0; at < command.files.length; at += filesAtOnce)
      marks.push(...(await marksIn(path, command.commit, command.files.slice(at, at + filesAtOnce))))
    return {
      type: 'FilesScanned',
      at: ports.clock.now(),
      commandId: command.id,
      count: marks.length,
      marks: marks.slice(0, mostMarks),
    }
  })

const how = ['-z', '-n', '-I', '--full-name', '-w', '-E', '-e', 'TODO|FIXME|HACK']

/** A line counts once, by its first mark. */
async function marksIn(lane: string, commit: string, files: readonly string[]): Promise<readonly Mark[]> {
  const revision = safeRevision(commit)
  const args = ['grep', ...how, revision, '--', ...files]
  const found = await git(lane, args)
  if (found.exitCode > 1) throw new GitError({ args, cwd: lane }, found)
  const text = pathText(found.bytes)
  const marks: Mark[] = []
  for (const [, name = '', at = '', content = ''] of text.matchAll(/([^\0]+)\0(\d+)\0([^\n]*)\n/g)) {
    const mark = /\b(TODO|FIXME|HACK)\b/.exec(content)?.[1] as Mark['mark'] | undefined
    if (mark === undefined) continue
    marks.push({ file: shownPath(name.slice(revision.length + 1)), line: Number(at), mark })
  }
  return marks
}
