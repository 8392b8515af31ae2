/** Tells which scripts a command line runs in the packages of a workspace, and in which of them. Pure. */

export interface WorkspaceCall {
  readonly scripts: readonly string[]
  /** Null if it is all of them. */
  readonly packages: string | null
}

const filter = /\s(?:-w|--workspace|--filter|-F|-C|--scope|-p|--projects)[ =]['"]?([^\s'"]+)/
const notScripts = /^(?:install|i|ci|add|exec|dlx|list|ls|publish|why|outdated|bootstrap|version|changed)$/

/** Package managers, which run one script. */
const managers: readonly RegExp[] = [
  /^npm (?=.*\s(?:-w|--workspaces?|-ws)(?=[\s=]|$))(?:(?:-w|--workspace) \S+ |--?\S+ )*(?:run(?:-script)? )?([\w:.-]+)/,
  /^pnpm (?=(?:.*\s)?(?:-r|--recursive|--filter|-F|-C)(?=[\s=]|$))(?:(?:--filter|-F|-C) \S+ |-\S+ )*(?:run )?(?:(?:--filter|-F|-C) \S+ |-\S+ )*([\w:.-]+)/,
  /^pnpm (?:recursive|multi) (?:run )?([\w:.-]+)/,
  /^bun (?:run )?--filter[ =]\S+ (?:run )?([\w:.-]+)/,
  /^yarn workspaces (?:foreach (?:-\S+ )*)?(?:run )?([\w:.-]+)/,
]

export function workspaceCall(command: string): WorkspaceCall | null {
  const [, only, ofOne] = /^yarn workspace (\S+) (?:run )?([\w:.-]+)/.exec(command) ?? []
  if (only !== undefined && ofOne !== undefined) return { scripts: [ofOne], packages: only }
  const packages = filter.exec(command)?.[1] ?? null
  for (const manager of managers) {
    const [, script] = manager.exec(command) ?? []
    if (script !== undefined && !notScripts.test(script)) return { scripts: [script], packages }
  }
  const [, project, target] = /^nx (?:run )?([\w-]+):([\w:-]+)/.exec(command) ?? []
  if (project !== undefined && target !== undefined) return { scripts: [target], packages: project }
  const [, words = ''] =
    /^(?:turbo|lerna)(?: run)?\s(.*)$|^nx (?:run-many|affected)\s(.*)$/
      .exec(command)
      ?.filter((each) => each !== undefined) ?? []
  const scripts = words
    .replace(filter, '')
    .replace(/--?targets?=|,/g, ' ')
    .split(/\s+/)
    .filter((word) => /^[A-Za-z]/.test(word) && !notScripts.test(word))
  if (scripts.length > 0) return { scripts, packages }
  const [, ofNx, app] = /^nx ([a-z][\w-]*) ([\w-]+)/.exec(command) ?? []
  return ofNx === undefined || app === undefined ? null : { scripts: [ofNx], packages: app }
}
