/**
 * Owns who a program of root's is in the sandbox: an ordinary user. Programs that refuse to work as root work, and a
 * sandbox inside the sandbox is possible, which Linux refuses to root without capabilities.
 */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { makeDir } from '../disk/durable-dir.ts'
import { durableReplace } from '../disk/durable-write.ts'
import { textIfThere } from '../disk/if-missing.ts'

export const innerUser = 1000
const innerName = 'harness'

/** The file with an entry for the inner user in place of those that have its number or name. Pure. */
export function withInnerUser(text: string, entry: string): string {
  const others = text.split('\n').filter((line) => {
    const [name, , number] = line.split(':')
    return line !== '' && name !== innerName && number !== String(innerUser)
  })
  return `${[...others, entry].join('\n')}\n`
}

/** Agents run their commands with the shell of their user. */
const shell = (): string => {
  const { shell: own } = userInfo()
  return own === null || /nologin|false$/.test(own) ? '/bin/sh' : own
}

/** Files in `folder` that name the inner user, and which files of the system they replace. */
export async function writeInnerUser(
  folder: string,
  home: string,
): Promise<readonly { readonly at: string; readonly from: string }[]> {
  await makeDir(folder)
  const entries = {
    passwd: `${innerName}:x:${innerUser}:${innerUser}::${home}:${shell()}`,
    group: `${innerName}:x:${innerUser}:`,
  }
  return Promise.all(
    Object.entries(entries).map(async ([name, entry]) => {
      const at = join('/etc', name)
      const from = join(folder, name)
      const text = withInnerUser(readFileSync(at, 'utf8'), entry)
      if ((await textIfThere(from)) !== text) await durableReplace(from, text)
      return { at, from }
    }),
  )
}
