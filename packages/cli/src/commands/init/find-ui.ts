/** Finds how a product is started and tested in a browser, if its package.json says so beyond doubt. Pure. */
import { type RepoFiles, topNames } from './evidence/evidence.ts'
import { manifestOf, nodeManager, scriptsOf } from './evidence/node.ts'

interface FoundUi {
  readonly devServer?: { readonly command: string; readonly url: string }
  readonly e2e?: { readonly command: string; readonly artifactDirs: readonly string[] }
}

/** Servers that are known to take their port as an option: lanes that work side by side must not meet on one. */
const portOptions: readonly (readonly [RegExp, string])[] = [
  [/^vite(?: dev)?(?:\s|$)/, '--port $HARNESS_LANE_PORT --strictPort'],
  [/^next dev(?:\s|$)/, '--port $HARNESS_LANE_PORT'],
]

export function findUi(files: RepoFiles): FoundUi {
  const manifest = manifestOf(files)
  if (manifest === null) return {}
  const names = topNames(files)
  const manager = nodeManager(manifest, names)
  const scripts = scriptsOf(manifest)
  const [, port] = portOptions.find(([starts]) => starts.test(scripts.dev ?? '')) ?? []
  const e2eScript = ['e2e', 'test:e2e'].find((name) => scripts[name] !== undefined)
  const hasPlaywright = [...names].some((name) => /^playwright\.config\.[cm]?[jt]s$/.test(name))
  return {
    ...(port === undefined
      ? {}
      : {
          devServer: {
            command: `${manager} run dev ${manager === 'npm' ? '-- ' : ''}${port}`,
            url: 'http://localhost:$HARNESS_LANE_PORT',
          },
        }),
    ...(hasPlaywright
      ? {
          e2e: {
            command: e2eScript === undefined ? 'npx playwright test' : `${manager} run ${e2eScript}`,
            artifactDirs: ['playwright-report', 'test-results'],
          },
        }
      : {}),
  }
}
