/** Takes in a program's output: digest, tail, spool file, capture; holds the program back when the disk is slower. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { diskError } from '../disk/disk-error.ts'
import { boundedFile } from './bounded-file.ts'
import type { ProcessSpec } from './process-spec.ts'

const defaultTailBytes = 16 * 1024

export interface OutputSink {
  readonly bytes: number
  /** The spool is behind and the program is being held back. */
  readonly blocked: boolean
  attach(stream: Readable, name: 'stdout' | 'stderr'): void
  /** Closes the spool; rejects if it could not be written. */
  finish(): Promise<CollectedOutput>
}

interface CollectedOutput {
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly tail: string
  readonly digest: string
}

interface SinkEvents {
  onOutput(): void
  onLimit(): void
  onSpoolFailed(): void
}

export function createOutputSink(
  spec: Pick<
    ProcessSpec,
    'limits' | 'spool' | 'spoolKeeps' | 'spoolStage' | 'tailBytes' | 'capture' | 'onOutput'
  >,
  events: SinkEvents,
): OutputSink {
  const hash = createHash('sha256')
  const tail = new Tail(spec.tailBytes ?? defaultTailBytes)
  const captured = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  const streams: Readable[] = []
  const spool = spec.spool === undefined ? null : openSpool(spec.spool, spec, events)
  let bytes = 0
  let blocked = false

  const take = (chunk: Buffer, name: 'stdout' | 'stderr'): void => {
    const room = spec.limits.outputBytes - bytes
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk
    if (kept.length > 0) {
      bytes += kept.length
      hash.update(kept)
      tail.push(kept)
      if (spec.capture === true) captured[name].push(kept)
      if (spool?.write(kept) === false) block()
      spec.onOutput?.(kept)
      events.onOutput()
    }
    if (kept.length < chunk.length) {
      for (const stream of streams) stream.destroy()
      events.onLimit()
    }
  }

  const block = (): void => {
    if (blocked) return
    blocked = true
    for (const stream of streams) stream.pause()
    spool?.stream.once('drain', () => {
      blocked = false
      for (const stream of streams) stream.resume()
    })
  }

  return {
    get bytes() {
      return bytes
    },
    get blocked() {
      return blocked
    },
    attach(stream, name) {
      streams.push(stream)
      stream.on('data', (chunk: Buffer) => take(chunk, name))
      // A pipe that breaks is a pipe that ended; how the program ended is told by its exit.
      stream.on('error', () => {})
    },
    async finish() {
      await spool?.close()
      return {
        stdout: Buffer.concat(captured.stdout),
        stderr: Buffer.concat(captured.stderr),
        tail: tail.text(),
        digest: hash.digest('hex'),
      }
    },
  }
}

/** Keeps the last bytes of a stream without ever holding more than twice as many. */
class Tail {
  readonly #limit: number
  #chunks: Buffer[] = []
  #held = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  push(chunk: Buffer): void {
    const kept = chunk.length > this.#limit ? chunk.subarray(chunk.length - this.#limit) : chunk
    // A slice would keep its whole buffer alive.
    this.#chunks.push(kept.length < chunk.length ? Buffer.from(kept) : kept)
    this.#held += kept.length
    if (this.#held > 2 * this.#limit) this.#trim()
  }

  #trim(): void {
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [Buffer.from(all.subarray(Math.max(0, all.length - this.#limit)))]
    this.#held = this.#chunks[0]?.length ?? 0
  }

  text(): string {
    this.#trim()
    const bytes = this.#chunks[0] ?? Buffer.alloc(0)
    // Do not begin in the middle of a character.
    let start = 0
    while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
    return bytes.subarray(start).toString('utf8')
  }
}

interface Spool {
  readonly stream: Writable
  /** False if the disk is behind. */
  write(chunk: Buffer): boolean
  close(): Promise<void>
}

function openSpool(
  path: string,
  { spoolKeeps, spoolStage: stage }: Pick<ProcessSpec, 'spoolKeeps' | 'spoolStage'>,
  events: SinkEvents,
): Spool {
  // `wx`: a spool is always a new file, so that a planted link cannot send the output elsewhere.
  const stream: Writable =
    spoolKeeps === undefined
      ? createWriteStream(path, { flags: 'wx', mode: 0o600 })
      : boundedFile(path, spoolKeeps)
  let failure: Error | null = null
  stream.once('error', (error) => {
    failure = error
    events.onSpoolFailed()
    // Writing to a dead stream would hold the program back for ever.
    stream.emit('drain')
  })
  const close = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (): void => (failure === null ? resolve() : reject(diskError(failure, path)))
      if (stream.closed || failure !== null) settle()
      else {
        stream.once('close', settle)
        if (stage !== undefined) stream.write(stage.push(decoder.decode()) + stage.end())
        stream.end()
      }
    })
  const decoder = new TextDecoder()
  const write = (chunk: Buffer): boolean =>
    stream.write(stage === undefined ? chunk : stage.push(decoder.decode(chunk, { stream: true })))
  return { stream, write, close }
}
