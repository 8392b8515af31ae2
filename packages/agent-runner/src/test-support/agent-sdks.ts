/** What a test with a real agent program needs: where the SDKs are, a home of its own, a clean environment. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe } from 'vitest'
import { findSdk, type SdkPackage } from '../runner/installed-sdk.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Where `npm run agents` installs them. */
export const sdkFolders: readonly string[] = [join(root, 'tooling', 'agent-sdks')]

/** A real agent program takes half a second to start, and ten times that on a machine that is busy. */
const patienceMs = 120_000

/** Tests that need this SDK and whatever else is named, or a skipped group whose title says what is missing. */
export function describeWith(
  sdk: Pick<SdkPackage, 'name'>,
  title: string,
  tests: () => void,
  missing: string | null = null,
): void {
  const lacking = findSdk(sdk, sdkFolders) === null ? `${sdk.name} is not installed: npm run agents` : missing
  if (lacking === null) describe(title, { timeout: patienceMs }, tests)
  else describe.skip(`${title} (skipped: ${lacking})`, tests)
}

export interface CleanEnvironment {
  readonly HOME: string
  readonly [name: string]: string
}

/**
 * Everything an agent's program gets to see in the tests of one group: a home of its own and nothing of the machine's
 * environment, above all no log-in. The home is outside of the temporary directory, where Codex refuses to work.
 */
export function cleanEnvironment(): () => CleanEnvironment {
  let made: CleanEnvironment | null = null
  afterAll(() => {
    if (made !== null) removeHome(made)
  })
  return () => {
    made ??= makeHome()
    return made
  }
}

/** Asks something of a program that needs such an environment, before there are any tests. */
export async function inCleanEnvironment<Answer>(
  ask: (env: CleanEnvironment) => Promise<Answer>,
): Promise<Answer> {
  const env = makeHome()
  try {
    return await ask(env)
  } finally {
    removeHome(env)
  }
}

function makeHome(): CleanEnvironment {
  const homes = join(root, 'node_modules', '.cache', 'harness-agent-homes')
  mkdirSync(homes, { recursive: true })
  const home = realpathSync(mkdtempSync(join(homes, 'home-')))
  const temporary = join(home, 'tmp')
  mkdirSync(temporary)
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8' }
}

const removeHome = ({ HOME }: CleanEnvironment): void =>
  rmSync(HOME, { recursive: true, force: true, maxRetries: 5 })

/** Made when first asked for, closed with the group it belongs to. */
export function closedAfterAll<Closable extends { close(): Promise<void> }>(
  make: () => Promise<Closable>,
): () => Promise<Closable> {
  let made: Promise<Closable> | null = null
  afterAll(async () => (await made)?.close())
  return () => {
    made ??= make()
    return made
  }
}
