import { describe, expect, test } from 'vitest'
import { urlSecrets, withoutLogins } from './url-logins.ts'

describe('TR-10 the log-in of a URL', () => {
  test.each([
    ['https://bob:s3cret-token@host/x.git', 'https://host/x.git'],
    ['https://ghp_token@host:8443/x.git', 'https://host:8443/x.git'],
    ['https://bob:a@b:c@host/x@v1.git', 'https://host/x@v1.git'],
    ['HTTPS://bob:%2Ftoken@host', 'HTTPS://host'],
    ['cache::https://bob:token@host/x', 'cache::https://host/x'],
    ['ftp://bob:token@host/x', 'ftp://host/x'],
    ['ssh://git@host/x.git', 'ssh://git@host/x.git'],
    ['ssh://git:token@host/x.git', 'ssh://git@host/x.git'],
    ['git+ssh://git:token@host/x.git', 'git+ssh://git@host/x.git'],
    ['git@host:team/x.git', 'git@host:team/x.git'],
    ['https://host/x.git', 'https://host/x.git'],
    ['https://host/@team/x.git', 'https://host/@team/x.git'],
    ['file:///srv/a@b/x.git', 'file:///srv/a@b/x.git'],
    ['../a@b/x.git', '../a@b/x.git'],
    ['+refs/heads/*:refs/remotes/origin/*', '+refs/heads/*:refs/remotes/origin/*'],
  ])('%s becomes %s', (url, expected) => {
    expect(withoutLogins(url)).toBe(expected)
  })

  test.each<[string, readonly string[]]>([
    ['https://bob:s3cret-token@host/x', ['s3cret-token']],
    ['https://bob:s3cret%2Ftoken@host/x', ['s3cret/token', 's3cret%2Ftoken']],
    ['https://bob:bad%zzescape@host/x', ['bad%zzescape']],
    ['ssh://git:s3cret-token@host/x', ['s3cret-token']],
    ['https://0123456789abcdef0123@host/x', ['0123456789abcdef0123']],
    ['https://0123456789abcdef0123:x-oauth-basic@host/x', ['0123456789abcdef0123']],
    ['https://a-person-of-the-team@host/x', []],
    ['https://bob:password@host/x', []],
    ['ssh://0123456789abcdef0123@host/x', []],
    ['git@host:team/x.git', []],
  ])('of %s the secrets are %j', (url, expected) => {
    expect(urlSecrets(url)).toEqual(expected)
  })
})
