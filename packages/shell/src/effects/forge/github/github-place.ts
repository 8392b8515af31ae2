/** Owns the place of a repository on GitHub: its name and the addresses of its API and its git, told by a remote's URL. */
export interface GithubPlace {
  /** `owner/name`. */
  readonly repository: string
  /** Without a slash at its end. */
  readonly apiUrl: string
}

/** GraphQL is beside the REST API: on a server of one's own below another path. */
export const graphqlUrl = (apiUrl: string): string => `${apiUrl.replace(/\/api\/v3$/, '/api')}/graphql`

const publicApi = 'https://api.github.com'

/** What a remote's URL tells; null if it names no repository on a server. */
export function placeOfRemote(url: string): GithubPlace | null {
  const [, host, path] =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(url) ??
    /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)(.+)$/.exec(url) ??
    []
  const repository = /^\/*([\w.-]+\/[\w.-]+?)(?:\.git)?\/*$/.exec(path ?? '')?.[1]
  if (host === undefined || repository === undefined) return null
  return { repository, apiUrl: apiOfHost(host.toLowerCase()) }
}

const apiOfHost = (host: string): string =>
  ['github.com', 'www.github.com', 'ssh.github.com'].includes(host) ? publicApi : `https://${host}/api/v3`

/** What is configured, completed by what the remote tells; null if neither names the repository. */
export function githubPlace(
  configured: { readonly repository: string | null; readonly apiUrl: string | null },
  remoteUrl: string | null,
): GithubPlace | null {
  const told = remoteUrl === null ? null : placeOfRemote(remoteUrl)
  const repository = configured.repository ?? told?.repository
  if (repository === undefined) return null
  const apiUrl = configured.apiUrl ?? told?.apiUrl ?? publicApi
  return { repository, apiUrl: apiUrl.replace(/\/+$/, '') }
}

/** The address of the forge's git: the only one that its token may be sent to. */
export function gitOrigin(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host === 'api.github.com' ? 'github.com' : host}`
}
