/** Finds how a product is started and tested in a browser, where its package.json says so beyond doubt. Pure. */
import { isObject } from '@harness/formats/text/is-object'
import { jsonObject } from './find-checks.ts'
import type { RepoLook } from './repo-look.ts'

interface FoundUi {
  readonly devServer?: { readonly command: string; readonly url: string }
  readonly e2e?: { readonly command: string; readonly artifactDirs: readonly string[] }
}

/** Servers that are known to take their port as an option: lanes that work side by side must not meet on one. */
const portOptions: readonly (readonly [RegExp, string])[] = [
  [/^vite(?: dev)?(?:\s|$)/, '--port $HARNESS_LANE_PORT --strictPort'],
  [/^next dev(?:\s|$)/, '--port $HARNESS_LANE_PORT'],
]

export function findUi({ texts, names }: RepoLook, packageManager: string | null): FoundUi {
  const manifest = jsonObject(texts['package.json'])
  if (manifest === null || packageManager === null) return {}
  const scripts = isObject(manifest.scripts) ? manifest.scripts : {}
  const [, port] = portOptions.find(([starts]) => starts.test(String(scripts.dev ?? ''))) ?? []
  const e2eScript = ['e2e', 'test:e2e'].find((name) => typeof scripts[name] === 'string')
  const hasPlaywright = [...names].some((name) => /^playwright\.config\.[cm]?[jt]s$/.test(name))
  return {
    ...(port === undefined
      ? {}
      : {
          devServer: {
            command: `${packageManager} run dev ${packageManager === 'npm' ? '-- ' : ''}${port}`,
            url: 'http://localhost:$HARNESS_LANE_PORT',
          },
        }),
    ...(hasPlaywright
      ? {
          e2e: {
            command: e2eScript === undefined ? 'npx playwright test' : `${packageManager} run ${e2eScript}`,
            artifactDirs: ['playwright-report', 'test-results'],
          },
        }
      : {}),
  }
}
