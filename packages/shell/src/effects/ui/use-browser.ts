/** Starts a real browser for one piece of work. It is gone when this returns, with all of its processes. */
import { mkdir, rm } from 'node:fs/promises'
import { withAbsolutePath } from '@harness/agent-runner/runner/program-path'
import type { Browser } from 'playwright-core'
import { endTree } from '../../machine/process/end-tree.ts'
import { allowedEnvironment } from '../../machine/process/environment.ts'
import { processTagName } from '../../machine/process/process-table.ts'
import type { Sandbox } from '../../machine/sandbox/sandbox.ts'
import { type BrowserProgram, browserProgram } from './browser-program.ts'
import { atMost, orAborted } from './patience.ts'

export interface BrowserPlace {
  /** The browser's program. */
  readonly program: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Belongs to this browser alone; removed with it. */
  readonly folder: string
  /** By which the browser's processes are found again. */
  readonly tag: string
  /** Around the browser. */
  readonly sandbox: Sandbox
  /** The address of a proxy that opens every connection; null for this machine without one. */
  readonly proxy: string | null
}

export type BrowserUse<Result> =
  | { readonly type: 'used'; readonly result: Result }
  | { readonly type: 'no-browser' | 'failed'; readonly detail: string }

const closeMs = 1_500
const sweepGraceMs = 200

/** Ended early if the signal is aborted; what it then answers counts for nothing. */
export async function useBrowser<Result>(
  place: BrowserPlace,
  signal: AbortSignal,
  use: (browser: Browser) => Promise<Result>,
): Promise<BrowserUse<Result>> {
  let browser: Browser | null = null
  let started: BrowserProgram | null = null
  const launching = startedProgram(place)
    .then((program) => {
      started = program
      return launch(program, place.proxy)
    })
    .then((launched) => {
      browser = launched
      return launched
    })
  try {
    const launched = await orAborted(launching, signal)
    return { type: 'used', result: await orAborted(use(launched), signal) }
  } catch (error) {
    return browser === null
      ? { type: 'no-browser', detail: `${place.program} could not be started: ${reasonOf(error)}` }
      : { type: 'failed', detail: reasonOf(error) }
  } finally {
    const open = browser as Browser | null
    if (open !== null) await atMost(closeMs, open.close())
    void launching.catch(() => {})
    await endTree({ group: null, isOurs: (tag) => tag === place.tag }, sweepGraceMs)
    await (started as BrowserProgram | null)?.release()
    await rm(place.folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function startedProgram({
  program,
  environment,
  tag,
  sandbox,
  folder,
}: BrowserPlace): Promise<BrowserProgram> {
  await mkdir(folder, { recursive: true })
  const env = withAbsolutePath(allowedEnvironment(environment, [], { [processTagName]: tag }))
  return browserProgram(program, env, folder, sandbox)
}

async function launch({ file, env }: BrowserProgram, proxy: string | null): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath: file,
    args: [...quietArguments, ...(proxy === null ? ['--no-proxy-server'] : [])],
    // Addresses of the loopback go through the proxy, too.
    ...(proxy === null ? {} : { proxy: { server: proxy, bypass: '<-loopback>' } }),
    env,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    timeout: launchMs,
  })
}

const launchMs = 60_000

const quietArguments = [
  // The wall: no name and no address but this machine's leads anywhere, unless a proxy opens the connection.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  // A page could send UDP to any address by WebRTC, around the wall. The second name is that of older browsers.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The driver's own log follows its message after an empty line or a heading. */
export const reasonOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split(/\n(?:Call log|Browser logs|=+)/)[0]
    ?.slice(0, 1_000)
    .trim() ?? ''
