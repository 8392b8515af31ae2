/** Runs one program without a shell, within limits, and leaves nothing of it behind; judges nothing about its result. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { platform } from 'node:process'
import { findProgram, withAbsolutePath } from '@harness/agent-runner/runner/program-path'
import { durationText } from '@harness/formats/text/amounts'
import { endTree } from './end-tree.ts'
import { watchLimits } from './limit-watch.ts'
import { createOutputSink, type OutputSink } from './output-sink.ts'
import type { ProcessEnd, ProcessResult, ProcessSpec } from './process-spec.ts'
import { childrenOf, processTagName, readProcess } from './process-table.ts'

export type { ProcessResult, ProcessSpec } from './process-spec.ts'

const defaultGraceMs = 2_000
/** How long a pipe may stay open and silent after the tree is gone before it is closed from here. */
const pipeQuietMs = 500

/** Resolves for every way in which the program can end; rejects only if the spool cannot be written. */
export async function runProcess(spec: ProcessSpec): Promise<ProcessResult> {
  const startedAt = performance.now()
  if (spec.signal?.aborted === true) return notRun('aborted', 'It was aborted before it began.', startedAt)
  const tag = `${spec.tag ?? 'harness'}/${randomUUID()}`
  const child = await start(spec, tag)
  if (typeof child === 'string') return notRun('unstartable', child, startedAt)

  const isOurs = (spec.descendants ?? 'all') === 'all' ? (other: string) => other === tag : null
  const since = child.pid === undefined || isOurs === null ? undefined : readProcess(child.pid)?.startTime
  const watch = watchLimits(spec)
  child.once('exit', () => watch.end('exited'))
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const sink = createOutputSink(spec, {
    onOutput: watch.sawOutput,
    onLimit: () => watch.end('output'),
    onSpoolFailed: () => watch.end('aborted'),
  })
  if (child.stdout !== null) sink.attach(child.stdout, 'stdout')
  if (child.stderr !== null) sink.attach(child.stderr, 'stderr')
  // A program that does not read its input breaks the pipe, which is no error of ours.
  child.stdin?.on('error', () => {})
  child.stdin?.end(spec.stdin)

  const ended = await watch.ended
  // A sandbox that has ended by itself has ended all of its processes before.
  const inside =
    spec.descendants === 'confined' && ended !== 'exited' && child.pid !== undefined
      ? childrenOf(child.pid)
      : []
  await endTree({ group: child.pid ?? null, isOurs, since, inside }, spec.limits.graceMs ?? defaultGraceMs)
  await drain(child, closed, sink)
  const output = await sink.finish()
  return {
    ended,
    exitCode: ended === 'exited' ? child.exitCode : null,
    signal: child.signalCode,
    problem: problemOf(ended, child.signalCode, spec),
    stdout: output.stdout,
    stderr: output.stderr,
    tail: output.tail,
    outputDigest: output.digest,
    outputBytes: sink.bytes,
    durationMs: performance.now() - startedAt,
  }
}

/** The running child, or the reason why there is none. */
function start(spec: ProcessSpec, tag: string): Promise<ChildProcess | string> {
  const program = programOf(spec)
  if (program === null) return Promise.resolve(noSuchProgram(spec))
  const sealed = sealing(spec.sealed ?? [])
  return new Promise<ChildProcess | string>((resolve) => {
    const refuse = (error: Error): void => resolve(whyUnstartable(error, spec))
    try {
      const child = spawn(program, spec.args, {
        cwd: spec.cwd,
        env: { ...spec.env, [processTagName]: tag },
        stdio: [
          spec.stdin === undefined ? 'ignore' : 'pipe',
          spec.stdoutFd ?? 'pipe',
          'pipe',
          ...sealed.stdio,
        ],
        // The leader of its own group, so that one signal reaches all of it. On Windows it would open a console.
        detached: platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: spec.verbatimArguments === true,
      })
      child.once('error', refuse)
      if (child.pid !== undefined) resolve(child)
    } catch (error) {
      refuse(error as Error)
    }
  }).finally(sealed.close)
}

/** A name without a folder is looked for here: the system would also look in the working folder if PATH says so. */
const programOf = ({ file, env }: ProcessSpec): string | null =>
  file.includes('/') || env.PATH === undefined || platform === 'win32'
    ? file
    : findProgram(file, withAbsolutePath(env))

/** What replaces open files that the child must not inherit. */
function sealing(descriptors: readonly number[]): {
  readonly stdio: readonly ('ignore' | number)[]
  close(): void
} {
  if (descriptors.length === 0) return { stdio: [], close: () => {} }
  const nothing = openSync('/dev/null', 'r')
  const stdio = Array.from({ length: Math.max(...descriptors) - 2 }, (_, index) =>
    descriptors.includes(index + 3) ? nothing : 'ignore',
  )
  return { stdio, close: () => closeSync(nothing) }
}

const noSuchProgram = ({ file }: ProcessSpec): string => `${file} could not be started: no such program.`

function whyUnstartable(error: NodeJS.ErrnoException, spec: ProcessSpec): string {
  if (error.code !== 'ENOENT') return `${spec.file} could not be started: ${error.message}`
  return existsSync(spec.cwd)
    ? noSuchProgram(spec)
    : `${spec.file} could not be started: there is no folder ${spec.cwd}.`
}

/** Waits for what is still in the pipes; a holder that could not be found must not keep us waiting. */
function drain(child: ChildProcess, closed: Promise<void>, sink: OutputSink): Promise<void> {
  return new Promise((resolve) => {
    let seen = sink.bytes
    const look = setInterval(() => {
      if (sink.blocked || sink.bytes !== seen) {
        seen = sink.bytes
        return
      }
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, pipeQuietMs)
    void closed.then(() => {
      clearInterval(look)
      resolve()
    })
  })
}

/** `5 s`, as limits are given, and not `5.0 s`. */
const limitText = (ms = 0): string => durationText(ms).replace('.0 s', ' s')

function problemOf(ended: ProcessEnd, signal: NodeJS.Signals | null, spec: ProcessSpec): string | null {
  switch (ended) {
    case 'exited':
      return signal === null ? null : `It was ended by ${signal}.`
    case 'wall':
      return `It took longer than ${limitText(spec.limits.wallMs)}.`
    case 'idle':
      return `It printed nothing for ${limitText(spec.limits.idleMs)}.`
    case 'output':
      return `It printed more than ${spec.limits.outputBytes} bytes.`
    case 'aborted':
      return 'It was aborted.'
    case 'unstartable':
      return 'It could not be started.'
  }
}

function notRun(ended: ProcessEnd, problem: string, startedAt: number): ProcessResult {
  return {
    ended,
    exitCode: null,
    signal: null,
    problem,
    stdout: Buffer.alloc(0),
    stderr: Buffer.alloc(0),
    tail: '',
    outputDigest: createHash('sha256').digest('hex'),
    outputBytes: 0,
    durationMs: performance.now() - startedAt,
  }
}
