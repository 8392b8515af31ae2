/** Finds log-ins in URLs, such as `https://bob:token@host/`: takes them out of a text, and tells which of their parts are secret. Pure. */
import { decoded, isPassword } from './env-file-secrets.ts'

/** Any number of them, wherever they are in a text. */
const login = /\b([a-z][a-z0-9+.-]*):\/\/([^/?#\s]*)@/gi

const isSsh = (scheme: string): boolean => /^(?:git\+)?ssh(?:\+git)?$/i.test(scheme)

/** The user name of ssh stays: without it, the address is another one. */
export const withoutLogins = (text: string): string =>
  text.replace(login, (_, scheme: string, info: string) => {
    const [user = ''] = info.split(':')
    return isSsh(scheme) && user !== '' ? `${scheme}://${user}@` : `${scheme}://`
  })

/** As written and decoded. */
export const urlSecrets = (text: string): readonly string[] =>
  [...text.matchAll(login)].flatMap(([, scheme = '', info = '']) => {
    const at = info.indexOf(':')
    const [user, password] = at === -1 ? [info, ''] : [info.slice(0, at), info.slice(at + 1)]
    const secrets = [
      ...(!isSsh(scheme) && isToken(user) ? [user] : []),
      ...(isPassword(password) && password !== noPassword ? [password] : []),
    ]
    return [...new Set(secrets.flatMap((secret) => [decoded(secret), secret]))]
  })

/** Forges take a token in the place of the user, with this or nothing as the password. */
const noPassword = 'x-oauth-basic'
const isToken = (user: string): boolean => user.length >= 16 && /\d/.test(user) && /[a-z]/i.test(user)
