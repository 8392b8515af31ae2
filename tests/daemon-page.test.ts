/** The page for people who leave the daemon alone: its unit, its commands and its states are what the program has. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness } from './support/harness-here.ts'
import { temporaryFolder, write } from './support/sample-repo.ts'

const page = readFileSync(new URL('../docs/daemon.md', import.meta.url), 'utf8')
const unit = /```ini\n([\s\S]*?)```/.exec(page)?.[1] ?? ''

const verified = (text: string): string => {
  const folder = temporaryFolder()
  write(folder, { 'harness.service': text })
  const { stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--user', '--man=no', join(folder, 'harness.service')],
    { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder } },
  )
  return `${stdout}${stderr}`.trim()
}
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('DL-12 docs/daemon.md', () => {
  it.skipIf(!hasSystemd)('DL-12 its unit is one that systemd accepts', () => {
    expect(verified(unit)).toBe('')
    expect(verified(unit.replace('Restart=on-failure', 'Restart=sometimes'))).toContain('restart')
  })

  it('DL-12 its unit starts and stops the daemon by commands that there are', async () => {
    const { stdout } = await harness(temporaryFolder(), ['daemon', '--help'])
    const commands = [...unit.matchAll(/^Exec\w+=\/usr\/bin\/env harness (.*)$/gm)].map(
      ([, line = '']) => line,
    )
    expect(commands).toHaveLength(2)
    for (const word of commands.flatMap((line) => line.split(' '))) expect(stdout).toContain(word)
  })

  it('DL-12 names every action of the command, and no other', async () => {
    const { stdout } = await harness(temporaryFolder(), ['daemon', '--help'])
    const actions = /^ {2}action +([\s\S]*?)\n {2}subject/m.exec(stdout)?.[1]?.split(/,\s+/) ?? []
    expect(actions.length).toBeGreaterThan(10)
    for (const action of actions) expect(page).toMatch(new RegExp(`\\b${action}\\b`))
    for (const [, action = ''] of page.matchAll(/harness daemon ([a-z]+)/g)) expect(actions).toContain(action)
  })
})
