/** Owns the source of the forge's token: a named variable of the environment. It is never shown, logged or stored. */
export interface GithubToken {
  /** The variable that holds it, or that should. */
  readonly variable: string
  readonly value: string | null
}

const usualNames = ['GITHUB_TOKEN', 'GH_TOKEN'] as const

/** The variables that may hold a token of the forge, so that they can be redacted. */
export const tokenVariables = (configured: string | null): readonly string[] =>
  configured === null ? usualNames : [configured]

export function findToken(
  configured: string | null,
  env: Readonly<Record<string, string | undefined>>,
): GithubToken {
  const names = tokenVariables(configured)
  const variable = names.find((name) => (env[name] ?? '').trim() !== '')
  if (variable === undefined) return { variable: names[0] ?? usualNames[0], value: null }
  return { variable, value: (env[variable] ?? '').trim() }
}

/** How a person gets one. */
export const tokenAdvice = ({ variable }: GithubToken, repository: string): string =>
  `Make a fine-grained token for ${repository} with read and write access to contents and pull requests, and read access to checks, commit statuses and metadata (GitHub: Settings, Developer settings), then: export ${variable}=…`
