/** Tells if a program builds the files of `docs/` into a site: a plan there would be published, or break the build. Pure. */
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { type RepoFiles, topNames } from './evidence.ts'

const configs: readonly (readonly [string, RegExp])[] = [
  ['Sphinx', /^docs?\/(?:source\/|src\/)?conf\.py$/],
  ['VitePress', /^docs\/\.vitepress\//],
  ['VuePress', /^docs\/\.vuepress\//],
  ['MkDocs', /^mkdocs\.ya?ml$/],
  ['Docusaurus', /^(?:docs\/|website\/)?docusaurus\.config\.[cm]?[jt]s$/],
  ['Jekyll', /^docs\/_config\.yml$/],
  ['Astro', /^docs\/astro\.config\.[cm]?[jt]s$/],
  ['mdBook', /^docs?\/book\.toml$/],
  ['Antora', /^docs\/antora\.yml$/],
]

/** Null if nothing builds them. */
export function docsBuilder(files: RepoFiles): string | null {
  const found = configs.find(([, config]) => [...files.paths].some((path) => config.test(path)))
  if (found !== undefined) return found[0]
  const { devDependencies } = jsonObjectIn(files.texts['package.json'] ?? '') ?? {}
  const isVitePress =
    JSON.stringify(devDependencies ?? '').includes('"vitepress"') && topNames(files).has('docs')
  return isVitePress ? 'VitePress' : null
}
