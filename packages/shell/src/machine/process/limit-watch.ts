/** Watches a running program's limits from outside and reports the first reason for which it has to end. */
import type { ProcessEnd, ProcessSpec } from './process-spec.ts'

type Reason = Exclude<ProcessEnd, 'unstartable'>

interface LimitWatch {
  /** The first reason; later ones are not heard. */
  readonly ended: Promise<Reason>
  end(reason: Reason): void
  sawOutput(): void
}

/** Timers run on monotonic time: a clock that jumps or a machine that slept ends nothing. */
export function watchLimits(spec: Pick<ProcessSpec, 'limits' | 'signal'>): LimitWatch {
  const { wallMs, idleMs } = spec.limits
  let settle: (reason: Reason) => void = () => {}
  const ended = new Promise<Reason>((resolve) => {
    settle = resolve
  })
  let over = false
  const end = (reason: Reason): void => {
    over = true
    clearTimeout(wall)
    clearTimeout(idle)
    spec.signal?.removeEventListener('abort', abort)
    settle(reason)
  }
  const abort = (): void => end('aborted')
  const wall = setTimeout(() => end('wall'), wallMs)
  const idle = idleMs === undefined ? undefined : setTimeout(() => end('idle'), idleMs)
  spec.signal?.addEventListener('abort', abort, { once: true })
  const sawOutput = (): void => {
    // Refreshing a cleared timer would start it again.
    if (!over) idle?.refresh()
  }
  return { ended, end, sawOutput }
}
