/** Finds the hooks of pre-commit: what they look at is a check. They are installed into the lane, since checks have no network. Pure. */
import { isObject } from '@harness/formats/text/is-object'
import { yamlObjectIn } from '@harness/formats/text/yaml-object'
import { type Finder, laneCache, makeLaneCache, type RepoFiles, textsIn } from './evidence.ts'

const home = `PRE_COMMIT_HOME="$PWD/${laneCache}/pre-commit"`
const own = 'pre-commit-program'

/** The ids of its hooks. */
export function hooksOf({ texts }: Pick<RepoFiles, 'texts'>): readonly string[] {
  const { repos } = yamlObjectIn(texts['.pre-commit-config.yaml'] ?? '') ?? {}
  const hooks = (Array.isArray(repos) ? repos : []).flatMap((repo) =>
    isObject(repo) && Array.isArray(repo.hooks) ? repo.hooks : [],
  )
  return textsIn(hooks.map((hook) => (isObject(hook) ? hook.id : null)))
}

export const preCommit: Finder = ({ texts }) => {
  const config = yamlObjectIn(texts['.pre-commit-config.yaml'] ?? '')
  if (config === null || !Array.isArray(config.repos) || config.repos.length === 0) return null
  const program = `${laneCache}/${own}/bin/pre-commit`
  return {
    ecosystem: 'pre-commit',
    manager: null,
    checks: [
      {
        name: 'pre-commit',
        run: `${home} ${program} run --all-files --show-diff-on-failure`,
        from: '.pre-commit-config.yaml',
      },
    ],
    setup: [
      makeLaneCache,
      `python3 -m venv ${laneCache}/${own} && ${laneCache}/${own}/bin/python -m pip install --quiet --disable-pip-version-check pre-commit`,
      `${home} ${program} install-hooks`,
    ],
    setupInputs: ['.pre-commit-config.yaml'],
  }
}
