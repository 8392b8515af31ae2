import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWith, inCleanEnvironment } from '../../test-support/agent-sdks.ts'
import { bash, claudeUnderTest, commandsThatRan, text } from '../../test-support/claude-scenario.ts'
import { endTree, processesSaying } from '../../test-support/end-tree.ts'
import { attacks, everythingIn, hostileLane, lateMark } from '../../test-support/hostile-lane.ts'
import { aRequest, turnOf } from '../../test-support/requests.ts'
import { laneWrites, productLane, reviewerCommands } from '../../test-support/reviewer-commands.ts'
import { temporaryLane } from '../../test-support/temporary-lane.ts'
import { claudeSandbox } from './claude-probe.ts'
import { claudePackage } from './claude-sdk.ts'

const sandbox = await inCleanEnvironment(claudeSandbox)

describeWith(
  claudePackage,
  'Claude in its sandbox',
  () => {
    const claude = claudeUnderTest(endTree)
    const write = (file_path: string) => ({
      type: 'tool' as const,
      name: 'Write',
      input: { file_path, content: 'x' },
    })

    test('AG-03 in review mode no attack changes anything, inside the lane or outside', async () => {
      const { lane, repo, outside } = await hostileLane()
      const tries = [
        write(join(lane, 'tool')),
        ...attacks(outside).map((line) => bash(line, { dangerouslyDisableSandbox: true })),
      ]
      const { provider, requests } = await claude.play([...tries, text('Reviewed.')])
      const before = everythingIn(repo)
      const result = await turnOf(provider, aRequest(lane, claude.env, { mode: 'review' }))
      expect(processesSaying(lateMark)).toEqual([])
      expect(result).toMatchObject({ text: 'Reviewed.', error: null })
      expect(requests).toHaveLength(tries.length + 1)
      expect(everythingIn(repo)).toEqual(before)
      expect(readdirSync(outside)).toEqual([])
    })

    test('AG-16 a reviewer runs each of the 25 ordinary commands, and none that writes the lane', async () => {
      const lane = productLane(claude.env)
      const lines = [...reviewerCommands, ...laneWrites]
      const { provider, requests } = await claude.play([...lines.map((line) => bash(line)), text('Done.')])
      const before = everythingIn(lane)
      await turnOf(provider, aRequest(lane, claude.env, { mode: 'review' }))
      const ran = commandsThatRan(requests)
      expect(lines.filter((_, index) => ran[index])).toEqual(reviewerCommands)
      expect(everythingIn(lane)).toEqual(before)
    })

    test('AG-03 in exec mode an agent changes its lane and nothing outside, however it tries', async () => {
      const { lane, repo, outside } = await hostileLane()
      const history = everythingIn(join(repo, '.git'))
      const tries = [
        write(join(lane, 'tool')),
        write(join(outside, 'tool')),
        write(join(lane, 'link', 'tool')),
        ...attacks(outside).map((line) => bash(line)),
      ]
      const { provider } = await claude.play([...tries, text('Done.')])
      const result = await turnOf(provider, aRequest(lane, claude.env))
      expect(processesSaying(lateMark)).toEqual([])
      expect(result.error).toBeNull()
      const found = readdirSync(lane)
      expect(found).toEqual(expect.arrayContaining(['tool', 'written', 'python.txt', 'f']))
      for (const late of ['late', 'later']) expect(found).not.toContain(late)
      expect(everythingIn(join(repo, '.git'))).toEqual(history)
      expect(readdirSync(outside)).toEqual([])
      expect(result.events).toContainEqual({ type: 'file', path: 'tool', change: 'written' })
      expect(result.events).toContainEqual(expect.objectContaining({ type: 'denied', tool: 'Write' }))
    })

    test('AG-03 a lane whose path would mean something in a rule is written, its neighbour is not', async () => {
      const folder = await temporaryLane()
      const [lane = '', neighbour = ''] = ['a (b) [c] {d,e} !*', 'a (b) c d !x'].map((name) =>
        join(folder, name),
      )
      for (const path of [lane, neighbour]) mkdirSync(path)
      const { provider } = await claude.play([
        write(join(lane, 'tool')),
        bash('echo x > written'),
        write(join(neighbour, 'tool')),
        text('Done.'),
      ])
      expect((await turnOf(provider, aRequest(lane, claude.env))).error).toBeNull()
      expect([readdirSync(lane), readdirSync(neighbour)]).toEqual([['tool', 'written'], []])
      const review = await claude.play([bash('echo x > reviewed'), text('Done.')])
      await turnOf(review.provider, aRequest(lane, claude.env, { mode: 'review' }))
      expect(readdirSync(lane)).toEqual(['tool', 'written'])
    })

    test('AG-07 nothing that the repository brings along is run or read as an instruction', async () => {
      const { lane, outside, instruction } = await hostileLane()
      const { provider, requests } = await claude.play([bash('echo $TRAP; true'), text('Done.')])
      expect((await turnOf(provider, aRequest(lane, claude.env))).error).toBeNull()
      expect(readdirSync(outside)).toEqual([])
      expect(JSON.stringify(requests.map(({ body }) => body))).not.toContain(instruction)
    })

    test('AG-07 neither the key nor the user’s other credentials reach the agent', async () => {
      const { lane } = await hostileLane()
      const secret = 'secret-of-nobody'
      const places = [
        ...['.ssh/id_ed25519', '.aws/credentials', '.azure/tokens', '.config/gh/hosts.yml'],
        ...['.codex/auth.json', '.claude.json', '.claude-work/.credentials.json', '.codex-work/auth.json'],
        ...[
          '.netrc',
          '.npmrc',
          '.pypirc',
          '.git-credentials',
          '.config/git/credentials',
          '.docker/config.json',
        ],
      ]
      for (const place of places) {
        mkdirSync(join(claude.env.HOME, place, '..'), { recursive: true })
        writeFileSync(join(claude.env.HOME, place), secret)
      }
      const { provider, requests } = await claude.play(
        [
          bash('env; echo shown'),
          bash('cat /proc/*/environ | tr "\\0" "\\n"; echo shown'),
          bash(`cd; cat ${places.join(' ')}; echo shown`),
          bash("python3 -c \"import os; print(open(os.environ['HOME'] + '/.netrc').read())\""),
          ...places.map((place) => ({
            type: 'tool' as const,
            name: 'Read',
            input: { file_path: join(claude.env.HOME, place) },
          })),
          {
            type: 'tool',
            name: 'Grep',
            input: { pattern: 'of-nobody', path: claude.env.HOME, output_mode: 'content' },
          },
          {
            type: 'tool',
            name: 'Grep',
            input: { pattern: 'of-nobody', path: '/proc/self/environ', output_mode: 'content' },
          },
          text('Done.'),
        ],
        {
          login: { CLAUDE_CONFIG_DIR: join(claude.env.HOME, '.claude-work') },
          otherLogins: { CODEX_HOME: join(claude.env.HOME, '.codex-work') },
        },
      )
      expect((await turnOf(provider, aRequest(lane, claude.env))).error).toBeNull()
      const seen = JSON.stringify(requests.map(({ body }) => body))
      expect(seen).toContain(`HOME=${claude.env.HOME}`)
      expect(seen).not.toContain('key-of-nobody')
      expect(seen).not.toContain(secret)
    })
  },
  sandbox.works ? null : sandbox.why,
)
