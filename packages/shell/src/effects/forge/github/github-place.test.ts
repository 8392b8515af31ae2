import { describe, expect, it } from 'vitest'
import { githubPlace, gitOrigin, graphqlUrl, placeOfRemote } from './github-place.ts'
import { findToken } from './github-token.ts'

const ours = { repository: 'owner/name', apiUrl: 'https://api.github.com' }
const enterprise = { repository: 'owner/name', apiUrl: 'https://git.example.org/api/v3' }

describe('DL-11 where a repository lives', () => {
  it.each([
    ['https://github.com/owner/name.git', ours],
    ['https://github.com/owner/name', ours],
    ['https://github.com/owner/name/', ours],
    ['https://someone:secret@github.com/owner/name.git', ours],
    ['git@github.com:owner/name.git', ours],
    ['github.com:owner/name', ours],
    ['ssh://git@github.com/owner/name.git', ours],
    ['ssh://git@ssh.github.com:443/owner/name.git', ours],
    ['git@git.example.org:owner/name.git', enterprise],
    ['https://git.example.org/owner/name.git', enterprise],
    ['ssh://git@GIT.example.org:22/owner/name', enterprise],
    ['https://github.com/owner/na.me.git', { ...ours, repository: 'owner/na.me' }],
  ])('%s', (url, place) => expect(placeOfRemote(url)).toEqual(place))

  it.each([
    '/srv/git/name.git',
    '../name',
    'file:///srv/owner/name.git',
    'https://github.com/owner',
    'C:/x/y',
    '',
  ])('is not told by %s', (url) => expect(placeOfRemote(url)).toBe(null))

  it('is what the config says, completed by the remote', () => {
    const none = { repository: null, apiUrl: null }
    expect(githubPlace(none, 'git@github.com:owner/name')).toEqual(ours)
    expect(githubPlace({ ...none, repository: 'a/b' }, '/srv/x')).toEqual({ ...ours, repository: 'a/b' })
    expect(githubPlace({ ...none, apiUrl: 'https://x.org/api/v3/' }, 'git@x.org:a/b')).toEqual({
      repository: 'a/b',
      apiUrl: 'https://x.org/api/v3',
    })
    expect(githubPlace(none, '/srv/x')).toBe(null)
  })

  it.each([
    ['https://api.github.com', 'https://api.github.com/graphql'],
    ['https://git.example.org/api/v3', 'https://git.example.org/api/graphql'],
    ['https://api.tenant.ghe.com', 'https://api.tenant.ghe.com/graphql'],
  ])('has its GraphQL beside %s', (apiUrl, url) => expect(graphqlUrl(apiUrl)).toBe(url))

  it('tells the only address that a token may go to', () => {
    expect(gitOrigin('https://api.github.com')).toBe('https://github.com')
    expect(gitOrigin('https://git.example.org/api/v3')).toBe('https://git.example.org')
  })
})

describe('DL-11 the token', () => {
  it.each([
    [null, { GITHUB_TOKEN: 'a', GH_TOKEN: 'b' }, 'GITHUB_TOKEN', 'a'],
    [null, { GITHUB_TOKEN: ' ', GH_TOKEN: 'b\n' }, 'GH_TOKEN', 'b'],
    [null, {}, 'GITHUB_TOKEN', null],
    ['MINE', { GITHUB_TOKEN: 'a', MINE: 'c' }, 'MINE', 'c'],
    ['MINE', { GITHUB_TOKEN: 'a' }, 'MINE', null],
  ])('of %j in %j is in %s', (configured, env, variable, value) =>
    expect(findToken(configured, env as Record<string, string>)).toEqual({ variable, value }),
  )
})
